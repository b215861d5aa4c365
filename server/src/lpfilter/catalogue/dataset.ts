import type { Shape } from "../../vocabulary/shapes.ts";
import type { VocabularyName } from "../../vocabulary/vocabularies.ts";

/** The types the service's documentation gives to log fields. */
export const fieldTypes = [
  "string",
  "int",
  "float",
  "bool",
  "int or string",
  "array[string]",
  "array[int]",
  "array[object]",
  "object",
] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** What the value tells, as one sentence. */
  readonly doc: string;
  /** The documented values. Such lists are rarely closed: an unknown value is a doubt, not an error. */
  readonly values?: readonly (string | number)[] | undefined;
  /** A set of values that several fields share, such as the countries. */
  readonly vocabulary?: VocabularyName | undefined;
  /** What the text is a part of, or is written as. */
  readonly shape?: Shape | undefined;
  /** Numbers outside are not documented. */
  readonly range?: readonly [least: number, most: number] | undefined;
  readonly example?: string | number | boolean | undefined;
  /** True, or the name of the field that took its place. */
  readonly deprecated?: true | string | undefined;
  /** The service refuses filters on this field though its type would allow them. */
  readonly refused?: true | undefined;
}

export interface Dataset {
  readonly name: string;
  readonly title: string;
  /** What one log line represents. */
  readonly about: string;
  readonly scopes: readonly ("zone" | "account")[];
  readonly fields: readonly Field[];
}

/** A dataset as it is written down. There are thousands of fields, and most sessions ask for those of one or two datasets. */
export interface DatasetSource extends Omit<Dataset, "fields"> {
  readonly fields: () => readonly Field[];
}
