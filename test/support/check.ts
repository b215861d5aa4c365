import { expect } from "vitest";
import type { Completion } from "../../server/src/core/analysis.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { type AnyLanguage, defaultContext, type FileContext } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { touches } from "../../server/src/text/span.ts";
import { readCursor, readMarks, trimExample, writeMarks } from "./marks.ts";

export function analyze(language: AnyLanguage, text: string, context: Partial<FileContext> = {}) {
  return language.analyze(text, { ...defaultContext, ...context });
}

/** The text has exactly the diagnostics marked in it. */
export function checkDiagnostics(
  language: AnyLanguage,
  marked: string,
  context: Partial<FileContext> = {},
): void {
  const { text } = readMarks(marked);
  const found = analyze(language, text, context).diagnostics();
  expect(writeMarks(text, found)).toBe(trimExample(marked));
}

/** Applying the first fix of the first diagnostic at the cursor (without a cursor, of the text) gives that text. */
export function checkFix(
  language: AnyLanguage,
  marked: string,
  after: string,
  options: { context?: Partial<FileContext>; code?: string; title?: string } = {},
): void {
  const cursor = marked.includes("<|>") ? readCursor(marked) : undefined;
  const text = cursor?.text ?? readMarks(marked).text;
  const found = analyze(language, text, options.context)
    .diagnostics()
    .filter((it) => !cursor || touches(it, cursor.offset))
    .filter((it) => !options.code || it.code === options.code);
  const fix = found
    .flatMap((it: Diagnostic) => it.fixes)
    .find((it) => !options.title || it.title === options.title);
  expect(fix, `no fix among: ${found.map((it) => it.message).join(" | ")}`).toBeDefined();
  if (fix) expect(applyEdits(text, fix.edits)).toBe(trimExample(after));
}

/** The hover at the cursor contains each of these. */
export function checkHover(language: AnyLanguage, marked: string, ...parts: string[]): void {
  const { text, offset } = readCursor(marked);
  const hover = analyze(language, text).hover(offset);
  if (parts.length === 0) expect(hover).toBeUndefined();
  for (const part of parts) expect(hover?.markdown).toContain(part);
}

export function completionsAt(
  language: AnyLanguage,
  marked: string,
  context: Partial<FileContext> = {},
): readonly Completion[] {
  const { text, offset } = readCursor(marked);
  return analyze(language, text, context).complete(offset);
}

/** The labels offered at the cursor, in order, as one string. */
export function checkComplete(
  language: AnyLanguage,
  marked: string,
  labels: string,
  context: Partial<FileContext> = {},
): void {
  expect(
    completionsAt(language, marked, context)
      .map((it) => it.label)
      .join(", "),
  ).toBe(labels);
}

/** Accepting the completion with that label gives this text. */
export function checkAccept(
  language: AnyLanguage,
  marked: string,
  label: string,
  after: string,
): void {
  const { text } = readCursor(marked);
  const item = completionsAt(language, marked).find((it) => it.label === label);
  expect(item, `no completion '${label}'`).toBeDefined();
  if (item)
    expect(applyEdits(text, [item.edit, ...(item.additionalEdits ?? [])])).toBe(trimExample(after));
}
