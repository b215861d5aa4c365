import { type Diagnostic, type Severity, severities } from "../core/diagnostic.ts";
import { diagnosticOf } from "../library/diagnostic.ts";
import { Lines } from "../text/lines.ts";
import { cutAfter } from "../text/shorten.ts";
import { plural } from "../text/wording.ts";

/** Assistants pay per token, and the first problems usually cause the others. */
export const maxListed = 50;
const maxExcerpt = 200;
/** Problems whose place is a secret, or an address that may contain one. */
const withSecret = /^(?:secret-in-file|destination-(?:path|url))$/;

const counters = {
  error: "errors",
  warning: "warnings",
  info: "infos",
  hint: "hints",
} as const satisfies Record<Severity, string>;

/** The diagnostics of a text as data, errors first. */
export function diagnosticsData(text: string, found: readonly Diagnostic[]) {
  const lines = new Lines(text);
  const summary = { errors: 0, warnings: 0, infos: 0, hints: 0 };
  for (const { severity } of found) summary[counters[severity]]++;
  const listed = errorsFirst(found).slice(0, maxListed);
  return {
    diagnostics: listed.map((it) => ({
      ...diagnosticOf(it, lines),
      excerpt: withSecret.test(it.code) ? "…" : cutAfter(text.slice(it.start, it.end), maxExcerpt),
    })),
    summary,
    ...(found.length > listed.length && { omitted: found.length - listed.length }),
  };
}

function errorsFirst(found: readonly Diagnostic[]): Diagnostic[] {
  const rank = ({ severity }: Diagnostic) => severities.indexOf(severity);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

/** The diagnostics for people: a count, then a line for each. */
export function diagnosticsText(text: string, found: readonly Diagnostic[]): string {
  const lines = new Lines(text);
  const counts = severities.flatMap((severity) => {
    const count = found.filter((it) => it.severity === severity).length;
    return count > 0 ? [plural(count, severity)] : [];
  });
  if (counts.length === 0) return "No problems found.";
  const listed = errorsFirst(found).slice(0, maxListed);
  const omitted = found.length - listed.length;
  return [
    `${counts.join(", ")}:`,
    ...listed.map((it) => lineOf(it, lines)),
    ...(omitted > 0 ? [`… and ${omitted} more. Fix these first.`] : []),
  ].join("\n");
}

function lineOf({ start, code, severity, message, fixes: [fix] }: Diagnostic, lines: Lines) {
  const { line, character } = lines.positionAt(start);
  const kind = fix?.guess ? "Possible fix" : "Safe fix";
  const remedy = fix ? ` ${kind}: ${fix.title}.` : "";
  return `${line + 1}:${character + 1} ${severity} ${code}: ${message}${remedy}`;
}
