import { foreignField } from "../../catalog/foreign-names.ts";
import { attempt, type Cursor, take } from "./cursor.ts";
import { items, type Literal, literal, typedValue } from "./literals.ts";
import { argumentsOf, type Chain, chain, collection, type Operand, type Step } from "./operands.ts";
import { calledTest, listFirst, methodNamed, schemeTest, valueFirst } from "./phrases.ts";
import { serverTest } from "./server-tests.ts";
import { negated, test } from "./tests.ts";

/** A condition of another language as rules write it. Undefined if there is none here. */
export function foreignCondition(cursor: Cursor): string | undefined {
  const special =
    attempt(cursor, schemeTest) ??
    attempt(cursor, eachElement) ??
    attempt(cursor, serverTest) ??
    attempt(cursor, calledTest) ??
    attempt(cursor, listFirst) ??
    attempt(cursor, valueFirst);
  if (special) return negated(special, isNotTrue(cursor));
  const sign = take(cursor, /[-+](?=[a-z_.]+:)/iy)?.[0];
  const read = chain(cursor);
  if (!read) return undefined;
  const first = read.step ? stepTest(cursor, read) : compared(cursor, read.operand);
  const found = first && read.step ? withMoreStages(cursor, read.operand, first) : first;
  return found && negated(found, (sign === "-") !== isNotTrue(cursor));
}

/** `.host | contains("a") or contains("b")`: every stage reads the same value. */
function withMoreStages(cursor: Cursor, operand: Operand, first: string): string | undefined {
  const tests = [first];
  for (;;) {
    const more = attempt(cursor, (it) => {
      const [, join = "", word = ""] = take(it, /(and|or)\s+([a-z_]+)(?=\(\s*["'])/iy) ?? [];
      const step = { word, values: join ? (argumentsOf(it) ?? []) : [] };
      const use = step.values.length > 0 ? stepTest(it, { operand, step }) : undefined;
      return use && `${join.toLowerCase()} ${use}`;
    });
    if (!more) return tests.length === 1 ? first : `(${tests.join(" ")})`;
    tests.push(more);
  }
}

/**
 * `names.exists(x, x == "a")` and `any(x == "a" for x in names)`: the test is read as a field's, and applies to each
 * element.
 */
function eachElement(cursor: Cursor): string | undefined {
  const quantified = quantifiedTest(cursor);
  if (!quantified) return undefined;
  const { list, variable, inner, isAll } = quantified;
  if (list.startsWith("[")) {
    const [, tested] = new RegExp(`^([\\w.]+)\\s*={1,3}\\s*${variable}$`).exec(inner.trim()) ?? [];
    const any = tested && !isAll ? `${list}.exists(x, x == ${tested})` : "";
    return any ? foreignCondition({ ...cursor, text: any, at: 0 }) : undefined;
  }
  const text = `${list} ${inner.replaceAll(new RegExp(`\\b${variable}\\b(?!["'])`, "g"), sampleField)}`;
  const own = { ...cursor, text, at: 0 };
  const operand = collection(own);
  const use = operand && variable ? foreignCondition(own) : undefined;
  if (!operand || !use?.includes(sampleField) || text.slice(own.at).trim() !== "") return undefined;
  const isMap = operand.kind === "Map";
  const [, key] = /^http\.host (?:eq|==) ("[^"]*")$/.exec(use) ?? [];
  if (isMap && key && !isAll)
    return `has_key(${operand.use}, ${/headers$/.test(operand.use) ? key.toLowerCase() : key})`;
  const each = `${operand.use}${isMap ? ".names" : ""}[*]`;
  const written = use
    .replaceAll(/\b(lower|upper|len)\(http\.host\)/g, `$1(${each})[*]`)
    .replaceAll(sampleField, each);
  return `${isAll ? "all" : "any"}(${written})`;
}

interface QuantifiedTest {
  readonly list: string;
  readonly variable: string;
  readonly inner: string;
  readonly isAll: boolean;
}

/** The parts of a test of all or any elements, as texts. */
function quantifiedTest(cursor: Cursor): QuantifiedTest | undefined {
  const [, field, macro = "", variableOfMacro = ""] =
    take(
      cursor,
      /([a-z][\w.]*(?:\[["'][^"']*["']\])?)\.(exists|any|some|all|every)\(\s*(\w+)\s*(?:,|=>)/iy,
    ) ?? [];
  if (field !== undefined) {
    const isAll = /^(?:all|every)$/i.test(macro);
    return { list: field, variable: variableOfMacro, inner: untilClosed(cursor), isAll };
  }
  const [, quantifier] = take(cursor, /(any|all)\(/iy) ?? [];
  if (quantifier === undefined) return undefined;
  const [, inner = "", variable = "", list = ""] =
    /^(.*)\sfor\s+(\w+)\s+in\s+(.*)$/is.exec(untilClosed(cursor)) ?? [];
  return { list, variable, inner, isAll: /^all$/i.test(quantifier) };
}

/** A field with strings. */
const sampleField = "http.host";

/** The text up to the closing parenthesis, which is taken, too. */
function untilClosed(cursor: Cursor): string {
  const start = cursor.at;
  for (let open = 1; open > 0; ) {
    const [token] = take(cursor, /"(?:[^"\\]|\\.)*"|'[^']*'|[^()"']+|./sy) ?? [];
    if (token === undefined) return "";
    if (token === "(") open++;
    else if (token === ")") open--;
  }
  return cursor.text.slice(start, cursor.at - 1).trim();
}

/** `… | not`, `.not()`, `== false` and `== null`. */
function isNotTrue(cursor: Cursor): boolean {
  let isNot = false;
  while (true) {
    if (take(cursor, /(?:\||\.)\s*not\b(?:\(\))?/iy)) isNot = !isNot;
    else if (take(cursor, /={2,3}\s*true\b|(?:!==?|is\s+not)\s*(?:false|null|none)\b/iy)) continue;
    else if (take(cursor, /(?:={2,3}|is)\s*(?:false|null|none)\b|!==?\s*true\b/iy)) isNot = !isNot;
    else return isNot;
  }
}

/** `.startsWith("a")` and `| test("a")`. */
function stepTest(cursor: Cursor, { operand, step }: Chain): string | undefined {
  const { word, values } = step as Step;
  const name = word.toLowerCase().replaceAll("_", "");
  if (values.length === 0) {
    if (!/^(?:is)?(?:empty|blank)$/.test(name) || operand.kind !== "String") return undefined;
    return `${operand.use} eq ""`;
  }
  const [first, flags] = values as readonly [Literal, ...Literal[]];
  if (/^(?:indexof|index|search|find|strpos)$/.test(name) && first.kind === "string")
    return position(cursor, operand, first);
  if (/^equals?ignorecase$|^(?:casecmp|equalfold)$/.test(name))
    return test("eq", operand, [first], true);
  const known = methodNamed(name);
  if (known === "matches")
    return test(known, operand, [{ ...first, flags: first.flags || flags?.text || "" }]);
  return known && test(known, operand, values);
}

/** `.indexOf("a") >= 0`. */
function position(cursor: Cursor, operand: Operand, value: Literal): string | undefined {
  const [, operator = "", limit] = take(cursor, /(>=?|!==?|={2,3}|<)\s*(-1|0|null)/y) ?? [];
  if (limit === "0" && /^==/.test(operator)) return test("starts_with", operand, [value]);
  const isNot = limit === "0" ? operator === "<" : /^==/.test(operator);
  const found = test("contains", operand, [value]);
  return found && negated(found, isNot);
}

/** An operator: its name in rules, and whether it ignores letter case. */
type Row = readonly [pattern: RegExp, name: string, ignoresCase?: true];

const operators: readonly Row[] = [
  [/in~/iy, "in", true],
  [/(?:is\s+)?(?:one|any)\s+of\b|(?:is\s+)?in\b|@within\b/iy, "in"],
  [/(?:has|contains)_?any\b/iy, "contains"],
  [/contains?(?:_cs)?\b|includes?\b|has(?:_cs)?\b|@contains\b/iy, "contains"],
  [
    /(?:starts?|begins?)[_ ]?(?:with)(?:_cs|_any)?\b|hasprefix(?:_cs)?\b|@beginsWith\b|\^=/iy,
    "starts_with",
  ],
  [/ends?[_ ]?with(?:_cs|_any)?\b|hassuffix(?:_cs)?\b|@endsWith\b|\$=/iy, "ends_with"],
  [/~\*/y, "matches", true],
  [/=?~|match(?:es)?\b(?:\s+regex\b)?|regexp?\b|rlike\b|@rx\b/iy, "matches"],
  [/(?:i?like|similar\s+to)\b/iy, "like"],
  [/\*=/y, "contains"],
  [/[@-]ipMatch\b/iy, "in"],
  [/!==?|<>|neq?\b|-ne\b/iy, "ne"],
  [/={1,3}|eq(?:uals?)?\b(?:\s+to\b)?|is\b(?:\s+equal\s+to\b)?|-eq\b|@(?:str)?eq\b/iy, "eq"],
  [/<=|-?le\b|@le\b/iy, "le"],
  [/>=|-?ge\b|@ge\b/iy, "ge"],
  [/<|-?lt\b|@lt\b/iy, "lt"],
  [/>|-?gt\b|@gt\b/iy, "gt"],
];

function compared(cursor: Cursor, operand: Operand): string | undefined {
  const query = queried(cursor, operand);
  if (query !== undefined) return query;
  const start = cursor.at;
  const rewriteCondition =
    cursor.text.charAt(start - 1) === "}" ? patternOfRewrite(cursor, operand) : undefined;
  if (rewriteCondition) return rewriteCondition;
  const quoted = take(cursor, /"(?=!?@\w+\s[^"]*")/y);
  const not = take(
    cursor,
    /(?:do(?:es)?[_\s]*not|is\s+not|not_?(?!eq)|isn'?t|doesn'?t|n(?=like|contains|in\b)|!(?!=))/iy,
  );
  const between = ranged(cursor, operand);
  if (between) return negated(between, not !== undefined);
  for (const [pattern, name, ignoresCase] of operators) {
    const [written] = take(cursor, pattern) ?? [];
    if (written === undefined) continue;
    const isNot = (not !== undefined) !== /^is\s+not$/i.test(written);
    const isQuoted = quoted !== undefined;
    return valuesTest(cursor, operand, { name, written, ignoresCase, isNot, isQuoted });
  }
  const isNullNot = /^is\s+not$/i.test(not?.[0] ?? "");
  if (isNullNot || not) {
    const value = literal(cursor);
    return value && withoutNegation(test("eq", operand, [value]), "eq", true);
  }
  cursor.at = start;
  return undefined;
}

/** `!^/admin [NC]` behind the variable of a `RewriteCond`. */
function patternOfRewrite(cursor: Cursor, operand: Operand): string | undefined {
  const [, isNot, text, flag] =
    take(cursor, /(!)?([\^(.\\][^\s"']*|\w[^\s"']*\$)(?:\s+(\[NC\])|(?=\s*$))/iy) ?? [];
  if (text === undefined) return undefined;
  const use = test("matches", operand, [{ kind: "regex", text }], flag !== undefined);
  return use && negated(use, isNot !== undefined);
}

interface WrittenOperator {
  /** In rules. */
  readonly name: string;
  readonly written: string;
  readonly ignoresCase: true | undefined;
  readonly isNot: boolean;
  /** Whether a quote encloses operator and values. */
  readonly isQuoted: boolean;
}

/** The comparison with the values behind an operator, several of which may be joined. */
function valuesTest(
  cursor: Cursor,
  operand: Operand,
  { name, written, ignoresCase, isNot, isQuoted }: WrittenOperator,
): string | undefined {
  const pattern = isQuoted ? undefined : barePattern(cursor, name);
  const values = name === "in" ? items(cursor) : (pattern ?? anyOf(cursor));
  if (isQuoted) take(cursor, /"/y);
  if (!values) return undefined;
  const more = repeated(cursor, name);
  if (more.length > 0) {
    const isList = name === "eq" || name === "ne";
    const use = test(isList ? "in" : name, operand, [...values, ...more], ignoresCase);
    return use && negated(use, isNot !== (name === "ne"));
  }
  const use = test(name, operand, values, ignoresCase, written);
  const also = use && !/^(?:eq|ne|in)$/.test(name) ? repeated(cursor, name, andWord) : [];
  if (also.length > 0) {
    const all = also.map((it) => test(name, operand, [it], ignoresCase, written));
    return negated(`(${[use, ...all].join(" and ")})`, isNot);
  }
  return use && withoutNegation(use, name, isNot);
}

function withoutNegation(
  use: string | undefined,
  name: string,
  isNot: boolean,
): string | undefined {
  if (!use || !isNot) return use;
  if (name === "eq" && / eq /.test(use) && !use.includes(" or "))
    return use.replace(" eq ", " ne ");
  return negated(use, true);
}

/** `~* \.(php|asp)$`: a regex without quotes. */
function barePattern(cursor: Cursor, name: string): readonly Literal[] | undefined {
  if (name !== "matches") return undefined;
  const [text] = take(cursor, /(?=[\w^\\.])(?:[^\s"'()]|\([^\s"'()]*\))+(?=[\s)]|$)/y) ?? [];
  return text === undefined ? undefined : [{ kind: "regex", text }];
}

/** A value, or several in brackets. */
function anyOf(cursor: Cursor): readonly Literal[] | undefined {
  const single = literal(cursor, true);
  return single ? [single] : items(cursor);
}

/** `eq "a" or "b" or c`: more values for the same field. */
function repeated(
  cursor: Cursor,
  name: string,
  join = name === "ne" ? andWord : /(?:or\b|\|\|?|,(?!\s*\w+\s*[(=<>]))/iy,
): readonly Literal[] {
  const more: Literal[] = [];
  for (;;) {
    const next = attempt(cursor, (it) => {
      const value = take(it, join) ? literal(it, true) : undefined;
      if (!value || value.kind === "null") return undefined;
      const isWord = value.kind === "word";
      if (isWord && (foreignField(value.text) || !/^[\w.-]+$/.test(value.text))) return undefined;
      return isLast.test(it.text.slice(it.at, it.at + 20)) ? value : undefined;
    });
    if (!next) return more;
    more.push(next);
  }
}

const andWord = /(?:and\b|&&)/iy;

/** No comparison follows. */
const isLast = /^\s*(?:$|[)},]|(?:and|or|xor)\b|&&|\|)/i;

/** `between 400 and 499` and `between (400 .. 499)`. */
function ranged(cursor: Cursor, operand: Operand): string | undefined {
  const [, first, last] =
    take(
      cursor,
      /between\s*(?:\(\s*)?(-?\d+|"[^"]*"|'[^'"]*')\s*(?:and|\.\.|,)\s*(-?\d+|"[^"]*"|'[^'"]*')(?:\s*\))?/iy,
    ) ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (operand.kind === "Integer") return `${operand.use} in {${plain(first)}..${plain(last)}}`;
  return operand.kind === "String"
    ? `(${operand.use} ge "${plain(first)}" and ${operand.use} le "${plain(last)}")`
    : undefined;
}

function plain(text: string): string {
  return text.replaceAll(/["']/g, "");
}

/** `host:a*`, `status:[400 TO 499]` and `status:>=400`. */
function queried(cursor: Cursor, operand: Operand): string | undefined {
  if (!take(cursor, /:(?![:=])/y)) return undefined;
  const range = take(cursor, /([[{])\s*(\d+|\*)\s+to\s+(\d+|\*)\s*([\]}])/iy);
  if (range) return operand.kind === "Integer" ? rangeTest(operand, range) : undefined;
  const [operator] = take(cursor, /[<>]=?/y) ?? [];
  if (operator) {
    const value = literal(cursor);
    const written = value && typedValue(value, operand.kind);
    return written && `${operand.use} ${operator} ${written}`;
  }
  if (take(cursor, /\*(?![\w.*])/y))
    return operand.kind === "String" ? `${operand.use} ne ""` : undefined;
  const values = anyOf(cursor)?.map((it) => ({
    ...it,
    text: it.text.replaceAll(/\\([/.:-])/g, "$1"),
  }));
  if (!values) return undefined;
  const [first] = values;
  if (values.length > 1) return test("in", operand, values);
  if (first?.kind === "regex") return test("matches", operand, values);
  return test(first?.text.includes("*") ? "wildcard" : "eq", operand, values);
}

function rangeTest({ use }: Operand, [, open, first, last, close]: RegExpExecArray): string {
  const from = Number(first) + (open === "{" ? 1 : 0);
  const to = Number(last) - (close === "}" ? 1 : 0);
  if (first === "*") return `${use} le ${to}`;
  return last === "*" ? `${use} ge ${from}` : `${use} in {${from}..${to}}`;
}
