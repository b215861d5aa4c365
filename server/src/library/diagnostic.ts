import { type Diagnostic as Found, helpUrl } from "../core/diagnostic.ts";
import type { FixedText } from "../core/fix-all.ts";
import { Lines } from "../text/lines.ts";
import type { AppliedFix, Diagnostic, RelatedPlace } from "./types.ts";

/** A diagnostic as returned by the library, and in JSON by `weir check`. The shape is part of the public contract. */
export function diagnosticOf(found: Found, lines: Lines): Diagnostic {
  const { code, severity, message, fixes, embedded, rule, policy } = found;
  const related = placesElsewhere(found);
  return {
    code,
    severity,
    message,
    url: helpUrl(found),
    ...(policy && { policy: policy.name }),
    ...(embedded !== undefined && { embedded }),
    range: lines.rangeOf(found),
    ...(rule && { rule }),
    ...(related.length > 0 && { related }),
    fixes: fixes.map(({ title, edits, guess }) => ({
      title,
      ...(guess && { guess }),
      edits: edits.map((it) => ({ range: lines.rangeOf(it), newText: it.newText })),
    })),
  };
}

/** Applied fixes, with their ranges in the text before. */
export function appliedOf(applied: FixedText["applied"], before: string): AppliedFix[] {
  const lines = new Lines(before);
  return applied.map(({ start, end, ...it }) => ({ ...it, range: lines.rangeOf({ start, end }) }));
}

/** The related locations in other files. */
export function placesElsewhere({ related = [] }: Pick<Found, "related">): RelatedPlace[] {
  return related.flatMap(({ start, end, message, file }) =>
    file ? [{ path: file.path, range: new Lines(file.text).rangeOf({ start, end }), message }] : [],
  );
}
