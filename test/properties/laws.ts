import assert from "node:assert/strict";
import type { FormatOptions } from "../../server/src/core/analysis.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { applyEdits, type Edit, sortEdits } from "../../server/src/text/edit.ts";
import type { Span } from "../../server/src/text/span.ts";

/**
 * Properties of any text in any of our languages. Each throws if it does not hold, so that property tests and fuzz targets can
 * share them.
 */

const layout: FormatOptions = { tabSize: 2, insertSpaces: true };

/** Every feature works at any offset, and returns ranges inside the text. */
export function everyFeatureAnswers(language: AnyLanguage, text: string, at: number): void {
  const it = language.analyze(text, defaultContext);
  const span = { start: Math.floor(at / 2), end: at };
  for (const found of it.diagnostics()) aboutText(text, found);
  inside(text, "hover", it.hover(at) ?? []);
  const offered = it.complete(at);
  for (const item of offered) {
    soundEdits(text, "completion", [item.edit, ...(item.additionalEdits ?? [])]);
  }
  offered[at % offered.length]?.documentation?.();
  it.signature(at);
  for (const { edits } of it.refactorings(span)) soundEdits(text, "refactoring", edits);
  for (const symbol of it.symbols()) inside(text, "symbol", symbol);
  inside(text, "folds", it.folds());
  inside(text, "selections", it.selections(at));
  inside(text, "tokens", it.tokens());
  it.inlays(span);
  inside(text, "lenses", it.lenses());
  inside(text, "highlights", it.highlights(at));
  inside(text, "links", it.links());
  it.directives?.();
  inside(text, "lists", it.listReferences?.() ?? []);
}

function aboutText(text: string, { start, end, message, fixes, related = [] }: Diagnostic): void {
  inside(text, "finding", [{ start, end }, ...related]);
  assert.match(message, /[.?…]$/);
  for (const { edits } of fixes) soundEdits(text, "fix", edits);
}

function inside(text: string, what: string, spans: Span | readonly Span[]): void {
  for (const { start, end } of "start" in spans ? [spans] : spans) {
    assert(0 <= start && start <= end && end <= text.length, `${what} from ${start} to ${end}`);
  }
}

/** Edits are inside the text and do not overlap. */
function soundEdits(text: string, what: string, edits: readonly Edit[]): void {
  inside(text, what, edits);
  let last = 0;
  for (const { start, end } of sortEdits(edits)) {
    assert(start >= last, `${what}: edits overlap at ${start}`);
    last = end;
  }
}

/** The assertion of the library takes minutes to diff two long texts. */
function same(is: string | undefined, should: string | undefined, what: string): void {
  if (is === should) return;
  throw new Error(`${what}: ${shown(is)} for ${shown(should)}`);
}

/** Formatting, of the whole text or a range, does not change what is pushed; formatting of the whole is idempotent. */
export function formattingKeepsMeaning(language: AnyLanguage, text: string, at: number): void {
  const it = language.analyze(text, defaultContext);
  const pushed = it.pushed();
  const span = { start: Math.floor(at / 2), end: at };
  const typed = text.slice(Math.max(0, at - 1), at);
  sameWhenApplied(language, text, pushed, it.formatRange(span, layout));
  sameWhenApplied(language, text, pushed, it.formatOnType(at, typed, layout));
  const edits = it.format(layout);
  if (!edits) return;
  const once = sameWhenApplied(language, text, pushed, edits);
  const again = language.analyze(once, defaultContext).format(layout);
  same(again && applyEdits(once, again), once, "formatting again changes something");
}

function sameWhenApplied(
  language: AnyLanguage,
  text: string,
  pushed: string | undefined,
  edits: readonly Edit[],
): string {
  soundEdits(text, "formatting", edits);
  const after = applyEdits(text, edits);
  same(language.analyze(after, defaultContext).pushed(), pushed, "another text is pushed");
  return after;
}

/** The pushed form of a text without errors is pushed unchanged. */
export function pushedIsStable(language: AnyLanguage, text: string): void {
  const it = language.analyze(text, defaultContext);
  if (it.format(layout) === undefined) return;
  const pushed = it.pushed();
  if (pushed === undefined) return;
  same(
    language.analyze(pushed, defaultContext).pushed(),
    pushed,
    "what is pushed is pushed otherwise",
  );
}

/** Suppressing a diagnostic removes it and does not change what is pushed. */
export function suppressingRemovesDiagnostic(
  language: AnyLanguage,
  text: string,
  at: number,
): void {
  const it = language.analyze(text, defaultContext);
  if (it.format(layout) === undefined) return;
  const pushed = it.pushed();
  const before = counted(it.diagnostics());
  for (const { title, edits } of it.refactorings({ start: at, end: at })) {
    const code = /^Ignore '([\w-]+)'/.exec(title)?.[1];
    if (code === undefined) continue;
    const after = language.analyze(applyEdits(text, edits), defaultContext);
    same(after.pushed(), pushed, title);
    const left = counted(after.diagnostics()).get(code) ?? 0;
    assert(left < (before.get(code) ?? 0), `${title}: ${left} are left`);
  }
}

/** Every fix resolves its diagnostic, or at least another one. */
export function everyFixHelps(language: AnyLanguage, text: string): void {
  const it = language.analyze(text, defaultContext);
  // In a text with syntax errors, a fix may reveal more problems; in the end none are left to fix.
  if (it.format(layout) === undefined) return;
  const found = it.diagnostics();
  for (const finding of found) {
    for (const { title, edits } of finding.fixes) {
      const after = applyEdits(text, edits);
      const left = language.analyze(after, defaultContext).diagnostics();
      if (alike(finding, left) < alike(finding, found) || left.length < found.length) continue;
      const step = `${finding.code} (${title}): ${shown(text)} → ${shown(after)}`;
      throw new Error(`${step} leaves '${finding.message}'`);
    }
  }
}

function alike({ code, message }: Diagnostic, among: readonly Diagnostic[]): number {
  return among.filter((it) => it.code === code && it.message === message).length;
}

/** Safe fixes add no errors or warnings to a text that the service accepts. */
export function fixesBringNothing(language: AnyLanguage, text: string): void {
  const found = language.analyze(text, defaultContext).diagnostics();
  if (found.some(({ severity }) => severity === "error")) return;
  const after = fixAll(language, text, defaultContext, { style: true });
  const before = counted(found);
  const more = [...counted(language.analyze(after, defaultContext).diagnostics())]
    .filter(([code, count]) => count > (before.get(code) ?? 0))
    .map(([code]) => code);
  if (more.length > 0) throw new Error(`${shown(text)} → ${shown(after)} brings ${more}`);
}

function counted(found: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function shown(text: string | undefined): string {
  return JSON.stringify(text ?? null).slice(0, 1000);
}
