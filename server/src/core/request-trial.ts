import type { Span } from "../text/span.ts";
import type { TrialTree } from "./trial-tree.ts";

/** The fields of a request, read on demand. Undefined means missing; unknown fields have special values. */
export interface RequestFields {
  get(name: string): unknown;
}

/** Evaluates a text on requests. Undefined means undetermined: a decisive field is unknown. */
export interface RequestTrial {
  /** The fields that it reads. */
  readonly fields: readonly string[];
  /** Every condition, in the order of the text. */
  readonly conditions: readonly Span[];
  readonly tree: TrialTree;
  outcome(request: RequestFields): boolean | undefined;
  /** The result of each condition. */
  answers(request: RequestFields): (boolean | undefined)[];
  /** The unique names of unknown fields, lists (with `$`) and functions that leave the outcome undetermined. */
  missed(request: RequestFields): readonly string[];
  /** The decisive values without duplicates, as in `http.host is "a.example"`. */
  facts(request: RequestFields): readonly string[];
}
