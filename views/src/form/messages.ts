import type {
  FormFields,
  FormPath,
  Range,
  ShownForm,
  ShownOperation,
} from "../../../server/src/lsp/protocol.ts";
import type { Outdated } from "../shared/messages.ts";

/** The messages between the form and the extension. */

export type FromForm =
  | { readonly kind: "ready" }
  /** An operation on the rows of a version of the document. */
  | {
      readonly kind: "operate";
      readonly id: number;
      readonly version: number;
      readonly operation: ShownOperation;
    }
  /** Shows the text, at that range. */
  | { readonly kind: "openText"; readonly range?: Range }
  /** Opens the file that has the filter of the job. */
  | { readonly kind: "openFile"; readonly path: string }
  /** Lets the user choose the sample logs. */
  | { readonly kind: "chooseSample" }
  | { readonly kind: "push" };

export type ToForm =
  | { readonly kind: "form"; readonly version: number; readonly form: ShownForm | undefined }
  | { readonly kind: "fields"; readonly fields: FormFields }
  | { readonly kind: "effect"; readonly effect: Effect }
  /** Where a push would go, such as "example.com". */
  | { readonly kind: "target"; readonly target: string }
  /** An operation succeeded, or was refused for that reason. */
  | { readonly kind: "done"; readonly id: number; readonly refusal?: string }
  | Outdated;

/** The effect of the filter on the sample logs, or why it is unknown. */
export type Effect = Note | SampleEffect;

interface Note {
  readonly note: string;
  /** There are none: choose some. */
  readonly noSample?: true;
}

export interface SampleEffect {
  /** The sample, as in "http.ndjson" or "3 files". */
  readonly sample: string;
  readonly version: number;
  readonly lines: number;
  readonly kept: number;
  /** Lines whose outcome is not known, and why. */
  readonly undetermined: number;
  readonly missing: string;
  /** Files of the sample that cannot be read, and why. */
  readonly unread?: string;
  readonly conditions: readonly ConditionEffect[];
}

export interface ConditionEffect {
  readonly path: FormPath;
  /** Lines on which the condition is true, whose result it alone decides, and the kept ones among these. */
  readonly holds: number;
  readonly decides: number;
  readonly keeps: number;
  /** Omitted if it is 0. */
  readonly unknown?: number;
}
