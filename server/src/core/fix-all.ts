import { applyEdits, type Edit, firstFrom, offsetBefore, sortEdits } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import type { Language } from "./analysis.ts";
import type { Context } from "./context.ts";
import type { Diagnostic } from "./diagnostic.ts";

export interface FixAllOptions {
  /** Also fixes infos and hints, which are matters of style. */
  readonly style?: boolean | undefined;
  readonly rounds?: number | undefined;
}

/** Whether the first fix of a diagnostic is safe, and applied by default or, with `style`, on request. */
export function isFixable({ severity, fixes: [first] }: Diagnostic, style = false): boolean {
  return first !== undefined && !first.guess && (style || !isStyle(severity));
}

function isStyle(severity: Diagnostic["severity"]): boolean {
  return severity === "info" || severity === "hint";
}

/** A fix that was applied; the span is the span of its diagnostic in the original text. */
export interface AppliedFix extends Span, Pick<Diagnostic, "code" | "severity" | "message"> {
  readonly title: string;
}

export interface FixedText {
  readonly text: string;
  readonly applied: readonly AppliedFix[];
}

/** The text after all safe fixes. */
export function fixAll<C extends Context>(...given: Parameters<typeof applySafeFixes<C>>): string {
  return applySafeFixes(...given).text;
}

/**
 * Applies all safe fixes, repeatedly, because one fix may enable the next.
 * Stops after a fixed number of rounds.
 */
export function applySafeFixes<C extends Context>(
  language: Pick<Language<C>, "analyze">,
  text: string,
  context: C,
  { style = false, rounds = 10 }: FixAllOptions = {},
): FixedText {
  const diagnose = (it: string) => language.analyze(it, context).diagnostics();
  const given = diagnose(text);
  const isWorse = (it: readonly Diagnostic[]) => bringsMore(given, it, style);
  const fix = (isCareful: boolean): readonly [FixedText, readonly Diagnostic[]] => {
    let [current, left]: [FixedText, readonly Diagnostic[]] = [{ text, applied: [] }, given];
    const edits: (readonly Edit[])[] = [];
    for (let round = 0; round < rounds; round++) {
      const fixable = compatibleFixes(left.filter((it) => isFixable(it, style)));
      const apply = (some: readonly Diagnostic[]) =>
        applyEdits(current.text, some.flatMap(firstEdits));
      const chosen = isCareful
        ? harmless(fixable, (some) => isWorse(diagnose(apply(some))))
        : fixable;
      if (chosen.length === 0) break;
      const applied = appliedFixes(chosen, edits);
      edits.push(chosen.flatMap(firstEdits));
      current = { text: apply(chosen), applied: [...current.applied, ...applied] };
      left = diagnose(current.text);
    }
    return [current, left];
  };
  const [fixed, left] = fix(false);
  // Errors in the text before may have hidden the problems that are found now.
  if (given.some(isError) || !isWorse(left)) return fixed;
  return fix(true)[0];
}

/** The first fixes of diagnostics, at their places before the given rounds of edits. */
export function appliedFixes(
  chosen: readonly Diagnostic[],
  rounds: readonly (readonly Edit[])[],
): AppliedFix[] {
  const toOriginal = rounds.map(offsetBefore).reverse();
  const original = (offset: number) => toOriginal.reduce((at, before) => before(at), offset);
  return chosen.map(({ code, severity, message, fixes: [first], start, end }) => ({
    ...{ code, severity, message, title: first?.title ?? "" },
    ...{ start: original(start), end: original(end) },
  }));
}

function firstEdits({ fixes: [first] }: Diagnostic): readonly Edit[] {
  return first?.edits ?? [];
}

/** More fixes are not tried one by one. */
const mostTried = 50;

/** As many of the diagnostics as can be fixed together. */
function harmless(
  fixable: readonly Diagnostic[],
  isHarmful: (some: readonly Diagnostic[]) => boolean,
): readonly Diagnostic[] {
  const chosen: Diagnostic[] = [];
  for (const it of fixable.slice(0, mostTried)) if (!isHarmful([...chosen, it])) chosen.push(it);
  return chosen;
}

/** Whether there are more diagnostics of some code. Without `style`, infos and hints do not count. */
function bringsMore(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  style: boolean,
): boolean {
  const counts = new Map<string, number>();
  const counted = (it: Diagnostic) => style || !isStyle(it.severity);
  for (const { code } of after.filter(counted)) counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const { code } of before.filter(counted)) counts.set(code, (counts.get(code) ?? 0) - 1);
  return [...counts.values()].some((it) => it > 0);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** The diagnostics whose first fixes can be applied together. If fixes touch each other, only the first one in the text is used. */
export function compatibleFixes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const taken: Edit[] = [];
  const chosen: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const edits = sortEdits(firstEdits(diagnostic));
    const isFree = edits.every((it) => {
      const next = firstFrom(taken, it.start);
      return (taken[next]?.start ?? Infinity) > it.end && (taken[next - 1]?.end ?? -1) < it.start;
    });
    if (!isFree || overlapEachOther(edits)) continue;
    for (const it of edits) taken.splice(firstFrom(taken, it.start), 0, it);
    chosen.push(diagnostic);
  }
  return chosen;
}

/** Whether sorted edits replace a character twice: applied, they would lose text. */
function overlapEachOther(edits: readonly Edit[]): boolean {
  return edits.some((it, index) => it.start < (edits[index - 1]?.end ?? 0));
}
