import { applyEdits, type Edit } from "../text/edit.ts";
import { overlaps } from "../text/span.ts";
import type { Language } from "./analysis.ts";
import type { Context } from "./context.ts";
import type { Diagnostic } from "./diagnostic.ts";

/**
 * Applies every fix that is the one right answer to its finding, round after round, until none is left.
 * One fix may uncover the next; a text that still changes after so many rounds is left as it is then.
 */
export function fixAll(language: Language, text: string, context: Context, rounds = 10): string {
  let current = text;
  for (let round = 0; round < rounds; round++) {
    const edits = sureEdits(language.analyse(current, context).diagnostics());
    if (edits.length === 0) return current;
    current = applyEdits(current, edits);
  }
  return current;
}

/** The edits of the fixes that do not get into each other's way, the first in the text before the others. */
function sureEdits(diagnostics: readonly Diagnostic[]): Edit[] {
  const taken: Edit[] = [];
  for (const { fixes } of diagnostics) {
    const fix = fixes[0];
    if (!fix || fix.guess) continue;
    const inTheWay = fix.edits.some((edit) => taken.some((it) => overlaps(it, edit)));
    if (!inTheWay) for (const edit of fix.edits) taken.push(edit);
  }
  return taken;
}
