import type { Context } from "../core/context.ts";
import { type Json, parseJson } from "../json/parse.ts";
import type { Field } from "./catalogue/dataset.ts";
import { fieldsOf } from "./catalogue/fields.ts";
import { datasetsFor } from "./directives.ts";
import { type Filter, readFilter } from "./filter.ts";

/** One text of the language with everything that is read from it once and asked about often. */
export interface Document {
  readonly text: string;
  readonly json: Json;
  readonly filter: Filter;
  readonly context: Context;
  /** The datasets that the filter is for; the first one decides what its fields are. */
  readonly datasets: readonly string[];
  readonly fields: ReadonlyMap<string, Field>;
}

export function readDocument(text: string, context: Context): Document {
  const json = parseJson(text);
  const datasets = datasetsFor(json, context);
  const fields = fieldsOf(datasets[0] ?? "", context.extraFields);
  return { text, json, filter: readFilter(json, fields), context, datasets, fields };
}
