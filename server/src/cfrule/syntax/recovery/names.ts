import type { Fix } from "../../../core/diagnostic.ts";
import { insert, remove, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { actionNamed } from "../../catalogue/actions.ts";
import { foreignField, foreignFunction } from "../../catalogue/foreign-names.ts";
import { comparisons, logicals, operatorMeaning } from "../../catalogue/operators.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { calledExistence } from "./existence.ts";
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
    const other =
      asMethod(p, span) ??
      calledExistence(p, name, span.end) ??
      networkTest(p, span) ??
      regexCall(p, span) ??
      asStatement(p, span);
    if (other) return other;
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
    fixes: [{ title: "Remove the space", edits: [remove({ start: base.end, end: p.at })] }],
  }));
}

function unknown(p: Reader, span: Span, name: string): Description {
  const other =
    calledExistence(p, name, span.end) ??
    asStatement(p, span) ??
    mirrored(p, span) ??
    asScheme(p, span);
  if (other) return other;
  const property = asProperty(p, span, name);
  if (property) return property;
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
    fixes: [{ title: `Remove ${shorten(word)}`, edits: statementEdits(p, span), guess: true }],
  };
}

/** Removes `if` and `then block`, or `block if`. */
function statementEdits({ text }: Reader, { start, end }: Span) {
  const [first = ""] = /^\s+(?:(?:if|when|where)\s+)?/i.exec(text.slice(end, end + 100)) ?? [];
  const from = Math.max(end + first.length, text.length - 100);
  const last = text.slice(from).replace(/(?<![\s;}])[\s;}]+$/, "");
  const tail = /(?<!\s)\s*(?:\bthen\b|->|=>|\{|(?<=\)))\s*"?([a-z_]+)"?$/i.exec(last);
  const rest = tail && actionNamed((tail[1] ?? "").toLowerCase()) ? [tail.index + from] : [];
  return [
    remove({ start, end: end + first.length }),
    ...rest.map((at) => remove({ start: at, end: text.length })),
  ];
}

/** `http.request.scheme eq "https"`. */
function asScheme(p: Reader, { start, end }: Span): Description | undefined {
  const [all, name = "", operator = "", letter] =
    /^((?:[\w.]+\.)?(?:scheme|protocol|proto))\s*(==?|eq|is|!=|ne)\s*"http(s)?"/i.exec(
      p.text.slice(start, end + 40),
    ) ?? [];
  if (all === undefined || start + name.length !== end) return undefined;
  const isSecure = /^(?:!=|ne)$/i.test(operator) !== (letter !== undefined);
  const test = isSecure ? "ssl" : "not ssl";
  const edits = [replace({ start, end: start + all.length }, test)];
  return {
    message: `Unknown field ${shorten(name)}. Use '${test}'.`,
    fixes: [{ title: `Use '${test}'`, edits, guess: true }],
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
    ...(!isCall && { fixes: [{ title, edits, guess: true }] }),
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
  return {
    message: `${message} Use ${suggested}.`,
    fixes: [{ title: `Use ${suggested}`, edits, guess: true }],
  };
}

const turned: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "==": "==",
  "!=": "!=",
};

/** `cidrmatch("10.0.0.0/8", ip.src)`: a function of other languages for what `in` does. */
function networkTest(p: Reader, span: Span): Description | undefined {
  const name = p.slice(span);
  if (!/^(?:is_?)?(?:ip(?:v4)?_?|inet_?)?(?:is_?)?(?:in_?)?(?:cidr|subnet|network)/i.test(name))
    return undefined;
  const network = /(?<![\da-f.:])[\da-f.:]+\/\d{1,3}/i.exec(
    p.text.slice(span.end, span.end + 120),
  )?.[0];
  return {
    message: `Unknown function ${shorten(name)}. Use ip.src in {${network ?? "192.0.2.0/24"}}.`,
  };
}

/** `http.host.contains("a")` and `http.host.lower()`, method calls. */
function asMethod(p: Reader, span: Span): Description | undefined {
  const name = p.slice(span);
  const dot = name.lastIndexOf(".");
  const base = name.slice(0, dot);
  const field = p.scheme.field(base) ? base : dot > 0 ? foreignField(base) : undefined;
  const word = name.slice(dot + 1);
  if (dot <= 0 || field === undefined) return undefined;
  const call = callAhead(p, span.end);
  const called = functionFor(p, word);
  if (called) return inPlaceOf(span, call?.items.length === 0 && call.end, `${called}(${field})`);
  const suggested = operatorMeaning(word);
  if (!suggested || suggested.kind === "logical") return undefined;
  const isCall = suggested.kind === "function" || p.scheme.function(word) !== undefined;
  const [item, ...more] = call?.items ?? [];
  const value = item === undefined || more.length > 0 ? "…" : quoted(item);
  const use =
    isCall && suggested.name !== "contains"
      ? `${suggested.name}(${field}, ${value})`
      : `${field} ${suggested.name} ${value}`;
  return inPlaceOf(span, value !== "…" && call?.end, use);
}

function inPlaceOf({ start }: Span, end: number | false | undefined, use: string): Description {
  const message = `Fields have no methods. Use ${cut(use)}.`;
  if (!end) return { message };
  const fixes = [
    { title: `Use ${cut(use)}`, edits: [replace({ start, end }, use)], guess: true } as const,
  ];
  return { message, fixes };
}

/** `re.match("^a", http.host)` and the like. */
function regexCall(p: Reader, span: Span): Description | undefined {
  const name = p.slice(span);
  if (
    !/^(?:re\.(?:match|search)|preg_match|reg(?:ex|exp)?_?(?:match(?:es)?|contains|like|test)?)$/i.test(
      name,
    )
  )
    return undefined;
  const call = callAhead(p, span.end);
  const fields = call?.items.filter((it) => p.scheme.field(it)) ?? [];
  const [text, ...more] = call?.items.filter((it) => !fields.includes(it)) ?? [];
  const message = `Unknown function ${shorten(name)}.`;
  if (!call || fields.length !== 1 || text === undefined || more.length > 0)
    return { message: `${message} Use … matches "…".` };
  const use = `${fields[0]} matches ${quoted(text)}`;
  const edits = [replace({ start: span.start, end: call.end }, use)];
  return {
    message: `${message} Use ${cut(use)}.`,
    fixes: [{ title: `Use ${cut(use)}`, edits, guess: true }],
  };
}

/** The fields and texts between parentheses, and the end of these. */
function callAhead(p: Reader, from: number) {
  const item = String.raw`\s*(?:r?"(?:[^"\\]|\\.)*"|'[^'"\\]*'|/(?:[^/\\"]|\\.)*/i?|[\w.]+)\s*`;
  const ahead = p.text.slice(from, from + 400);
  const [all] = new RegExp(String.raw`^\((?:${item}(?:,${item})*)?\s*\)`).exec(ahead) ?? [];
  if (all === undefined) return undefined;
  const items = Array.from(all.slice(1, -1).matchAll(new RegExp(item, "g")), ([it]) => it.trim());
  return { items, end: from + all.length };
}

/** A text of another language as a string. */
function quoted(text: string): string {
  if (/^r?"/.test(text)) return text;
  const [, pattern, flag] = /^\/(.*)\/(i?)$/s.exec(text) ?? [];
  if (pattern !== undefined) return `"${flag ? "(?i)" : ""}${pattern}"`;
  return text.startsWith("'") ? `"${text.slice(1, -1)}"` : text;
}

/** Functions of one value. */
function functionFor(p: Reader, word: string): string | undefined {
  const name = foreignFunction(word) ?? p.nearest(word, ["len", "lower", "upper"]);
  return name !== undefined && /^(?:len|lower|upper|url_decode)$/.test(name) ? name : undefined;
}

/** `http.host.length`. */
function asProperty(p: Reader, span: Span, name: string): Description | undefined {
  const dot = name.lastIndexOf(".");
  const field = name.slice(0, dot);
  if (dot <= 0 || !p.scheme.field(field)) return undefined;
  const called = functionFor(p, name.slice(dot + 1));
  if (!called) return undefined;
  const suggested = `${called}(${field})`;
  return {
    message: `Fields have no properties. Use ${suggested}.`,
    fixes: [{ title: `Use ${suggested}`, edits: [replace(span, suggested)], guess: true }],
  };
}

function suggestion(message: string, span: Span, guess: string | undefined): Description {
  if (guess === undefined) return { message };
  const fix: Fix = { title: `Use '${guess}'`, edits: [replace(span, guess)], guess: true };
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
      fixes: [{ title: "Add a space", edits: [insert(span.start + field.length, " ")] }],
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
