import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, test } from "vitest";
import type { Completion, OutlineSymbol } from "../../../server/src/core/analysis.ts";
import { parseJson } from "../../../server/src/json/syntax/parse.ts";
import type { AnyLanguage } from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import type { Span } from "../../../server/src/text/span.ts";
import { analyze } from "../check.ts";
import { times } from "../long.ts";

const signs = [..."{}[],:\"'\\/*#@ \n\r\t!=;é😀\u0001\u2028\ufeff", "//", "*/", "12.5", "null"];
const cursor = fc.nat();
const runs = { seed: 20_260_101, numRuns: times(38) };

/** Tests of a JSON language that hold for any text: samples, unchanged and with random insertions. */
export function describeAnyText(
  language: AnyLanguage,
  samples: readonly string[],
  words: readonly string[],
): void {
  const broken = brokenTexts(samples, [...signs, ...words]);

  describe("for any text", () => {
    test("every feature returns valid ranges", () =>
      fc.assert(
        fc.property(broken, cursor, (text, at) => checkFeatures(language, text, at)),
        runs,
      ));
    test("selections grow, from around the cursor to the whole", () =>
      fc.assert(
        fc.property(broken, cursor, (text, at) => checkSelections(language, text, at)),
        runs,
      ));
    test("tokens are ordered, do not overlap, and are on one line each", () =>
      fc.assert(
        fc.property(broken, (text) => checkTokens(language, text)),
        runs,
      ));
    test("completions replace one range on one line around the cursor, and no other edit touches it", () =>
      fc.assert(
        fc.property(broken, cursor, (text, at) => checkCompletions(language, text, at)),
        runs,
      ));
  });

  test("accepting a completion in a valid document keeps it valid", () => {
    const whole = broken.filter((text) => /^[ \t\r\n]*$/.test(text) || errorsIn(text) === 0);
    fc.assert(
      fc.property(whole, cursor, cursor, (text, at, choice) => {
        const items = analyze(language, text).complete(at % (text.length + 1));
        checkAccepted(text, items[choice % Math.max(1, items.length)]);
      }),
      runs,
    );
  });

  test("accepting a completion anywhere in a valid document keeps it valid", () => {
    for (const text of samples) {
      const analysis = analyze(language, text);
      for (let offset = 0; offset <= text.length; offset++) {
        const items = analysis.complete(offset);
        for (const item of [items[0], items.at(-1)]) checkAccepted(text, item);
      }
    }
  });
}

function brokenTexts(samples: readonly string[], pieces: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(), length: fc.nat(6), text: fc.constantFrom("", ...pieces) });
  return fc
    .record({ sample: fc.constantFrom(...samples), edits: fc.array(edit, { maxLength: 8 }) })
    .map(({ sample, edits }) =>
      edits.reduce((text, { at, length, text: inserted }) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + inserted + text.slice(start + length);
      }, sample),
    );
}

function checkInside(text: string, spans: readonly Span[]): void {
  for (const { start, end } of spans) {
    assert(0 <= start && start <= end && end <= text.length, `${start} to ${end}`);
  }
}

function flat(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  return symbols.flatMap((it) => [it, ...flat(it.children)]);
}

function checkFeatures(language: AnyLanguage, text: string, at: number): void {
  const offset = at % (text.length + 1);
  const it = analyze(language, text);
  const hover = it.hover(offset);
  checkInside(text, hover ? [hover] : []);
  checkInside(text, it.folds());
  checkInside(text, it.lenses());
  checkInside(text, it.highlights(offset));
  checkInside(text, it.links());
  checkInside(text, it.diagnostics());
  for (const symbol of flat(it.symbols())) {
    checkInside(text, [symbol, symbol.selection]);
    assert.notEqual(symbol.name, "");
    assert(symbol.selection.start >= symbol.start);
    assert(symbol.selection.end <= symbol.end);
  }
  const span = { start: Math.floor(offset / 2), end: offset };
  for (const inlay of it.inlays(span)) {
    assert(span.start <= inlay.offset && inlay.offset <= span.end);
  }
  for (const { edits } of it.refactorings(span)) applyEdits(text, edits);
}

function checkSelections(language: AnyLanguage, text: string, at: number): void {
  const offset = at % (text.length + 1);
  const spans = analyze(language, text).selections(offset);
  const { start: first, end: final } = spans.at(-1) ?? {};
  assert.deepEqual([first, final], [0, text.length]);
  let last = { start: offset, end: offset };
  for (const { start, end } of spans) {
    assert(start <= last.start && last.end <= end);
    last = { start, end };
  }
}

function checkTokens(language: AnyLanguage, text: string): void {
  let last = 0;
  for (const { start, end } of analyze(language, text).tokens()) {
    assert(last <= start && start < end && end <= text.length);
    assert.doesNotMatch(text.slice(start, end), /[\r\n]/);
    last = end;
  }
}

function checkCompletions(language: AnyLanguage, text: string, at: number): void {
  const offset = at % (text.length + 1);
  for (const item of analyze(language, text).complete(offset)) {
    const { start, end } = item.edit;
    assert(start <= offset && offset <= end && end <= text.length);
    assert.doesNotMatch(text.slice(start, end), /[\r\n]/);
    for (const other of item.additionalEdits ?? []) {
      // A deletion may be adjacent; the position of an adjacent insertion would be ambiguous.
      const beside = other.start < other.end && (other.end === start || end === other.start);
      assert(beside || other.end < start || end < other.start);
    }
    item.documentation?.();
  }
}

function checkAccepted(text: string, item: Completion | undefined): void {
  if (!item) return;
  const after = acceptCompletion(text, item);
  assert(errorsIn(after) <= errorsIn(text), after);
}

/** The text after accepting the completion without filling in placeholders. */
function acceptCompletion(text: string, item: Completion): string {
  const newText = item.snippet ? fillSnippet(item.edit.newText) : item.edit.newText;
  return applyEdits(text, [{ ...item.edit, newText }, ...(item.additionalEdits ?? [])]);
}

/** A snippet with the defaults of its placeholders, and a number in empty ones. */
export function fillSnippet(snippet: string): string {
  return snippet
    .replace(/\{ \$\{\d+\} \}/g, "{ }")
    .replace(
      /\\([$}\\])|\$\{\d+(?::((?:\\.|[^}\\])*))?\}/g,
      (_, escaped: string | undefined, word = "0") => escaped ?? word.replace(/\\(.)/g, "$1"),
    );
}

function errorsIn(text: string): number {
  return parseJson(text).errors.length;
}
