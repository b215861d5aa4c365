import type { Conversation } from "../push/conversation.ts";
import type { Plan, Where } from "../push/plan.ts";
import { printable } from "../text/printable.ts";
import type { Io } from "./io.ts";
import type { Questions } from "./questions.ts";
import { renderPlan } from "./render/plan.ts";
import { paintFor } from "./render/words.ts";

export interface ConversationOptions {
  /** `--yes`: what is planned is agreed to beforehand. */
  readonly yes: boolean;
  /** `--job`, which also agrees by name to what needs a name. */
  readonly job?: string | undefined;
  /** Standard output is for a program, so people read on standard error. */
  readonly quiet: boolean;
  /** Says what is being done. */
  progress(text: string): void;
  /** What is asked after a plan, as in "Push this?". */
  readonly question: string;
}

/** A push on the command line: plans are printed, questions are asked at a terminal alone. */
export function terminalConversation(
  io: Io,
  questions: Questions,
  { yes, job, quiet, question, progress }: ConversationOptions,
): Conversation {
  const paint = paintFor(io.colour && !quiet);
  const show = (plan: Plan, where: Where) => {
    const text = renderPlan(plan, where, io.cwd, paint);
    if (!quiet) io.out(text);
    else if (questions.canAsk) io.err(text);
  };
  return {
    show,
    async confirm(plan, where) {
      show(plan, where);
      const { named } = plan;
      if (yes && !plan.careful && (!named || named.name === job || named.id === job)) return "yes";
      if (!questions.canAsk) return "nobody";
      if (named) {
        const answer = await questions.ask(`Type '${printable(named.name)}' to agree: `);
        return answer === printable(named.name) ? "yes" : "no";
      }
      return /^y(es)?$/i.test((await questions.ask(`${question} [y/N] `)) ?? "") ? "yes" : "no";
    },
    async choose(text, answers) {
      if (yes || !questions.canAsk) return undefined;
      const rows = answers.map((it, i) => `  ${i + 1}. ${printable(it)}\n`).join("");
      const answer = await questions.ask(
        `${printable(text)}\n${rows}Which? [1-${answers.length}] `,
      );
      const index = Number(answer) - 1;
      return Number.isInteger(index) && answers[index] !== undefined ? index : undefined;
    },
    progress,
  };
}
