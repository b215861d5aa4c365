import type { Analysis } from "../../core/analysis.ts";
import { type AnyLanguage, type FileContext, languageOfPath } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { PushError } from "../push-error.ts";

/**
 * Checks a file in its language, and throws on errors, or reports errors that leave it readable. Suppressed errors are
 * ignored.
 */
export function requireValid(
  path: string,
  text: string,
  context: FileContext,
  /** For text whose language does not follow from the file name. */
  language: AnyLanguage | undefined = languageOfPath(path),
  report?: (error: string) => void,
): Analysis {
  if (!language) throw new PushError(`'${path}' is not a file type that can be pushed.`);
  const analysis = language.analyze(text, context);
  const errors = analysis.diagnostics().filter((it) => it.severity === "error");
  const [first] = errors;
  if (!first) return analysis;
  const line = new Lines(text).lineAt(first.start) + 1;
  const what = `'${path}' has an error in line ${line}: ${first.message}`;
  const more = errors.length - 1;
  if (report && !analysis.syntaxFault?.()) {
    report(what);
    return analysis;
  }
  if (more === 0) throw new PushError(what);
  throw new PushError(
    `${what} 'weir check' shows ${more} more.`,
    `${what} The Problems view shows ${more} more.`,
  );
}
