/** The questions of the server to the user. Part of the protocol. */
import type { DiffLine } from "../../push/plan/line-difference.ts";
import type { Plan, Where } from "../../push/plan/plan.ts";
import type { Question } from "../../push/plan/question.ts";
import type { Change } from "../../push/plan/settings.ts";

/** The run that a question belongs to, if the client sent an ID. */
export interface RunParams {
  readonly run?: string;
}

export interface ConfirmParams extends RunParams {
  /** As in "Push this?". */
  readonly question: string;
  /** The target, the act and what it means, for clients with room for it. */
  readonly asked: Question;
  /** The label of the confirmation, as in "Push". Names what is deleted. */
  readonly agree?: string;
  /** The plan as text, line by line, as on a terminal. */
  readonly text?: string;
  readonly plan: Plan;
  /** The changes on the service, or in the file for a pull. Without secrets, like `plan`. */
  readonly differences?: readonly Difference[];
  /**
   * Both sides of a diff, without secrets: what the plan changes on the service, or in the file for a pull, as it is and as it
   * would be. Empty if there is nothing. Settings in other files are filled in.
   */
  readonly before: string;
  readonly after: string;
  /** The text after the last push, if the service has changed since and the text is known. */
  readonly base?: string;
  readonly where: Where;
  readonly uri: string;
  /** The meaning of the text that would be pushed, written or deleted, as a sentence. */
  readonly meaning?: string;
}

/** A setting, such as `expression`. Omitted values are unset. */
export interface Difference extends Change {
  /** As text: a diff for filters and expressions, otherwise one removed and one added line. */
  readonly lines: readonly DiffLine[];
}

export interface ChooseParams extends RunParams {
  readonly question: string;
  readonly answers: readonly string[];
  /** A description of each answer. */
  readonly details?: readonly string[];
  /** The file whose action is selected, as in results. A client may write it into the file. */
  readonly actionOf?: string;
  /** The answers are jobs for a filter. A client may offer to create another one, and answer null. */
  readonly mayCreateJob?: boolean;
}

export interface CredentialParams extends RunParams {
  readonly origin: string;
}
export type HandedCredential = { readonly origin: string } & (
  | { readonly token: string }
  | { readonly email: string; readonly key: string }
);

/** A user of an engine. The password belongs to the origin. */
export interface EngineLogin {
  readonly origin: string;
  readonly user?: string;
}
export interface PasswordParams extends RunParams, EngineLogin {}
export interface HandedPassword extends EngineLogin {
  readonly password: string;
}

export type AgreeParams = AgreeToEngine | AgreeToLogs;
export interface AgreeToEngine extends RunParams {
  /** The name of the engine. */
  readonly engine: string;
  /** The program and its arguments, or SQL. */
  readonly words: readonly string[];
  /** Where the words run, if they are SQL. */
  readonly sqlOn?: string;
}
export interface AgreeToLogs {
  /** The path of a sample outside of the workspace. */
  readonly logs: string;
}
