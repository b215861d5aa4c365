import type { Plan, PlanDraft, Where } from "../plan/plan.ts";
import type { PlanTexts } from "../plan/texts.ts";

/** The caller of a push: a terminal, an editor, or a script with '--yes'. */
export interface Conversation {
  /** Shows a plan. */
  show(plan: Plan, where: Where): void;
  /** Asks for confirmation. Nothing is sent without a yes. */
  confirm(
    plan: Plan,
    where: Where,
    texts: () => Promise<ReviewedTexts> | ReviewedTexts,
  ): Promise<Confirmation>;
  /** Why a plan will be refused without a question. */
  refusal?(plan: PlanDraft): string | undefined;
  /** The index of the answer; undefined when there is no one to ask. */
  choose(
    question: string,
    answers: readonly string[],
    about?: ChoiceDetails,
  ): Promise<number | undefined>;
  /** Reports the current step. */
  progress(text: string): void;
  /** The secrets of other systems that may be sent without a question. */
  readonly grants?: Grants;
  /** How an option is spelled there. Defaults to the command line. */
  optionName?(option: Option): string;
}

/** Which secrets of other systems may be sent without a question. */
export interface Grants {
  /** Given by the caller, for any destination. */
  readonly names?: readonly string[] | undefined;
  /** The commit whose `weir.json` counts. */
  readonly base?: string | undefined;
}

/** Details of a choice, for callers that can show them. */
export interface ChoiceDetails {
  /** A sentence about each answer. */
  readonly details?: readonly string[];
  /** The file whose action is chosen, as results name it. */
  readonly actionOf?: string;
  /** The answers are jobs for a filter. The caller may offer to create another one. */
  readonly mayCreateJob?: boolean;
}

/** The texts that are reviewed before a confirmation: the changed parts of a plan, before and after. Without secrets. */
export interface ReviewedTexts extends PlanTexts {
  /** The text after the last push, if the service has changed since. */
  readonly base?: string;
}

/** `unavailable` when there is no one to ask. A refusal says why '--yes' is not enough. */
export type Confirmation = "yes" | "no" | "unavailable" | { readonly refusal: string };

/** Options that messages can suggest. */
export type Option = "profile" | "job" | "action" | "inline";

interface Spelling {
  readonly conversation: Pick<Conversation, "optionName">;
}

export function optionName(option: Option, { conversation }: Spelling): string {
  return conversation.optionName?.(option) ?? `--${option}`;
}

/** The error when a job is given for a rule. */
export function notForRules(spelling: Spelling): string {
  return `'${optionName("job", spelling)}' only applies to jobs and filters, not to rules.`;
}
