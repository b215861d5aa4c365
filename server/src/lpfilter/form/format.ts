import type { FormatOptions } from "../../core/analysis.ts";
import { Printer } from "../../json/format/print.ts";
import { type Json, parseJson } from "../../json/syntax/parse.ts";
import { type JsonArray, type JsonObject, pathAt } from "../../json/syntax/tree.ts";
import { applyEdits, type Edit } from "../../text/edit.ts";
import { indentAt, layoutOf } from "../rewrite/layout.ts";

/** Returns the text after an edit, formatted if the filter was formatted before. */
export function keepFormat(
  json: Json,
  after: string,
  options: FormatOptions,
  hasHoles = false,
): string {
  const own = optionsFor(json, options);
  const { root } = json;
  if (root && !isFormatted(json, own)) return after;
  const read = parseJson(after, hasHoles);
  const value = root ? bracketAt(read, root.start) : read.root;
  if (value?.kind !== "object" && value?.kind !== "array") return after;
  return applyEdits(after, formatted({ ...read, root: value }, value, own));
}

function bracketAt({ root }: Json, start: number) {
  return pathAt(root, start + 1).find(
    (it): it is JsonObject | JsonArray =>
      it.start === start && (it.kind === "object" || it.kind === "array"),
  );
}

function isFormatted(json: Json, options: FormatOptions): boolean {
  const { root } = json;
  if (root?.kind !== "object" && root?.kind !== "array") return false;
  return formatted(json, root, options).length === 0;
}

function formatted(
  json: Json,
  value: JsonObject | JsonArray,
  options: FormatOptions,
): readonly Edit[] {
  const { text } = json;
  const line =
    Math.max(text.lastIndexOf("\n", value.start - 1), text.lastIndexOf("\r", value.start - 1)) + 1;
  return new Printer(json, options, indentAt(text, value.start)).inside(value, line);
}

/** The indentation of the text, if it has one. */
function optionsFor(json: Json, options: FormatOptions): FormatOptions {
  const { text } = json;
  if (!/[\r\n][ \t]+\S/.test(text)) return options;
  const { step } = layoutOf(json);
  if (step === "\t") return { ...options, insertSpaces: false };
  return { tabSize: step.length, insertSpaces: true };
}
