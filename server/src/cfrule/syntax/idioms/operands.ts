import { foreignFunction } from "../../catalog/foreign-names.ts";
import type { Type } from "../../catalog/type.ts";
import { attempt, type Cursor, take } from "./cursor.ts";
import { fieldIn, typeIn } from "./idiom.ts";
import { type Literal, literal, quotedText, typedValue } from "./literals.ts";

/** A value of a request, as rules write it. */
export interface Operand {
  readonly use: string;
  readonly kind: Type["kind"] | undefined;
}

/** A method or a stage of a pipe, with its arguments. */
export interface Step {
  readonly word: string;
  readonly values: readonly Literal[];
}

/** More levels are not read, because each is read again if the outer one fails. */
const mostCalls = 5;

/** A field or a call, and the first step behind it that is not a value of the request. */
export interface Chain {
  readonly operand: Operand;
  readonly step?: Step | undefined;
}

/** `.http.host | ascii_downcase | startswith("a")` and `lower(host)`. */
export function chain(cursor: Cursor): Chain | undefined {
  cursor.depth++;
  const call = cursor.depth > mostCalls ? undefined : attempt(cursor, called);
  cursor.depth--;
  if (call) return withSteps(cursor, call, []);
  const part = take(cursor, parts);
  if (part) {
    const [, one, two, three, four, five, six, variable = ""] = part;
    const map = maps[(one ?? three ?? five ?? "").toLowerCase()];
    const key = two ?? four ?? six ?? "";
    const use = map && `${map}["${/headers$/.test(map) ? key.toLowerCase() : key}"]`;
    const operand = use ? ({ use, kind: "Array" } as const) : fieldNamed(cursor, variable);
    return operand && withSteps(cursor, operand, []);
  }
  const name = take(cursor, /[$.]?[a-z_](?:\w|\.(?=[a-z_]))*/iy)?.[0];
  if (name === undefined) return undefined;
  const names = name.replace(/^[$.]/, "").split(".");
  for (let count = names.length; count > 0; count--) {
    const operand = fieldNamed(cursor, names.slice(0, count).join("."));
    if (operand) return withSteps(cursor, operand, names.slice(count));
  }
  return undefined;
}

/** Headers, arguments and cookies in web servers and PHP, and variables such as `%{HTTP_HOST}`. */
const parts =
  /(REQUEST_HEADERS|ARGS(?:_GET)?|REQUEST_COOKIES):([\w-]+)|%\{(HTTP):([\w-]+)\}|\$_(GET|COOKIE)\[["'](\w+)["']\]|(?:%\{|\$_SERVER\[["'])(\w+)(?:\}|["']\])/iy;
const maps: Readonly<Record<string, string>> = {
  request_headers: "http.request.headers",
  http: "http.request.headers",
  args: "http.request.uri.args",
  args_get: "http.request.uri.args",
  get: "http.request.uri.args",
  request_cookies: "http.request.cookies",
  cookie: "http.request.cookies",
};

/** A field, with the key or index behind it. */
function fieldNamed(cursor: Cursor, name: string): Operand | undefined {
  const { scheme } = cursor;
  const context = { scheme, parts: [] };
  const isMap = /^(?:(?:https?|req|request)\.)*headers?$/i.test(name);
  const field = isMap
    ? "http.request.headers"
    : (fieldIn(name, context) ?? fieldIn(name.replace(/^req(?:uest)?\./, ""), context));
  return field === undefined ? undefined : { use: field, kind: typeIn(field, context)?.kind };
}

/** `LOWER(host)` and `COALESCE(host, '')`. */
function called(cursor: Cursor): Operand | undefined {
  const [, word = ""] = take(cursor, /([a-z_]\w*)\(/iy) ?? [];
  if (/^(?:str|string|text|int|integer|double|number)$/i.test(word)) {
    const converted = chain(cursor);
    return converted && !converted.step && take(cursor, /\)/y) ? converted.operand : undefined;
  }
  const isSqlName = /^substr(?:ing)?$/i.test(word) && word !== "substring";
  const part = isSqlName ? sqlSubstring(cursor) : undefined;
  if (part) return part;
  const name = functionNamed(cursor, word) ?? word.toLowerCase();
  const returns = cursor.scheme.function(name)?.returns;
  const kind = returns === "first" ? "String" : returns?.kind;
  if (!kind || kind === "Boolean" || cursor.scheme.function(name)?.quantifier) return undefined;
  const given: string[] = [];
  do {
    const argument = callArgument(cursor);
    if (argument === undefined) return undefined;
    given.push(argument);
  } while (take(cursor, /,/y));
  return take(cursor, /\)/y) && { use: `${name}(${given.join(", ")})`, kind };
}

/** A value or an operand, as rules write it. */
function callArgument(cursor: Cursor): string | undefined {
  const value = literal(cursor);
  if (value) return typedValue(value, value.kind === "number" ? "Integer" : "String");
  const inner = chain(cursor);
  return inner?.step ? undefined : inner?.operand.use;
}

/** The arguments of `SUBSTR(field, 1, 3)`. SQL counts from one. */
function sqlSubstring(cursor: Cursor): Operand | undefined {
  const [, written = "", from, length] = take(cursor, sqlPart) ?? [];
  const part = fieldNamed(cursor, written);
  if (!part || !from) return undefined;
  const start = Number(from) - 1;
  const end = length === undefined ? "" : `, ${start + Number(length)}`;
  return { use: `substring(${part.use}, ${start}${end})`, kind: "String" };
}

const sqlPart = /([\w.]+)\s*,\s*([1-9]\d{0,5})\s*(?:,\s*(\d{1,6})\s*)?\)/y;

function functionNamed({ scheme }: Cursor, word: string): string | undefined {
  const lowercase = word.toLowerCase().replace(/^ascii_?|_?ascii$/g, "");
  const name = foreignFunction(lowercase) ?? lowercase;
  return /^(?:len|lower|upper|url_decode)$/.test(name) && scheme.function(name) ? name : undefined;
}

function withSteps(cursor: Cursor, first: Operand, names: readonly string[]): Chain | undefined {
  let operand = first;
  let pending = [...names];
  for (;;) {
    const step = attempt(cursor, (it) => nextStep(it, pending));
    if (!step) {
      // A default for what is never missing.
      take(cursor, /(?:\?\?|\/\/)\s*(?:""|''|null\b)/y);
      return pending.length > 0 ? undefined : { operand: scalar(operand) };
    }
    pending = pending.slice(1);
    const next = after(cursor, operand, step) ?? piece(cursor, operand, step);
    if (!next && pending.length > 0) return undefined;
    if (!next) return { operand: scalar(operand), step };
    operand = next;
  }
}

/** A map, or an array in one. */
export function collection(cursor: Cursor): Operand | undefined {
  const operand = fieldNamed(cursor, take(cursor, /[a-z][\w.]*/iy)?.[0] ?? "");
  const key = operand?.kind === "Map" ? attempt(cursor, (it) => nextStep(it, [])) : undefined;
  const found = operand && key?.word === "[]" ? after(cursor, operand, key) : operand;
  return found?.kind === "Map" || found?.kind === "Array" ? found : undefined;
}

/** A single value: the first one of a header, a cookie or an argument. */
function scalar(operand: Operand): Operand {
  const isEntry = /^[\w.]+\["[^"]*"\]$/.test(operand.use);
  return operand.kind === "Array" && isEntry
    ? { use: `${operand.use}[0]`, kind: "String" }
    : operand;
}

function nextStep(cursor: Cursor, [name, ...more]: readonly string[]): Step | undefined {
  const slice = name === undefined && take(cursor, /\[\s*(?:(-?\d+)\s*)?:\s*(?:(-?\d+)\s*)?\]/y);
  if (slice) {
    const [, from, to] = slice;
    const values = [from || "0", ...(to ? [to] : [])].map(
      (text) => ({ kind: "number", text }) as const,
    );
    return { word: "slice", values };
  }
  const index = name === undefined && take(cursor, /\[\s*(?:"([^"\]]*)"|'([^'"\]]*)'|(\d+))\s*\]/y);
  if (index) {
    const [, double, single, number] = index;
    if (number !== undefined) return { word: "[]", values: [{ kind: "number", text: number }] };
    return { word: "[]", values: [{ kind: "string", text: double ?? single ?? "" }] };
  }
  const key = name === undefined && take(cursor, /\.\s*"([^"]*)"/y)?.[1];
  if (key) return { word: "[]", values: [{ kind: "string", text: key }] };
  const word = name ?? take(cursor, /(?:\??\.|\|(?!\|))\s*([a-z_]\w*)/iy)?.[1];
  if (word === undefined) return undefined;
  if (more.length > 0) return { word, values: [] };
  take(cursor, /\?(?![.?])/y);
  return { word, values: argumentsOf(cursor) ?? [] };
}

export function argumentsOf(cursor: Cursor): readonly Literal[] | undefined {
  return attempt(cursor, (it) => {
    if (!take(it, /\(/y)) return undefined;
    const depth = take(it, /[([{]/y) ? 2 : 1;
    const values: Literal[] = [];
    for (let value = literal(it); value; value = literal(it)) {
      values.push(value);
      if (!take(it, /[,;]/y)) break;
    }
    const closed = take(it, depth === 2 ? /[)\]}]\s*\)/y : /\)/y);
    return closed ? values : undefined;
  });
}

/** The value after a step. Undefined if the step is a test. */
function after(
  cursor: Cursor,
  { use, kind }: Operand,
  { word, values }: Step,
): Operand | undefined {
  const [first, second] = values;
  if ((word === "[]" || /^get$/i.test(word)) && first?.kind === "string" && kind === "Map") {
    const key = /headers$/.test(use) ? first.text.toLowerCase() : first.text;
    return { use: `${use}["${key}"]`, kind: "Array" };
  }
  if (word === "[]" && first?.kind === "number" && kind === "Array")
    return { use: `${use}[${first.text}]`, kind: "String" };
  if (kind === "Map" && values.length === 0 && /headers$/.test(use))
    return { use: `${use}["${word.toLowerCase()}"]`, kind: "Array" };
  const single = scalar({ use, kind });
  if (single.kind !== "String") return undefined;
  const name = values.length === 0 ? functionNamed(cursor, word) : undefined;
  if (name) return { use: `${name}(${single.use})`, kind: name === "len" ? "Integer" : "String" };
  if (/^char_?at$|^\[\]$/i.test(word) && first?.kind === "number" && /^\d+$/.test(first.text))
    return {
      use: `substring(${single.use}, ${first.text}, ${Number(first.text) + 1})`,
      kind: "String",
    };
  const isPart = /^(?:substring|slice)$/i.test(word) && values.every((it) => it.kind === "number");
  if (isPart && first) {
    const end = second ? `, ${second.text}` : "";
    return { use: `substring(${single.use}, ${first.text}${end})`, kind: "String" };
  }
  return undefined;
}

/** `.split("/")[1]` and `| split("/") | .[1]`. */
function piece(cursor: Cursor, operand: Operand, { word, values }: Step): Operand | undefined {
  const [separator, ...more] = values;
  const { use, kind } = scalar(operand);
  if (!/^split$/i.test(word) || separator?.kind !== "string" || more.length > 0) return undefined;
  const index = take(cursor, /(?:\|\s*\.)?\[(\d{1,2})\]/y)?.[1];
  if (index === undefined || kind !== "String") return undefined;
  const count = Number(index) + 2;
  return { use: `split(${use}, ${quotedText(separator)}, ${count})[${index}]`, kind: "String" };
}
