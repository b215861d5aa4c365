import type { Edit } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import type { FormatOptions } from "./context.ts";

/** The model of a filter form: rows that can be edited without knowing the syntax. Plain data. */

/** The indexes of a row and of the groups around it, from the outermost. Empty for the outermost row. */
export type FormPath = readonly number[];

export type FormRow = FormCondition | FormGroup | FormOther;

interface AnyRow extends Span {
  readonly path: FormPath;
  /** Why it can only be edited in the text. It can still be moved and deleted. */
  readonly locked?: string;
}

export interface FormCondition extends AnyRow {
  readonly kind: "condition";
  /** Empty if missing, as is the operator. */
  readonly field: string;
  readonly operator: string;
  /** Without quotes and escapes. */
  readonly values: readonly string[];
  readonly isList: boolean;
}

export interface FormGroup extends AnyRow {
  readonly kind: "group";
  readonly logical: "and" | "or";
  readonly items: readonly FormRow[];
}

/** Anything that is not a condition or a group. */
export interface FormOther extends AnyRow {
  readonly kind: "other";
  /** Its first characters. */
  readonly text: string;
}

export interface FormModel {
  readonly dataset: string;
  /** Undefined while there are no conditions. */
  readonly root?: FormRow;
  /** Why the text has no rows: it is not a filter yet, or the filter is elsewhere. */
  readonly obstacle?: FormObstacle;
  /** The meaning, as a sentence. */
  readonly reads?: string;
  readonly budget: FormBudget;
}

export interface FormObstacle extends Span {
  readonly message: string;
  /** The file that contains the filter, as a path relative to the folder of the text. */
  readonly file?: string;
}

export interface FormBudget {
  readonly operators: readonly [used: number, limit: number];
  readonly bytes: readonly [used: number, limit: number];
}

/** A field that conditions can use. */
export interface FormField {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  /** The names of the operators that support its type, most used first. */
  readonly operators: readonly string[];
  /** The kind of a single value. */
  readonly input: "string" | "integer" | "number" | "boolean" | "timestamp";
  /** The name of its documented values. */
  readonly values?: string;
  readonly deprecated?: true;
}

export interface FormOperator {
  readonly name: string;
  /** As in "is at least". */
  readonly reads: string;
  readonly isList: boolean;
  /** Compares with a part of a text, such as its start. */
  readonly isPart: boolean;
}

export interface FormFields {
  readonly dataset: string;
  /** Most used first. */
  readonly fields: readonly FormField[];
  readonly operators: readonly FormOperator[];
  /** Documented values with their meanings, by the name that fields use. */
  readonly values: Readonly<Record<string, readonly (readonly [value: string, meaning: string])[]>>;
}

/** A condition or a group to add. */
export type NewRow =
  | {
      readonly kind: "condition";
      readonly field: string;
      readonly operator: string;
      readonly values: readonly string[];
    }
  | { readonly kind: "group"; readonly logical: "and" | "or"; readonly items: readonly NewRow[] };

/** A position in a group, before the row with that index. */
export interface FormPlace {
  readonly group: FormPath;
  readonly index: number;
}

export type FormOperation =
  /** A single condition that is not in a group becomes a member of a new one. */
  | {
      readonly kind: "add";
      readonly to: FormPlace;
      readonly row: NewRow;
      readonly logical?: "and" | "or";
    }
  /** An operator or values that do not fit the new field or operator are replaced. */
  | {
      readonly kind: "change";
      readonly path: FormPath;
      readonly field?: string;
      readonly operator?: string;
      readonly values?: readonly string[];
    }
  | { readonly kind: "join"; readonly path: FormPath; readonly logical: "and" | "or" }
  /** A group that would be left without rows is deleted too. */
  | { readonly kind: "delete"; readonly path: FormPath }
  | { readonly kind: "move"; readonly path: FormPath; readonly to: FormPlace }
  /** Wraps the row, and `more` rows after it, in a new group. */
  | {
      readonly kind: "wrap";
      readonly path: FormPath;
      readonly more?: number;
      readonly logical: "and" | "or";
    }
  /** Replaces a group by its rows. */
  | { readonly kind: "unwrap"; readonly path: FormPath }
  /** Adds an example log line to keep or drop, as a comment. */
  | { readonly kind: "example"; readonly isKept: boolean }
  /** Changes the dataset. Also possible while the text has errors. */
  | { readonly kind: "dataset"; readonly name: string };

/** Why an operation is impossible. */
export interface FormRefusal {
  readonly refusal: string;
}

/** One filter of a text. */
export interface FilterForm extends Span {
  model(): FormModel;
  fields(): FormFields;
  /** The edits for an operation. The rest of the text stays unchanged. */
  edit(operation: FormOperation, options: FormatOptions): readonly Edit[] | FormRefusal;
}
