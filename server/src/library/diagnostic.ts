import { type Diagnostic as Found, manualUrl } from "../core/diagnostic.ts";
import type { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import type { Diagnostic, Range } from "./types.ts";

/** A diagnostic as programs get it: from the library, and in JSON from `weir check`. The shape is part of the public contract. */
export function diagnosticOf(
  { code, severity, message, start, end, fixes, embedded }: Found,
  lines: Lines,
): Diagnostic {
  return {
    code,
    severity,
    message,
    url: manualUrl(code),
    ...(embedded !== undefined && { embedded }),
    range: rangeOf({ start, end }, lines),
    fixes: fixes.map(({ title, edits, guess }) => ({
      title,
      ...(guess && { guess }),
      edits: edits.map((it) => ({ range: rangeOf(it, lines), newText: it.newText })),
    })),
  };
}

function rangeOf(span: Span, lines: Lines): Range {
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}
