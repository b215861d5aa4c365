import { type Diagnostic as Found, manualUrl } from "../core/diagnostic.ts";
import type { Lines } from "../text/lines.ts";
import type { Diagnostic } from "./types.ts";

/** A diagnostic as programs get it: from the library, and in JSON from `weir check`. The shape is part of the public contract. */
export function diagnosticOf(found: Found, lines: Lines): Diagnostic {
  const { code, severity, message, fixes, embedded } = found;
  return {
    code,
    severity,
    message,
    url: manualUrl(code),
    ...(embedded !== undefined && { embedded }),
    range: lines.rangeOf(found),
    fixes: fixes.map(({ title, edits, guess }) => ({
      title,
      ...(guess && { guess }),
      edits: edits.map((it) => ({ range: lines.rangeOf(it), newText: it.newText })),
    })),
  };
}
