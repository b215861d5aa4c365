import type { FormatOptions } from "../../core/context.ts";
import type { Severity } from "../../core/diagnostic.ts";
import type {
  FormCondition,
  FormGroup,
  FormModel,
  FormObstacle,
  FormOperation,
  FormOther,
} from "../../core/form.ts";
import type { Span } from "../../text/span.ts";
import type { Range } from "../../try/answer.ts";

export interface FormParams {
  readonly textDocument: { readonly uri: string };
}

/** Null for a document that is not open. */
export interface FormAnswer {
  /** The version of the document. */
  readonly version: number;
  /** One for a filter or a job. Several for a file of another language. */
  readonly filters: readonly ShownForm[];
}

/** `FormModel` with positions, and with the problems of the document. */
export interface ShownForm extends Omit<FormModel, "root" | "obstacle"> {
  readonly root?: ShownRow;
  readonly obstacle?: Omit<FormObstacle, keyof Span> & {
    readonly range: Range;
    readonly fix?: ShownFix;
  };
  /** Problems that are not in a single row. */
  readonly problems: readonly ShownProblem[];
  /** The examples in comments, in text order. */
  readonly examples: readonly ShownExample[];
}

export interface ShownExample {
  readonly isKept: boolean;
  /** The log line. */
  readonly line: string;
  /** Why it fails; empty if it passes. */
  readonly message: string;
}

export type ShownRow = ShownCondition | ShownGroup | ShownOther;

interface Shown {
  readonly range: Range;
  readonly problems: readonly ShownProblem[];
}
export type ShownCondition = Omit<FormCondition, keyof Span> & Shown;
export type ShownOther = Omit<FormOther, keyof Span> & Shown;
export type ShownGroup = Omit<FormGroup, keyof Span | "items"> &
  Shown & { readonly items: readonly ShownRow[] };

export interface ShownProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The best one. */
  readonly fix?: ShownFix;
}

/** A fix that `FixOperation` applies. */
export interface ShownFix {
  readonly title: string;
  /** The index of its diagnostic in the version of the document. */
  readonly diagnostic: number;
}

export interface FixOperation {
  readonly kind: "fix";
  readonly diagnostic: number;
}

/** Deletes the comment of an example, by its index. */
export interface DeleteExample {
  readonly kind: "deleteExample";
  readonly index: number;
}

/** All operations of a form. */
export type ShownOperation = FormOperation | FixOperation | DeleteExample;

export interface FormFieldsParams extends FormParams {
  /** The index of the filter. Default: 0. */
  readonly filter?: number;
}

export interface FormEditParams extends FormFieldsParams {
  /** The edits are for this version; another one is refused. */
  readonly textDocument: { readonly uri: string; readonly version: number };
  readonly operation: ShownOperation;
  readonly options?: FormatOptions;
}

/** A `TextEdit` of LSP. */
export interface TextChange {
  readonly range: Range;
  readonly newText: string;
}
