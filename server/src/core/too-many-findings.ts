import type { Span } from "../text/span.ts";
import { thousands } from "../text/wording.ts";
import type { Context } from "./context.ts";
import { type Diagnostic, maxDiagnostics } from "./diagnostic.ts";

const code = "too-many-findings";

/** The diagnostic that a file has more problems than are shown. Undefined if it is disabled. */
export function tooManyFindings(
  severities: Context["severity"],
  { start, end }: Span,
): Diagnostic | undefined {
  const severity = (Object.hasOwn(severities, code) && severities[code]) || "info";
  if (severity === "off") return undefined;
  const message = `Only the first ${thousands(maxDiagnostics)} problems in this file are shown. Fix some to see the rest.`;
  return { code, severity, start, end, message, fixes: [] };
}

/** Limits the problems of the texts in one file. Errors come first, because they decide whether a check passes. */
export function limitFindings(
  found: readonly Diagnostic[],
  severities: Context["severity"],
): readonly Diagnostic[] {
  if (found.length <= maxDiagnostics) return found;
  const problems = found.filter((it) => it.code !== code);
  if (problems.length <= maxDiagnostics) return found;
  const errors = problems.filter((it) => it.severity === "error");
  const others = problems.filter((it) => it.severity !== "error");
  const shown = [...errors, ...others]
    .slice(0, maxDiagnostics)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const notice = tooManyFindings(severities, shown.at(-1) ?? { start: 0, end: 0 });
  return notice ? [...shown, notice] : shown;
}
