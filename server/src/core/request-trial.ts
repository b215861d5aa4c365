import type { Span } from "../text/span.ts";
import type { TrialTree } from "./trial-tree.ts";

/** The fields of a request, read on demand. Undefined is missing. Some values mean that a field is unknown. */
export interface RequestFields {
  get(name: string): unknown;
}

/** What a text does on requests. Undefined is undetermined: a field that decides is unknown. */
export interface RequestTrial {
  /** The fields that it reads. */
  readonly fields: readonly string[];
  /** Every condition, in the order of the text. */
  readonly conditions: readonly Span[];
  readonly tree: TrialTree;
  outcome(request: RequestFields): boolean | undefined;
  /** The answer of each condition. */
  answers(request: RequestFields): (boolean | undefined)[];
  /** What leaves an outcome undetermined, by name and once each: unknown fields, lists with their `$`, functions. */
  missed(request: RequestFields): readonly string[];
  /** The values that decide, as in `http.host is "a.example"`, once each. */
  facts(request: RequestFields): readonly string[];
}
