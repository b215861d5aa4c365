/** A request as another tool describes it. */
export interface RequestParts {
  readonly method: string;
  readonly url: string;
  /** As in `x-a: 1`. */
  readonly headers: readonly string[];
  /** Other fields of rules, by their names. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** What a log line says about the outcome, as a sentence. */
  readonly logged?: string;
}

export type FoundRequest = RequestParts | { readonly problem: string };
