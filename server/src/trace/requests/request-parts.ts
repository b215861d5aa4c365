import type { Logged } from "./logged.ts";

/** A request as another tool describes it. */
export interface RequestParts {
  readonly method: string;
  readonly url: string;
  /** As in `x-a: 1`. */
  readonly headers: readonly string[];
  /** Other fields of rules, by their names. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly logged?: Logged;
}

export type FoundRequest = RequestParts | { readonly problem: string };
