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
  language: Pick<Language<C>, "analyze">,
  text: string,
  context: C,
  { style = false, rounds = 10 }: FixAllOptions = {},
): string {
  const diagnose = (it: string) => language.analyze(it, context).diagnostics();
  const given = diagnose(text);
  const isWorse = (it: readonly Diagnostic[]) => bringsMore(given, it, style);
  const fix = (isCareful: boolean): readonly [string, readonly Diagnostic[]] => {
    let [current, found] = [text, given];
    for (let round = 0; round < rounds; round++) {
      const fixes = compatibleFixes(found.filter((it) => isFixable(it, style)));
      const apply = (some: readonly (readonly Edit[])[]) => applyEdits(current, some.flat());
      const chosen = isCareful ? harmless(fixes, (some) => isWorse(diagnose(apply(some)))) : fixes;
      if (chosen.length === 0) break;
      current = apply(chosen);
      found = diagnose(current);
    }
    return [current, found];
  };
  const [fixed, left] = fix(false);
  // What is found in a text with errors may have been hidden by them.
  if (given.some(isError) || !isWorse(left)) return fixed;
  return fix(true)[0];
}

/** More fixes are not tried one by one. */
const mostTried = 50;

/** As many of the fixes as can be applied together. */
function harmless(
  fixes: readonly (readonly Edit[])[],
  isHarmful: (some: readonly (readonly Edit[])[]) => boolean,
): readonly (readonly Edit[])[] {
  const chosen: (readonly Edit[])[] = [];
  for (const it of fixes.slice(0, mostTried)) if (!isHarmful([...chosen, it])) chosen.push(it);
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
