import { type Diagnostic, manualUrl } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { printableJson } from "../../text/printable.ts";
import type { Span } from "../../text/span.ts";
import { type FileReport, summarize } from "../report.ts";

/** A JSON document; its shape is part of the public contract. */
export function renderJson(reports: readonly FileReport[]): string {
  const files = reports.map(({ path, language, text, diagnostics, error }) => {
    const lines = new Lines(text);
    return {
      path,
      language,
      diagnostics: diagnostics.map((it) => diagnosticOf(it, lines)),
      ...(error === undefined ? {} : { error }),
    };
  });
  return `${printableJson({ version: 1, files, summary: summarize(reports) })}\n`;
}

function diagnosticOf(
  { code, severity, message, start, end, fixes, embedded }: Diagnostic,
  lines: Lines,
) {
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

function rangeOf(span: Span, lines: Lines) {
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}
