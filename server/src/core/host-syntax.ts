import type { Analysis } from "./analysis.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";

const code = "host-syntax";

/** The diagnostics of a text for a report; in an editor, the tools of a host file report its syntax. */
export function reportedDiagnostics(
  analysis: Analysis,
  severities: Readonly<Record<string, Severity | "off">>,
): readonly Diagnostic[] {
  const found = analysis.diagnostics();
  const fault = analysis.regions ? analysis.syntaxFault?.() : undefined;
  const severity = severities[code] ?? "error";
  const hasConflicts = found.some((it) => it.code === "merge-conflict");
  if (!fault || severity === "off" || hasConflicts) return found;
  const { start, end } = fault;
  const message = `Syntax error, so not all of the file was checked. ${fault.message}`;
  return [...found, { start, end, code, severity, message, fixes: [] }].sort(
    (a, b) => a.start - b.start,
  );
}
