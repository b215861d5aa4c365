import type { NamedResource, Plan, PlanDraft, Where } from "../../push/plan/plan.ts";
import { type Act, actWords } from "../../push/plan/question.ts";
import type { Conversation, Grants } from "../../push/session/conversation.ts";
import { printable } from "../../text/printable.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../render/paint.ts";
import { renderPlan } from "../render/plan.ts";
import type { Questions } from "./questions.ts";

export interface ConversationOptions {
  /** `--yes`: skips the prompt. */
  readonly yes: boolean;
  /** `--job`: also confirms plans that need a name. */
  readonly job?: string | undefined;
  /** `--allow-env` and `--base`. */
  readonly grants?: Grants;
  /** `--overwrite`: confirms losing changes on the service. */
  readonly overwrite?: boolean;
  /** Standard output is JSON, so prompts and plans go to standard error. */
  readonly forProgram: boolean;
  /** Shows progress. */
  progress(text: string): void;
  /** The action for plans. Default: push. */
  readonly act?: Act;
  /** Why a plan must not be carried out, even if it is confirmed. Given for plans that were reviewed. */
  refuse?(plan: Plan): string | undefined;
}

/** Why `--yes` does not confirm a plan: the plan loses data, which needs another option. */
export function refusalOf(plan: PlanDraft, options: Agreed): string | undefined {
  return lossOf(plan, options) ?? (isNamed(plan, options) ? undefined : toName(plan.named));
}

type Agreed = Pick<ConversationOptions, "overwrite" | "job">;

function lossOf({ overwrites }: PlanDraft, { overwrite }: Agreed): string | undefined {
  if (!overwrites || overwrite) return undefined;
  return `${overwrites.reason} Nothing was changed. ${overwrites.advice}`;
}

function isNamed({ named }: PlanDraft, { job }: Agreed): boolean {
  if (!named) return true;
  return job !== undefined && [named.name, named.id, named.replacedBy].includes(job);
}

/** Prints plans, and prompts if there is a terminal. */
export function terminalConversation(
  io: Io,
  questions: Questions,
  options: ConversationOptions,
): Conversation {
  const { yes, forProgram, act = "push", progress } = options;
  const paint = paintFor(io.color && !forProgram);
  const show = (plan: Plan, where: Where) => {
    const text = renderPlan(plan, where, io.cwd, paint);
    if (!forProgram) io.out(text);
    else if (questions.canAsk) io.err(text);
  };
  return {
    show,
    refusal(plan) {
      const isAsked = !yes && questions.canAsk;
      return isAsked ? undefined : refusalOf(plan, options);
    },
    async confirm(plan, where) {
      show(plan, where);
      const refusal = options.refuse?.(plan) ?? (yes ? lossOf(plan, options) : undefined);
      if (refusal !== undefined) return { refusal };
      if (yes && isNamed(plan, options) && !plan.careful) {
        if (plan.warning !== undefined && !options.refuse)
          io.err(`'--yes' agrees to this: ${printable(plan.warning)}\n`);
        return "yes";
      }
      if (questions.canAsk) return (await isConfirmed(plan, questions, act)) ? "yes" : "no";
      return yes && !isNamed(plan, options) ? { refusal: toName(plan.named) } : "unavailable";
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
    ...(options.grants && { grants: options.grants }),
  };
}

async function isConfirmed(
  { named, outcome }: Plan,
  questions: Questions,
  act: Act,
): Promise<boolean> {
  if (named) {
    const name = printable(named.name);
    return (await questions.ask(`Type '${name}' to confirm: `)) === name;
  }
  const { question } = actWords[outcome === "deleted" ? "delete" : act];
  return /^y(es)?$/i.test((await questions.ask(`${question} [y/N] `)) ?? "");
}

function toName(named: NamedResource | undefined): string {
  const name = named?.name ?? "";
  return `Nothing was done: this deletes job '${name}', which '--yes' alone does not confirm. Add '--job ${name}'.`;
}

/** The answer chosen by number, or by an unambiguous prefix. */
function chosen(answer: string, answers: readonly string[]): number | undefined {
  const index = /^\d+$/.test(answer) ? Number(answer) - 1 : -1;
  if (answers[index] !== undefined) return index;
  const word = answer.toLowerCase();
  const exact = answers.findIndex((it) => it.toLowerCase() === word);
  if (exact !== -1) return exact;
  const begun = answers.flatMap((it, i) => (it.toLowerCase().startsWith(word) ? [i] : []));
  return word !== "" && begun.length === 1 ? begun[0] : undefined;
}
