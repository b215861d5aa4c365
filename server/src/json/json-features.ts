import type { Features } from "../core/document-analysis.ts";
import { foldsOf } from "./features/folds.ts";
import { selectionsAt } from "./features/selections.ts";
import { formatJson, formatJsonRange } from "./format/format.ts";
import { formatJsonTyped } from "./format/format-typed.ts";
import type { Json } from "./syntax/parse.ts";

interface JsonDocument {
  readonly json: Json;
}

type JsonFeature =
  | "format"
  | "formatObstacle"
  | "syntaxFault"
  | "formatRange"
  | "formatOnType"
  | "folds"
  | "selections";

/** Features that depend only on JSON syntax, shared by the languages that use it. */
export const jsonFeatures: Pick<Features<JsonDocument>, JsonFeature> = {
  format: ({ json }, options) => (json.errors.length > 0 ? undefined : formatJson(json, options)),
  formatObstacle: ({ json }) => json.errors[0]?.start,
  syntaxFault: ({ json }) => json.errors[0],
  formatRange: ({ json }, span, options) => formatJsonRange(json, span, options),
  formatOnType: ({ json }, offset, _typed, options) => formatJsonTyped(json, offset, options),
  folds: ({ json }) => foldsOf(json),
  selections: ({ json }, offset) => selectionsAt(json, offset),
};
