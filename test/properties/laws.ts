import assert from "node:assert/strict";
import type { Analysis, FormatOptions, Language } from "../../server/src/core/analysis.ts";
import { defaultContext } from "../../server/src/core/context.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { applyEdits, type Edit, sortEdits } from "../../server/src/text/edit.ts";
import type { Span } from "../../server/src/text/span.ts";

/**
 * What holds for any text of any of our languages. Each law throws where it does not hold, so that properties and fuzz
 * targets can ask for the same.
 */

const layout: FormatOptions = { tabSize: 2, insertSpaces: true };

/** Every feature answers at a place, and whatever it says is about the text. */
export function everyFeatureAnswers(language: Language, text: string, at: number): void {
  const it = language.analyse(text, defaultContext);
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

/** Edits lie in the text and not in each other. */
function soundEdits(text: string, what: string, edits: readonly Edit[]): void {
  inside(text, what, edits);
  let last = 0;
  for (const { start, end } of sortEdits(edits)) {
    assert(start >= last, `${what}: edits overlap at ${start}`);
    last = end;
  }
}

/** Formatting, of the whole or of a part, keeps what is pushed; and of the whole it leaves nothing more to do. */
export function formattingKeepsMeaning(language: Language, text: string, at: number): void {
  const it = language.analyse(text, defaultContext);
  const pushed = it.pushed();
  const span = { start: Math.floor(at / 2), end: at };
  const typed = text.slice(Math.max(0, at - 1), at);
  sameWhenApplied(language, text, pushed, it.formatRange(span, layout));
  sameWhenApplied(language, text, pushed, it.formatOnType(at, typed, layout));
  const edits = it.format(layout);
  if (!edits) return;
  const once = sameWhenApplied(language, text, pushed, edits);
  const again = language.analyse(once, defaultContext).format(layout);
  assert.equal(again && applyEdits(once, again), once, "formatting again changes something");
}

function sameWhenApplied(
  language: Language,
  text: string,
  pushed: string | undefined,
  edits: readonly Edit[],
): string {
  soundEdits(text, "formatting", edits);
  const after = applyEdits(text, edits);
  assert.equal(language.analyse(after, defaultContext).pushed(), pushed);
  return after;
}

/** What is pushed of a text without errors is pushed as it is. */
export function pushedIsStable(language: Language, text: string): void {
  const it = language.analyse(text, defaultContext);
  if (it.format(layout) === undefined) return;
  const pushed = it.pushed();
  if (pushed === undefined) return;
  assert.equal(language.analyse(pushed, defaultContext).pushed(), pushed);
}

/** A fix that does not what it promises. */
export interface BrokenFix {
  readonly code: string;
  readonly title: string;
  readonly after: string;
  /** The codes of which there are more afterwards; its own when it has not gone. */
  readonly more: readonly string[];
}

/** The fixes whose finding stays, or after which something new is found. */
export function brokenFixes(language: Language, text: string): BrokenFix[] {
  const findings = (it: string) => language.analyse(it, defaultContext).diagnostics();
  const before = findings(text);
  return before.flatMap(({ code, fixes }) =>
    fixes.flatMap(({ title, edits }) => {
      const after = applyEdits(text, edits);
      const more = moreOf(counted(before, code), counted(findings(after)));
      return more.length === 0 ? [] : [{ code, title, after, more }];
    }),
  );
}

/** How often each code is found, one of them taken away. */
function counted(found: readonly Diagnostic[], without?: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (without !== undefined) counts.set(without, (counts.get(without) ?? 0) - 1);
  return counts;
}

function moreOf(before: Map<string, number>, after: Map<string, number>): string[] {
  return [...after].filter(([code, count]) => count > (before.get(code) ?? 0)).map(([it]) => it);
}

/** Analysis of a text as everything else does it, for those who need no more than the default. */
export function analyse(language: Language, text: string): Analysis {
  return language.analyse(text, defaultContext);
}
