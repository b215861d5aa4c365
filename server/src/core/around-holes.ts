import type { Edit } from "../text/edit.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";

/**
 * What is said and fixed holds for any content of the holes: advice that one may contradict is dropped, and the fix of an
 * error becomes a guess.
 */
export function respectingHoles(
  found: readonly Diagnostic[],
  isSafe: (edits: readonly Edit[]) => boolean,
  checks: readonly { readonly code: string; readonly severity: Severity }[],
): readonly Diagnostic[] {
  return found.flatMap((it) => {
    const fixes = it.fixes.map((fix) =>
      fix.guess || isSafe(fix.edits) ? fix : { ...fix, guess: true as const },
    );
    if (fixes.every((fix, index) => fix === it.fixes[index])) return [it];
    const severity = checks.find(({ code }) => code === it.code)?.severity;
    return severity === "hint" || severity === "info" ? [] : [{ ...it, fixes }];
  });
}
