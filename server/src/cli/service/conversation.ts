import type { Named, Plan, Where } from "../../push/plan/plan.ts";
import type { Conversation } from "../../push/session/conversation.ts";
import { printable } from "../../text/printable.ts";
import type { Io } from "../io.ts";
import { renderPlan } from "../render/plan.ts";
import { paintFor } from "../render/words.ts";
import type { Questions } from "./questions.ts";

export interface ConversationOptions {
  /** `--yes`: skips the prompt. */
  readonly yes: boolean;
  /** `--job`: also confirms plans that need a name. */
  readonly job?: string | undefined;
  /** `--overwrite`: confirms losing changes on the service. */
  readonly overwrite?: boolean;
  /** Standard output is JSON, so prompts and plans go to standard error. */
  readonly forProgram: boolean;
  /** `--quiet`: shows a plan only if it prompts for it. */
  readonly quiet: boolean;
  /** Shows progress. */
  progress(text: string): void;
  /** The prompt below a plan, as in "Push this?". */
  readonly question: string;
}

/** Prints plans, and prompts if there is a terminal. */
export function terminalConversation(
  io: Io,
  questions: Questions,
  options: ConversationOptions,
): Conversation {
  const { yes, forProgram, quiet, question, progress } = options;
  const paint = paintFor(io.color && !forProgram);
  const show = (plan: Plan, where: Where) => {
    const text = renderPlan(plan, where, io.cwd, paint);
    if (!forProgram) io.out(text);
    else if (questions.canAsk) io.err(text);
  };
  return {
    show: (plan, where) => {
      if (!quiet) show(plan, where);
    },
    async confirm(plan, where) {
      const { named, overwrites, careful } = plan;
      const isRefused = yes && overwrites && !options.overwrite;
      const names = named && [named.name, named.id, named.replacedBy];
      const isNamed = !names || (options.job !== undefined && names.includes(options.job));
      const isAgreed = yes && isNamed && !careful;
      if (!quiet || (!isRefused && !isAgreed && questions.canAsk)) show(plan, where);
      if (isRefused)
        return { refusal: `${overwrites.reason} Nothing was changed. ${overwrites.advice}` };
      if (isAgreed) return "yes";
      if (!questions.canAsk)
        return yes && named && !isNamed ? { refusal: toName(named) } : "unavailable";
      if (named) {
        const answer = await questions.ask(`Type '${printable(named.name)}' to confirm: `);
        return answer === printable(named.name) ? "yes" : "no";
      }
      const asked = plan.outcome === "deleted" ? "Delete this?" : question;
      return /^y(es)?$/i.test((await questions.ask(`${asked} [y/N] `)) ?? "") ? "yes" : "no";
    },
    async choose(text, answers) {
      if (yes || !questions.canAsk) return undefined;
      const rows = answers.map((it, i) => `  ${i + 1}. ${printable(it)}\n`).join("");
      const answer = await questions.ask(
        `${printable(text)}\n${rows}Which? [1-${answers.length}] `,
      );
      return chosen(answer ?? "", answers);
    },
    progress,
  };
}

function toName({ name }: Named): string {
  return `Nothing was done: this deletes job '${name}', which '--yes' alone does not confirm. Add '--job ${name}'.`;
}

/** By number, or by an unambiguous prefix. */
function chosen(answer: string, answers: readonly string[]): number | undefined {
  const index = /^\d+$/.test(answer) ? Number(answer) - 1 : -1;
  if (answers[index] !== undefined) return index;
  const word = answer.toLowerCase();
  const exact = answers.findIndex((it) => it.toLowerCase() === word);
  if (exact !== -1) return exact;
  const begun = answers.flatMap((it, i) => (it.toLowerCase().startsWith(word) ? [i] : []));
  return word !== "" && begun.length === 1 ? begun[0] : undefined;
}
