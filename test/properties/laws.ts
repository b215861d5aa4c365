import assert from "node:assert/strict";
import type { FormatOptions, Language } from "../../server/src/core/analysis.ts";
import { defaultContext } from "../../server/src/core/context.ts";
import type { Diagnostic, Severity } from "../../server/src/core/diagnostic.ts";
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

/** The library's own comparison takes minutes to show where two long texts differ. */
function same(is: string | undefined, should: string | undefined, what: string): void {
  if (is === should) return;
  const shown = (text: string | undefined) => JSON.stringify(text)?.slice(0, 1000);
  throw new Error(`${what}: ${shown(is)} for ${shown(should)}`);
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
  same(again && applyEdits(once, again), once, "formatting again changes something");
}

function sameWhenApplied(
  language: Language,
  text: string,
  pushed: string | undefined,
  edits: readonly Edit[],
): string {
  soundEdits(text, "formatting", edits);
  const after = applyEdits(text, edits);
  same(language.analyse(after, defaultContext).pushed(), pushed, "another text is pushed");
  return after;
}

/** What is pushed of a text without errors is pushed as it is. */
export function pushedIsStable(language: Language, text: string): void {
  const it = language.analyse(text, defaultContext);
  if (it.format(layout) === undefined) return;
  const pushed = it.pushed();
  if (pushed === undefined) return;
  same(
    language.analyse(pushed, defaultContext).pushed(),
    pushed,
    "what is pushed is pushed otherwise",
  );
}

/** Whoever silences a finding changes nothing that is pushed, and hears no more of it there. */
export function silencingSilences(language: Language, text: string, at: number): void {
  const it = language.analyse(text, defaultContext);
  if (it.format(layout) === undefined) return;
  const pushed = it.pushed();
  const before = counted(it.diagnostics());
  for (const { title, kind, edits } of it.refactorings({ start: at, end: at })) {
    const code = /^Ignore '([\w-]+)'/.exec(title)?.[1];
    if (kind !== "quickfix" || code === undefined) continue;
    const after = language.analyse(applyEdits(text, edits), defaultContext);
    same(after.pushed(), pushed, title);
    const left = counted(after.diagnostics()).get(code) ?? 0;
    assert(left < (before.get(code) ?? 0), `${title}: ${left} are left`);
  }
}

/** What a fix leaves behind that it should not. */
export interface Leftover {
  readonly code: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** Found more often afterwards; or as often, where that is what was to be mended. */
  readonly left: string;
  readonly severity: Severity;
}

/** The findings that stay although their fix was applied, and those that come with it. */
export function leftovers(language: Language, before: string): Leftover[] {
  const findings = (it: string) => language.analyse(it, defaultContext).diagnostics();
  const found = findings(before);
  return found.flatMap(({ code, fixes }) =>
    fixes.flatMap(({ title, edits }) => {
      const after = applyEdits(before, edits);
      const known = counted(found);
      known.set(code, (known.get(code) ?? 0) - 1);
      const now = findings(after);
      const more = [...counted(now)].filter(([it, count]) => count > (known.get(it) ?? 0));
      return more.map(([left]): Leftover => {
        const severity = now.find((it) => it.code === left)?.severity ?? "error";
        return { code, title, before, after, left, severity };
      });
    }),
  );
}

function counted(found: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
