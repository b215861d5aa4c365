import fc from "fast-check";
import { expect } from "vitest";
import type { FormatOptions } from "../../server/src/core/analysis.ts";
import { formatJson, formatJsonRange } from "../../server/src/json/format/format.ts";
import { formatJsonTyped } from "../../server/src/json/format/format-typed.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import type { JsonValue } from "../../server/src/json/syntax/tree.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { times } from "./long.ts";
import { readCursor, readMarks, trimExample, writeMarks } from "./marks.ts";
import { anyCharacter } from "./random/any-character.ts";

/** Every run tries the same texts, so that results are reproducible. */
export const seeded = { seed: 20261115, numRuns: times(63) } as const;

/** The text has exactly the syntax errors marked in it. */
export function checkSyntax(marked: string): void {
  const { text } = readMarks(marked);
  const errors = parseJson(text).errors.map((it) => ({ ...it, severity: "error" as const }));
  expect(writeMarks(text, errors)).toBe(trimExample(marked));
}

/** The tree as one string, with `?` for a missing value. */
export function checkTree(text: string, tree: string): void {
  expect(treeOf(parseJson(text).root)).toBe(tree);
}

function treeOf(node: JsonValue | undefined): string {
  if (!node) return "?";
  switch (node.kind) {
    case "object":
      return `{${node.properties.map((it) => `${it.name.value}: ${treeOf(it.value)}`).join(", ")}}`;
    case "array":
      return `[${node.items.map(treeOf).join(", ")}]`;
    case "null":
      return "null";
    default:
      return JSON.stringify(node.value);
  }
}

/** The value that the tree represents. */
export function jsValue(node: JsonValue | undefined): unknown {
  if (!node) return undefined;
  switch (node.kind) {
    case "null":
      return null;
    case "object":
      return Object.fromEntries(node.properties.map((it) => [it.name.value, jsValue(it.value)]));
    case "array":
      return node.items.map(jsValue);
    default:
      return node.value;
  }
}

export const twoSpaces: FormatOptions = { tabSize: 2, insertSpaces: true };

export function format(text: string, options = twoSpaces): string {
  return applyEdits(text, formatJson(parseJson(text), options));
}

/** The first text is formatted as the second, which stays unchanged. */
export function checkFormat(before: string, after: string, options = twoSpaces): void {
  expect(format(trimExample(before), options)).toBe(trimExample(after));
  expect(format(trimExample(after), options)).toBe(trimExample(after));
}

/** Formatting the range between two `<|>` gives this text. */
export function checkFormatRange(marked: string, after: string): void {
  const [before = "", inside = "", behind = ""] = trimExample(marked).split("<|>");
  const text = before + inside + behind;
  const span = { start: before.length, end: before.length + inside.length };
  const edits = formatJsonRange(parseJson(text), span, twoSpaces);
  expect(applyEdits(text, edits)).toBe(trimExample(after));
}

/** Formatting after the character before `<|>` was typed gives this text. */
export function checkFormatTyped(marked: string, after: string): void {
  const { text, offset } = readCursor(marked);
  const edits = formatJsonTyped(parseJson(text), offset, twoSpaces);
  expect(applyEdits(text, edits)).toBe(trimExample(after));
}

/** Texts that look like JSON, valid or broken, with comments and anything else that a file may contain. */
export const jsonish: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"b"', "1") },
      {
        weight: 3,
        arbitrary: fc.constantFrom(" ", "\n", "\r\n", "\n\n", "\t", "// c\n", "/* c */"),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ...['"', "'", "`", "“", "\\", '\\"', "\\u00", "/", "/*", "*/", "#", "=", ";", "-", "+1"],
          ...[
            "007",
            ".5",
            "true",
            "None",
            "word",
            "\r",
            "\0",
            "\u0001",
            "\u00a0",
            "\ufeff",
            "\u2028",
          ],
          ...["\ud800", "\udc00", "😀", "é", '"\\q"', '"a\tb"', '"a"b"', "'a'", "(", "@"],
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

/** A text without errors, with comments and whitespace wherever they are allowed. */
export const commentedJson: fc.Arbitrary<string> = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter }),
    fc.array(
      fc.constantFrom(
        ...["", "", " ", "\n", "\r\n", "\n\n\n", "\t", "\r"],
        ...["// c\n", "// d  \r\n", "\n// e\n", "/* f */", "/* g\n h */", "\n\n/* i */ "],
      ),
      { minLength: 1, maxLength: 30 },
    ),
    fc.constantFrom("", ","),
  )
  .map(([value, gaps, comma]) => spread(value, gaps, comma));

/** Adds a gap between every two tokens of a value, and a comma after the last child of each bracket. */
function spread(value: unknown, gaps: readonly string[], trailing: string): string {
  let used = 0;
  const gap = (): string => gaps[used++ % gaps.length] ?? "";
  const write = (it: unknown): string => {
    if (Array.isArray(it)) return `[${children(it.map(write))}${gap()}]`;
    if (typeof it !== "object" || it === null) return JSON.stringify(it);
    const pairs = Object.entries(it).map(
      ([name, child]) => `${JSON.stringify(name)}${gap()}:${gap()}${write(child)}`,
    );
    return `{${children(pairs)}${gap()}}`;
  };
  const children = (written: readonly string[]): string =>
    written.map((it) => gap() + it + gap()).join(",") + (written.length > 0 ? trailing : "");
  return gap() + write(value) + gap();
}
