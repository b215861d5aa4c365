import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  type Limits,
  languageFor,
} from "../../languages.ts";
import { thousands } from "../../text/wording.ts";
import { codes, type ErrorItem } from "../envelope.ts";

/** The texts of both languages are judged by the languages themselves, so that the emulator and the editor never disagree. */

/** Code points. */
const mostExpression = 4096;

/** Why the service refuses a job's filter, exactly as it was sent; empty when it takes it. */
export function filterProblems(filter: string, dataset: string, limits: Limits): readonly string[] {
  const bytes = new TextEncoder().encode(filter).length;
  const most = limits.bytes;
  // White space that is sent counts, though a file may have as much as it likes.
  if (bytes > most) {
    return [`Filter is ${thousands(bytes)} bytes; the limit is about ${thousands(most)}.`];
  }
  const found = errors(languageFor("filter"), filter, { forcedDataset: dataset, limits });
  if (found.length > 0 || isPlainJson(filter)) return found;
  return ["JSON does not allow comments or trailing commas. Remove them before sending."];
}

/** Why the service refuses a rule expression, exactly as it was sent. */
export function expressionProblems(expression: string): readonly Omit<ErrorItem, "source">[] {
  if (expression.trim() === "")
    return [{ code: codes.badExpression, message: "The expression is empty." }];
  const length = expression.length > mostExpression ? [...expression].length : 0;
  if (length > mostExpression) {
    const message = `Expression is ${thousands(length)} characters; the limit is ${thousands(mostExpression)}.`;
    return [{ code: codes.expressionTooLong, message }];
  }
  const language = languageFor("rule");
  const found = errors(language, expression, {});
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
  const diagnostics = language.analyse(text, { ...defaultContext, ...context }).diagnostics();
  return diagnostics.filter((it) => it.severity === "error").map((it) => it.message);
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Files may have comments and tabs, which a push leaves out; here nothing but the engine's own white space may be left out. */
function isBare(language: AnyLanguage, text: string): boolean {
  const pushed = language.analyse(text, defaultContext).pushed();
  if (pushed === undefined) return true;
  const engineSpace = /[ \r\n]+/g;
  return text.trim().replace(engineSpace, "") === pushed.replace(engineSpace, "");
}
