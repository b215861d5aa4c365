import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { insert, remove, replace } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { actionNamed } from "../../catalog/actions.ts";
import { foreignFunction } from "../../catalog/foreign-names.ts";
import { comparisons, logicals } from "../../catalog/operators.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { suggestedElement, suggestedField } from "./suggested-field.ts";
import { describeBareValue } from "./value-first.ts";
import { rangeOf, withoutField } from "./without-field.ts";

export function unknownField(p: Reader, span: Span): void {
  p.problem("unknown-field", span, () => {
    const name = p.slice(span);
    const quantifier = p.scheme.function(name)?.quantifier;
    if (quantifier) return { message: `'${name}' needs parentheses. Use ${name}(…).` };
    return (
      withoutField(p, span) ??
      glued(p, span, name) ??
      splitNot(p, span, name) ??
      unknown(p, span, name)
    );
  });
}

export function unknownFunction(p: Reader, span: Span): void {
  p.problem("unknown-function", span, () => {
    const name = p.slice(span);
    const other = asStatement(p, span);
    if (other) return other;
    if (p.scheme.field(name.slice(0, name.lastIndexOf("."))))
      return { message: "Fields have no methods. Call functions, as in lower(http.host)." };
    const guess = foreignFunction(name) ?? p.nearest(name, p.scheme.functionNames);
    return suggestion(`Unknown function ${shorten(name)}.`, span, guess);
  });
}

/** The name of a function without parentheses. */
export function notCalled(p: Reader, span: Span): void {
  p.problem(
    "expression-syntax",
    span,
    () =>
      withoutField(p, span) ?? {
        message: `'${p.slice(span)}' is a function. Call it, as in ${p.slice(span)}(…).`,
      },
  );
}

export function spaceBeforeIndex(p: Reader, base: Span): void {
  p.problem("expression-syntax", { start: p.at, end: p.at + 1 }, () => ({
    message: "Unexpected space before '['. Remove it.",
    fixes: [safeFix("Remove the space", [remove({ start: base.end, end: p.at })])],
  }));
}

function unknown(p: Reader, span: Span, name: string): Description {
  const other = asStatement(p, span) ?? mirrored(p, span);
  if (other) return other;
  const element = suggestedElement(p, span);
  if (element) return element.description;
  // Variables of web servers.
  const whole =
    p.text.charAt(span.start - 1) === "$" ? { start: span.start - 1, end: span.end } : span;
  return suggestion(
    `Unknown field ${shorten(p.slice(whole))}.`,
    whole,
    suggestedField(p, span, name),
  );
}

/** `if (…) then block`: statements of other languages. */
function asStatement(p: Reader, span: Span): Description | undefined {
  const word = p.slice(span);
  if (/^(?:select|where)$/i.test(word)) return asQuery(p, span);
  if (!/^(?:if|when|rule|deny|allow|block)$/i.test(word)) return undefined;
  const action = /\b(?:then|return|\{)\s*"?([a-z_]+)/i.exec(
    p.text.slice(span.end, span.end + 400),
  )?.[1];
  const suggested = action && actionNamed(action) ? action.toLowerCase() : "block";
  return {
    message: `An expression only says which requests match. Remove ${shorten(word)}, and set the action with '# @action ${suggested}'.`,
  };
}

/** `SELECT * FROM … WHERE …`. */
function asQuery(p: Reader, span: Span): Description {
  const where = /\bwhere\b/i.exec(p.text.slice(span.start, span.start + 400));
  const advice = where?.index
    ? `Keep only what follows '${where[0]}'`
    : `Remove ${shorten(p.slice(span))}`;
  const from = span.start + (where ? where.index + where[0].length : p.slice(span).length);
  const gap = /^\s*/.exec(p.text.slice(from))?.[0].length ?? 0;
  const edits = [remove({ start: span.start, end: from + gap })];
  const title = where?.index ? `Keep what follows '${where[0]}'` : advice;
  const isCall = p.text.charAt(from) === "(";
  return {
    message: `An expression is a condition, not a query. ${advice}.`,
    ...(!isCall && { fixes: [likelyFix(title, edits)] }),
  };
}

/** `1 <= score <= 29` and `30 > score`: a number before the field. */
function mirrored(p: Reader, { start, end }: Span): Description | undefined {
  const number = p.text.slice(start, end);
  if (!/^[\d.]/.test(number)) return undefined;
  const message = `A comparison starts with a field, found ${shorten(number)}.`;
  const ahead = p.text.slice(end, end + 200);
  const [all, first = "", field = "", , second, last] =
    /^\s*([<>]=?|==|!=)\s*([\w.]+)(\s*([<>]=?)\s*(-?\d+))?/.exec(ahead) ?? [];
  const opposite = turned[first];
  const again = /^\s*(?:$|[)\r\n]|and\b|or\b|\|\||&&)/.test(ahead)
    ? describeBareValue(p, { start, end })
    : undefined;
  if (again) return again;
  if (all === undefined || !opposite || !p.scheme.field(field))
    return { message: `${message} Put the field first.` };
  const range = second && last ? rangeOf(opposite, number, second, last) : undefined;
  const one = `${field} ${opposite} ${number}`;
  const suggested = range
    ? `${field} ${range}`
    : second
      ? `${one} and ${field} ${second} ${last}`
      : one;
  const edits = [replace({ start, end: end + all.length }, suggested)];
  return advised(message, likelyFix(`Use ${suggested}`, edits));
}

const turned: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "==": "==",
  "!=": "!=",
};

function suggestion(message: string, span: Span, guess: string | undefined): Description {
  if (guess === undefined) return { message };
  const fix = likelyFix(`Use '${guess}'`, [replace(span, guess)]);
  return { message: `${message} Did you mean '${guess}'?`, fixes: [fix] };
}

/** `http.hosteq`: names extend as far as possible, so an operator needs a space before it. */
function glued(p: Reader, span: Span, name: string): Description | undefined {
  for (const operator of wordOperators) {
    if (!name.endsWith(operator)) continue;
    const field = name.slice(0, -operator.length);
    if (!p.scheme.field(field)) continue;
    return {
      message: `'${name}' is parsed as one name. Add a space between '${field}' and '${operator}'.`,
      fixes: [safeFix("Add a space", [insert(span.start + field.length, " ")])],
    };
  }
  return undefined;
}

const wordOperators = [...comparisons, ...logicals]
  .map((it) => it.name)
  .filter((it) => /^\w+$/.test(it));

/** `notice` is parsed as `not ice`. */
function splitNot(p: Reader, span: Span, name: string): Description | undefined {
  if (!p.text.startsWith("not", span.start - 3)) return undefined;
  return {
    message: `'not${name}' is parsed as 'not ${name}', but there is no field ${shorten(name)}.`,
  };
}
