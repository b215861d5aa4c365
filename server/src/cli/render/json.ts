import { diagnosticOf } from "../../library/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { printableJson } from "../../text/printable.ts";
import { type FileReport, summarize } from "../report.ts";

/** A JSON document; its shape is part of the public contract. */
export function renderJson(reports: readonly FileReport[]): string {
  const files = reports.map(({ path, language, text, diagnostics, applied, error }) => {
    const lines = new Lines(text);
    return {
      path,
      language,
      diagnostics: diagnostics.map((it) => diagnosticOf(it, lines)),
      ...(applied && { fixed: true, applied }),
      ...(error === undefined ? {} : { error }),
    };
  });
  const notChecked = reports.flatMap(({ path, notChecked = [] }) =>
    notChecked.map(({ range, reason, detail }) => ({ path, range, reason, detail })),
  );
  const summary = summarize(reports);
  return `${printableJson({ version: 1, files, notChecked, summary })}\n`;
}
