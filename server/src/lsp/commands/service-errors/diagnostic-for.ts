import type { Reason } from "../../../api/service-error.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import { printable } from "../../../text/printable.ts";
import type { Span } from "../../../text/span.ts";
import { placeInJson } from "./json.ts";
import { placeInRule } from "./rule.ts";
import type { PushedText } from "./text.ts";

const code = "refused-by-service";

/** The span that an error of the service refers to; undefined if it has none. */
type Finder = (reason: Reason, refused: PushedText) => Span | undefined;

const finders: Readonly<Record<string, Finder>> = {
  cfrule: placeInRule,
  lpfilter: placeInJson,
  lpjob: placeInJson,
};

export function diagnosticFor(reason: Reason, refused: PushedText): Diagnostic | undefined {
  const { language, context } = refused;
  const { [code]: severity = "error" } = context.severity;
  const place = severity === "off" ? undefined : finders[language.id]?.(reason, refused);
  if (!place || severity === "off") return undefined;
  const { start, end } = place;
  return { code, severity, start, end, message: messageOf(reason), fixes: [] };
}

const longest = 400;

/** The message of the service. If it contains the expression with carets, only the reason after them. */
function messageOf({ message }: Reason): string {
  const behind = /^[ \t]*\^+(.*)/ms.exec(message)?.[1]?.trim();
  const said = printable(behind || message)
    .trim()
    .slice(0, longest);
  return `The service rejected this: ${/[.!?…]$/.test(said) ? said : `${said}.`}`;
}
