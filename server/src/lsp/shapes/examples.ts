import type { PolicyAnswer } from "../../core/configuration/claim.ts";
import type { Range } from "../../try/answer.ts";
import type { TraceInput } from "./trace.ts";

/** Result of `weir/examples`. */
export interface ExamplesResult {
  /** Only documents with examples. */
  readonly documents: readonly DocumentExamples[];
}

export interface DocumentExamples {
  readonly uri: string;
  /** Null for a file that is not open. */
  readonly version: number | null;
  readonly examples: readonly ExampleRow[];
}

/** An example such as `@match GET https://shop.example.com/login`, and its result. */
export interface ExampleRow {
  readonly range: Range;
  /** The example as written, in one line. */
  readonly label: string;
  /** `errored` if the example or the text has errors, so that it cannot be run. */
  readonly outcome: "passed" | "failed" | "errored";
  /** Why it did not pass; empty if it did. */
  readonly message: string;
  /** As in "matched" or "dropped". */
  readonly expected: string;
  /** As in "not matched"; "undetermined" if a field of the example is missing. Omitted if it cannot be run. */
  readonly actual?: string;
  /** More about a failure, on several lines: the way of the request through all rules. */
  readonly details?: string;
  /** Of an entry under `always`. */
  readonly policy?: PolicyAnswer;
  /** The request for which that policy does not hold. */
  readonly request?: TraceInput;
  /** The parts of the text that decided, and how. */
  readonly decidedBy: readonly DecidingPart[];
}

export interface DecidingPart {
  readonly range: Range;
  readonly text: string;
  /** As in "This is false." */
  readonly message: string;
}
