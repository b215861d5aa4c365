/** What somebody answers: for this file, for all that are left, not this one, or none of them. */
export type Answer = "yes" | "all" | "skip" | "no";

/** What the button for a yes is called. Each is a command of its own in the title of the editor. */
export type Verb = "update" | "create" | "write" | "delete" | "goOn";

/** A question that is put beside what it is about, for as long as its tab is open. */
export interface Question {
  /** Of the file that it is about. */
  readonly uri: string;
  readonly verb: Verb;
  readonly title: string;
  /** All there is to know about it, line by line. */
  readonly detail: string;
  /** What there is now; left out when there is nothing to compare with. */
  readonly before?: string;
  readonly after: string;
  /** Whether others come after it. */
  readonly isOfMany: boolean;
  readonly mayAll: boolean;
}
