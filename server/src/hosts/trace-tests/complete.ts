import type { Completion, Hover } from "../../core/analysis.ts";
import type { FieldSummary } from "../../core/field-summary.ts";
import { replace } from "../../text/edit.ts";
import { fileKeys, type TestKeys, type TestShape } from "./shape.ts";

/** The names that a file with tests can use. */
export interface Nameable {
  /** The names of the rules. */
  rules(): readonly string[];
  fields(): readonly FieldSummary[];
  /** Phases and products. */
  skippable(): readonly string[];
}

/** Keys, outcomes, rules and fields at an offset. The text may be incomplete, so it is read line by line. */
export function completeTraceTests(
  text: string,
  offset: number,
  known: Nameable,
): readonly Completion[] {
  const place = placeIn(text.slice(0, offset));
  const shape = shapeAt(place.path);
  let start = offset;
  while (start > 0 && /[\w.@-]/.test(text[start - 1] ?? "")) start--;
  const rest = /^[\w.@-]*/.exec(text.slice(offset))?.[0] ?? "";
  const span = { start, end: offset + rest.length };
  const offered = place.isValue ? valuesOf(shape, known) : keysOf(shape, known);
  return offered.map(({ label, detail, isKey }) => ({
    label,
    kind: isKey ? "field" : "value",
    ...(detail !== undefined && { detail }),
    edit: replace(span, isKey && !/^\s*:/.test(text.slice(span.end)) ? `${label}: ` : label),
  }));
}

/** The meaning of a key. */
export function hoverTraceTests(text: string, offset: number): Hover | undefined {
  let [start, end] = [offset, offset];
  while (start > 0 && /[\w-]/.test(text[start - 1] ?? "")) start--;
  while (/[\w-]/.test(text[end] ?? "")) end++;
  if (start === end || !/^\s*:/.test(text.slice(end, end + 20))) return undefined;
  const { path } = placeIn(text.slice(0, start));
  const shape = shapeAt(path);
  const key = text.slice(start, end);
  const keys = shape && "keys" in shape ? shape.keys : {};
  const doc = Object.hasOwn(keys, key) ? keys[key]?.doc : undefined;
  return doc === undefined ? undefined : { start, end, markdown: doc };
}

interface Offer {
  readonly label: string;
  readonly detail?: string;
  readonly isKey?: true;
}

function keysOf(shape: TestShape | undefined, known: Nameable): readonly Offer[] {
  if (shape && "keys" in shape)
    return Object.entries(shape.keys).map(([label, { doc }]) => ({
      label,
      detail: doc,
      isKey: true,
    }));
  if (shape?.kind !== "fields") return [];
  return known
    .fields()
    .filter((it) => !it.deprecated)
    .map(({ name, type }) => ({ label: name, detail: type, isKey: true }));
}

function valuesOf(shape: TestShape | undefined, known: Nameable): readonly Offer[] {
  if (shape && "words" in shape) return shape.words.map((label) => ({ label }));
  if (shape?.kind === "truth") return ["true", "false"].map((label) => ({ label }));
  if (shape?.kind === "skippable") return known.skippable().map((label) => ({ label }));
  if (shape?.kind !== "rule" && shape?.kind !== "rules") return [];
  return [...new Set(known.rules())]
    .filter((it) => /^[\w.@-]+$/.test(it))
    .map((label) => ({ label }));
}

/** `tests` has the keys of a test, whose items are not part of the path. */
function shapeAt(path: readonly string[]): TestShape | undefined {
  let shape: TestShape | undefined = { kind: "keys", keys: fileKeys };
  for (const name of path) {
    const keys: TestKeys = shape && "keys" in shape ? shape.keys : {};
    shape = Object.hasOwn(keys, name) ? keys[name]?.shape : undefined;
  }
  return shape;
}

interface Place {
  /** The keys around the cursor; of a value, also its own. */
  readonly path: readonly string[];
  readonly isValue: boolean;
}

function placeIn(before: string): Place {
  const lines = before.split(/\r?\n/);
  const last = lines.pop() ?? "";
  const { indent, rest } = lineOf(last);
  const around = parentsOf(lines, indent);
  const path = [...around];
  let isValue = false;
  // Keys and values of one line, also the ones in braces.
  for (const [, key, mark] of rest.matchAll(/(?<![\w.-])([\w.-]+):(?=[\s[{]|$)|([{}[\],])/g)) {
    if (key !== undefined) {
      if (isValue) path.pop();
      path.push(key);
      isValue = true;
    } else if (mark === "{") isValue = false;
    else if (mark === "}" || mark === "]") path.pop();
    else if (mark === "," && isValue && rest.lastIndexOf("[") <= rest.lastIndexOf("]")) {
      path.pop();
      isValue = false;
    }
  }
  // An item of a list in lines of its own.
  const isItem =
    /^\s*-\s+[\w.@-]*$/.test(last) && !["tests", "always"].includes(around.at(-1) ?? "");
  return { path, isValue: isValue || isItem };
}

/** The keys of the lines above that have less indentation. */
function parentsOf(lines: readonly string[], indent: number): readonly string[] {
  const path: string[] = [];
  let left = indent;
  for (let at = lines.length - 1; at >= 0 && left > 0; at--) {
    const line = lineOf(lines[at] ?? "");
    const key = /^([\w.-]+)\s*:\s*(?:#.*)?$/.exec(line.rest)?.[1];
    if (key === undefined || line.indent >= left) continue;
    path.unshift(key);
    left = line.indent;
  }
  return path;
}

/** The dash of an item counts as indentation. */
function lineOf(line: string): { readonly indent: number; readonly rest: string } {
  const start = /^\s*(?:-\s+)?/.exec(line)?.[0] ?? "";
  return { indent: start.length, rest: line.slice(start.length) };
}
