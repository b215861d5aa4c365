import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  type Limits,
  languageFor,
  ruleLimits,
} from "../../languages.ts";
import { jsonValue } from "../../text/record.ts";
import { countCodePoints } from "../../text/width.ts";
import { thousands } from "../../text/wording.ts";
import { codes, type ErrorItem } from "../envelope.ts";

/** Both languages are validated by their own analysis, so that the emulator and the editor agree. */

/** Why the service rejects a job's filter, exactly as sent; empty when it is valid. */
export function filterProblems(filter: string, dataset: string, limits: Limits): readonly string[] {
  const bytes = new TextEncoder().encode(filter).length;
  const limit = limits.bytes;
  // Whitespace is included in the limit here; in files it is not, because a push removes it.
  if (bytes > limit) {
    return [`Filter is ${thousands(bytes)} bytes; the limit is about ${thousands(limit)}.`];
  }
  const found = errors(languageFor("filter"), filter, { forcedDataset: dataset, limits });
  if (found.length > 0 || jsonValue(filter) !== undefined) return found;
  return ["JSON does not allow comments or trailing commas. Remove them before sending."];
}

/** Why the service rejects a rule expression, exactly as sent; empty when it is valid. */
export function expressionProblems(expression: string): readonly Omit<ErrorItem, "source">[] {
  if (expression.trim() === "")
    return [{ code: codes.badExpression, message: "The expression is empty." }];
  const length = countCodePoints(expression);
  const limit = ruleLimits.expression;
  if (length > limit) {
    const message = `Expression is ${thousands(length)} characters; the limit is ${thousands(limit)}.`;
    return [{ code: codes.expressionTooLong, message }];
  }
  const language = languageFor("rule");
  const found = errors(language, expression, { isSentAsWritten: true });
  const messages = found.length > 0 || isBare(language, expression) ? found : [notBare];
  return messages.map((message) => ({ code: codes.badExpression, message }));
}

const notBare =
  "The engine does not allow comments, or tabs between tokens. Remove them before sending.";

function errors(
  language: AnyLanguage,
  text: string,
  context: Partial<FileContext>,
): readonly string[] {
  const diagnostics = language.analyze(text, { ...defaultContext, ...context }).diagnostics();
  return diagnostics.filter((it) => it.severity === "error").map((it) => it.message);
}

/** A push strips comments and tabs from files; a request may only contain the whitespace that the engine ignores. */
function isBare(language: AnyLanguage, text: string): boolean {
  const pushed = language.analyze(text, defaultContext).pushed();
  if (pushed === undefined) return true;
  const engineSpace = /[ \r\n]+/g;
  return text.trim().replace(engineSpace, "") === pushed.replace(engineSpace, "");
}
