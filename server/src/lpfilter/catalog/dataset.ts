import type { LogFieldType } from "../../core/log-test.ts";
import type { ValueShape } from "../../vocabulary/shapes.ts";
import type { VocabularyName } from "../../vocabulary/vocabularies.ts";

export interface Field {
  readonly name: string;
  readonly type: LogFieldType;
  /** The description of the field, in one sentence. */
  readonly doc: string;
  /** The documented values. Such lists are rarely complete, so an unknown value is not an error. */
  readonly values?: readonly (string | number)[] | undefined;
  /** A set of values that several fields share, such as the countries. */
  readonly vocabulary?: VocabularyName | undefined;
  /** The format of the string, or what it is part of. */
  readonly shape?: ValueShape | undefined;
  /** Numbers outside the range are not documented. */
  readonly range?: readonly [least: number, most: number] | undefined;
  readonly example?: string | number | boolean | undefined;
  /** True, or the name of the field that replaces it. */
  readonly deprecated?: true | string | undefined;
  /** Set if the service refuses filters on this field although its type allows them. */
  readonly refused?: true | undefined;
}

export interface Dataset {
  readonly name: string;
  readonly title: string;
  /** The event that one log line represents. */
  readonly about: string;
  readonly scopes: readonly ("zone" | "account")[];
  readonly fields: readonly Field[];
}

/** A dataset in the catalog. The fields are created lazily: there are thousands, and most sessions use one or two datasets. */
export interface DatasetSource extends Omit<Dataset, "fields"> {
  readonly fields: () => readonly Field[];
}
