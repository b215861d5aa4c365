import type { Plan, Where } from "../plan/plan.ts";

/** Whoever asked for a push: a terminal, an editor, or a script that said yes beforehand. */
export interface Conversation {
  /** Shows what would happen. */
  show(plan: Plan, where: Where): void;
  /** Asks whether it should. Nothing is sent without a yes. */
  confirm(plan: Plan, where: Where, remote: RemoteText): Promise<Answer>;
  /** The index of the answer; undefined when there is no one to ask. */
  choose(
    question: string,
    answers: readonly string[],
    about?: ChoiceDetails,
  ): Promise<number | undefined>;
  /** What is being done right now. */
  progress(text: string): void;
  /** How an option is spelt there. Without it, as on a command line. */
  optionName?(option: Option): string;
}

/** What else is known of a choice, for who can show it. */
export interface ChoiceDetails {
  /** What each answer means, in a sentence. */
  readonly details?: readonly string[];
  /** The file whose action is chosen, as results name it. */
  readonly actionOf?: string;
}

/** What the service has, in the form of the plan's file. Undefined when it cannot be told. Costs no call that the plan has not made. */
export type RemoteText = () => Promise<string | undefined>;

/** `unavailable` when there is no one to ask. A refusal says why a yes that was given beforehand is not enough. */
export type Answer = "yes" | "no" | "unavailable" | { readonly refusal: string };

/** What one can be told to add. */
export type Option = "profile" | "job" | "action" | "inline";

interface Spelling {
  readonly conversation: Pick<Conversation, "optionName">;
}

export function optionName(option: Option, { conversation }: Spelling): string {
  return conversation.optionName?.(option) ?? `--${option}`;
}

/** Said to whoever names a job for a rule. */
export function notForRules(spelling: Spelling): string {
  return `'${optionName("job", spelling)}' only applies to jobs and filters, not to rules.`;
}
