import { applyEdits, type Edit } from "../text/edit.ts";
import { overlaps } from "../text/span.ts";
import type { Language } from "./analysis.ts";
import type { Context } from "./context.ts";
import type { Diagnostic } from "./diagnostic.ts";

/**
 * Applies all safe fixes, repeatedly, because one fix may enable the next.
 * Stops after a fixed number of rounds.
 */
export function fixAll<C extends Context>(
  language: Pick<Language<C>, "analyse">,
  text: string,
  context: C,
  rounds = 10,
): string {
  const diagnose = (it: string) => language.analyse(it, context).diagnostics();
  let current = text;
  let found = diagnose(text);
  for (let round = 0; round < rounds; round++) {
    const fixes = sureFixes(found);
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

/** The edits of the safe fixes. If fixes overlap, the first one in the text is used. */
function sureFixes(diagnostics: readonly Diagnostic[]): (readonly Edit[])[] {
  const taken: Edit[] = [];
  const chosen: (readonly Edit[])[] = [];
  for (const { fixes } of diagnostics) {
    const fix = fixes[0];
    if (!fix || fix.guess) continue;
    const inTheWay = fix.edits.some((edit) => taken.some((it) => overlaps(it, edit)));
    if (inTheWay) continue;
    for (const edit of fix.edits) taken.push(edit);
    chosen.push(fix.edits);
  }
  return chosen;
}
