import { applyEdits, type Edit, sortEdits } from "../text/edit.ts";
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

/**
 * Applies all safe fixes, repeatedly, because one fix may enable the next.
 * Stops after a fixed number of rounds.
 */
export function fixAll<C extends Context>(
  language: Pick<Language<C>, "analyse">,
  text: string,
  context: C,
  { style = false, rounds = 10 }: FixAllOptions = {},
): string {
  const diagnose = (it: string) => language.analyse(it, context).diagnostics();
  let current = text;
  let found = diagnose(text);
  for (let round = 0; round < rounds; round++) {
    const fixes = compatibleFixes(found.filter((it) => isFixable(it, style)));
    if (fixes.length === 0) return current;
    let next = applyEdits(current, fixes.flat());
    let left = diagnose(next);
    // Each fix is safe on its own, but two together may empty a group.
    if (fixes.length > 1 && !hasErrors(found) && hasErrors(left)) {
      next = applyEdits(current, fixes[0] ?? []);
      left = diagnose(next);
    }
    current = next;
    found = left;
  }
  return current;
}

function hasErrors(found: readonly Diagnostic[]): boolean {
  return found.some((it) => it.severity === "error");
}

/** The edits of the first fixes. If fixes touch each other, only the first one in the text is used. */
export function compatibleFixes(diagnostics: readonly Diagnostic[]): (readonly Edit[])[] {
  const taken: Edit[] = [];
  const chosen: (readonly Edit[])[] = [];
  for (const { fixes } of diagnostics) {
    const edits = sortEdits(fixes[0]?.edits ?? []);
    const isFree = edits.every((it) => {
      const next = firstFrom(taken, it.start);
      return (taken[next]?.start ?? Infinity) > it.end && (taken[next - 1]?.end ?? -1) < it.start;
    });
    if (!isFree || overlapEachOther(edits)) continue;
    for (const it of edits) taken.splice(firstFrom(taken, it.start), 0, it);
    chosen.push(edits);
  }
  return chosen;
}

/** Whether sorted edits replace a character twice: applied, they would lose text. */
function overlapEachOther(edits: readonly Edit[]): boolean {
  return edits.some((it, index) => it.start < (edits[index - 1]?.end ?? 0));
}

/** The index of the first of sorted edits that starts at the offset or after it. Binary search, because a fix can have thousands. */
function firstFrom(edits: readonly Edit[], start: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
