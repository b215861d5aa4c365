/** An answer for this file, for all remaining ones, to skip this one, or to cancel. */
export type ConfirmationAnswer = "yes" | "all" | "skip" | "no";

/** The kind of confirm button. Each is a separate command in the editor title. */
export type Verb = "update" | "create" | "write" | "delete" | "goOn";

/** A confirmation that is shown as a tab. */
export interface Confirmation {
  /** The file's URI. */
  readonly uri: string;
  readonly verb: Verb;
  readonly title: string;
  /** The details, one per line. */
  readonly detail: string;
  /** The current text, if there is one to compare with. */
  readonly before?: string;
  readonly after: string;
  /** Whether more confirmations follow. */
  readonly isOfMany: boolean;
  readonly mayAll: boolean;
}
