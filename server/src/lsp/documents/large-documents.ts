import type { Analysis } from "../../core/analysis.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { emptyAnalysis } from "../../core/empty-analysis.ts";
import type { AnyLanguage, FileContext } from "../../languages.ts";
import { utf8Length } from "../../text/lines.ts";

const code = "large-file";

const megabyte = 1024 * 1024;

/** Above this size, only syntax and limits are checked, and nothing is formatted, to keep typing fast. */
const mostLookedAt = megabyte;

/** Above this size, a text is not parsed: its tree would take gigabytes. */
const maxRead = 16 * megabyte;

export function briefWhenLarge(text: string, context: FileContext): FileContext {
  return isAbove(mostLookedAt, text) ? { ...context, brief: true } : context;
}

export function isTooLarge(text: string): boolean {
  return isAbove(maxRead, text);
}

function isAbove(bytes: number, text: string): boolean {
  // A UTF-16 unit is one to three bytes, so most texts need not be measured.
  return text.length > bytes || (text.length * 3 > bytes && utf8Length(text) > bytes);
}

/** The analysis of a text, with a notice if it is reduced. */
export function analyzeInEditor(
  language: AnyLanguage,
  text: string,
  context: FileContext,
  previous?: Analysis,
): Analysis {
  if (!context.brief) return language.analyze(text, context, previous);
  if (isTooLarge(text)) return { ...emptyAnalysis, diagnostics: () => notices(text, context) };
  let read: Analysis | undefined;
  const analysis = (): Analysis => (read ??= language.analyze(text, context));
  return {
    ...emptyAnalysis,
    diagnostics: () => [...notices(text, context), ...analysis().diagnostics()],
    // Requests at a single position are cheap enough.
    hover: (offset) => analysis().hover(offset),
    complete: (offset) => analysis().complete(offset),
    signature: (offset) => analysis().signature(offset),
    selections: (offset) => analysis().selections(offset),
  };
}

function notices(text: string, context: FileContext): Diagnostic[] {
  const { [code]: severity = "info" } = context.severity;
  if (severity === "off") return [];
  const size = (utf8Length(text) / megabyte).toFixed(1);
  const rest = isTooLarge(text)
    ? "files over 16 MB are not checked."
    : "above 1 MB only syntax and limits are checked, and nothing is formatted.";
  return [
    { code, severity, start: 0, end: 1, message: `This file is ${size} MB; ${rest}`, fixes: [] },
  ];
}
