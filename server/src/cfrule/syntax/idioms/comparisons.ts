import { foreignField } from "../../catalog/foreign-names.ts";
import { attempt, type Cursor, take } from "./cursor.ts";
import { items, type Literal, literal, typedValue } from "./literals.ts";
import { argumentsOf, type Chain, chain, collection, type Operand, type Step } from "./operands.ts";
import { calledTest, listFirst, methodNamed, schemeTest, valueFirst } from "./phrases.ts";
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
  const [, field, macro, variable = ""] =
    take(
      cursor,
      /([a-z][\w.]*(?:\[["'][^"']*["']\])?)\.(exists|any|some|all|every)\(\s*(\w+)\s*(?:,|=>)/iy,
    ) ?? [];
  const [, quantifier] = field === undefined ? (take(cursor, /(any|all)\(/iy) ?? []) : [];
  if (field === undefined && quantifier === undefined) return undefined;
  const inside = untilClosed(cursor);
  const [, inner = "", named = "", list = ""] = field
    ? [undefined, inside, variable, field]
    : (/^(.*)\sfor\s+(\w+)\s+in\s+(.*)$/is.exec(inside) ?? []);
  const isAll = /^(?:all|every)$/i.test(macro ?? quantifier ?? "");
  const [, tested] = new RegExp(`^([\\w.]+)\\s*={1,3}\\s*${named}$`).exec(inner.trim()) ?? [];
  if (list.startsWith("[")) {
    const any = tested && !isAll ? `${list}.exists(x, x == ${tested})` : "";
    return any ? foreignCondition({ ...cursor, text: any, at: 0 }) : undefined;
  }
  const text = `${list} ${inner.replaceAll(new RegExp(`\\b${named}\\b(?!["'])`, "g"), sampleField)}`;
  const own = { ...cursor, text, at: 0 };
  const operand = collection(own);
  const use = operand && named ? foreignCondition(own) : undefined;
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

/** `path_beg /admin`, `hdr(host) -i a.example` and "PathPrefix(`/admin`)", as load balancers write them. */
function serverTest(cursor: Cursor): string | undefined {
  const [all = "", word = "", kind = "", key] =
    take(
      cursor,
      /(path|url|src|method|(?:req\.)?hdr|Host|Path|Method|ClientIP|Headers?)(_?(?:beg|end|sub|reg|dom|Prefix|Regexp))?(?:\(\s*(?:([\w-]+)\)|(?=[`"'])))?(?=\s+[-\w/^.]|[`"'])/y,
    ) ?? [];
  const isCall = all.endsWith("(");
  const flag = take(cursor, /(?:-[imf]\s+(?:(?:beg|end|sub|reg|str|dom)\s+)?)+/y)?.[0] ?? "";
  const name = key ?? (isCall && /^Header/.test(word) ? literal(cursor)?.text : undefined);
  if (isCall && /^Header/.test(word) && !take(cursor, /,/y)) return undefined;
  if (!isCall && !kind && !flag && key === undefined && !/^(?:src|method)$/.test(word))
    return undefined;
  const values = [];
  do {
    const value = literal(cursor, !isCall);
    if (
      !value ||
      value.kind === "null" ||
      /^(?:eq|ne|in|contains|matches|is|like|not)$/.test(value.text)
    )
      return undefined;
    values.push({ ...value, kind: "string" as const });
  } while (take(cursor, isCall ? /,/y : /(?=[\w/.^])(?!or\b|and\b|if\b|unless\b)/y));
  if (isCall && !take(cursor, /\)/y)) return undefined;
  const field = serverFields[word.toLowerCase().replace("req.", "")];
  const isHost = name?.toLowerCase() === "host";
  const header = `http.request.headers["${name?.toLowerCase()}"][0]`;
  const use = name === undefined ? field : isHost ? "http.host" : header;
  if (use === undefined) return undefined;
  const way = kind.replace("_", "") || (/\b(beg|end|sub|reg|dom)\b/.exec(flag)?.[1] ?? "");
  const operand = { use, kind: use === "ip.src" ? ("IP" as const) : ("String" as const) };
  const isList = way === "" && (values.length > 1 || operand.kind === "IP");
  return test(isList ? "in" : (serverWays[way] ?? "eq"), operand, values, flag.includes("-i"));
}

const serverFields: Readonly<Record<string, string>> = {
  path: "http.request.uri.path",
  url: "http.request.uri",
  src: "ip.src",
  clientip: "ip.src",
  method: "http.request.method",
  host: "http.host",
};
const serverWays: Readonly<Record<string, string>> = {
  beg: "starts_with",
  Prefix: "starts_with",
  end: "ends_with",
  sub: "contains",
  dom: "contains",
  reg: "matches",
  Regexp: "matches",
};

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
  if (cursor.text.charAt(start - 1) === "}") {
    const [, isNot, pattern = "", flag] =
      take(cursor, /(!)?([\^(.\\][^\s"']*|\w[^\s"']*\$)(?:\s+(\[NC\])|(?=\s*$))/iy) ?? [];
    const found =
      pattern && test("matches", operand, [{ kind: "regex", text: pattern }], flag !== undefined);
    if (found) return negated(found, isNot !== undefined);
  }
  const quoted = take(cursor, /"(?=!?@\w+\s[^"]*")/y);
  const not = take(
    cursor,
    /(?:do(?:es)?[_\s]*not|is\s+not|not_?(?!eq)|isn'?t|doesn'?t|n(?=like|contains|in\b)|!(?!=))/iy,
  );
  const between = ranged(cursor, operand);
  if (between) return negated(between, not !== undefined);
  for (const [pattern, name, ignoresCase] of operators) {
    const found = take(cursor, pattern);
    if (!found) continue;
    const isNot = (not !== undefined) !== /^is\s+not$/i.test(found[0]);
    const values =
      name === "in"
        ? items(cursor)
        : ((quoted ? undefined : barePattern(cursor, name)) ?? anyOf(cursor));
    if (quoted) take(cursor, /"/y);
    const more = values ? repeated(cursor, name) : [];
    if (values && more.length > 0) {
      const isList = name === "eq" || name === "ne";
      const use = test(isList ? "in" : name, operand, [...values, ...more], ignoresCase);
      return use && negated(use, isNot !== (name === "ne"));
    }
    const use = values && test(name, operand, values, ignoresCase, found[0]);
    const also = use && !/^(?:eq|ne|in)$/.test(name) ? repeated(cursor, name, andWord) : [];
    if (also.length > 0) {
      const all = also.map((it) => test(name, operand, [it], ignoresCase, found[0]));
      return negated(`(${[use, ...all].join(" and ")})`, isNot);
    }
    return use && withoutNegation(use, name, isNot);
  }
  const isNullNot = /^is\s+not$/i.test(not?.[0] ?? "");
  if (isNullNot || not) {
    const value = literal(cursor);
    return value && withoutNegation(test("eq", operand, [value]), "eq", true);
  }
  cursor.at = start;
  return undefined;
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
