import { type Cursor, take } from "./cursor.ts";
import { items, type Literal, literal } from "./literals.ts";
import { chain } from "./operands.ts";
import { negated, nullTest, test } from "./tests.ts";

/** `$scheme = https`. */
export function schemeTest(cursor: Cursor): string | undefined {
  const [, sign, letter] =
    take(
      cursor,
      /[$.]?(?:[\w.]+\.)?(?:scheme|protocol|proto)\s*(?:(!==?|<>|ne\b)|={1,3}|eq\b|is\b|:|in\s*[{([])\s*["'`]?http(s?)["'`]?(?:\s*[})\]])?(?![\w/"'`])/iy,
    ) ?? [];
  if (letter === undefined) return undefined;
  return (sign === undefined) === (letter !== "") ? "ssl" : "not ssl";
}

/** `like(host, "%a%")`, `isnull(host)` and `re.match("^a", host)`. */
export function calledTest(cursor: Cursor): string | undefined {
  const [, word = ""] = take(cursor, /(?:re\.|string\.|strings\.)?([a-z]\w*)\(/iy) ?? [];
  const name = word
    .toLowerCase()
    .replaceAll("_", "")
    .replace(/^(?:preg|str(?=pos|contains|starts|ends))/, "");
  const [, isNot, isAbsent] = /^is(not)?(null|empty|blank)$/.exec(name) ?? [];
  if (isAbsent) {
    const read = chain(cursor);
    if (!read || read.step || !take(cursor, /\)/y)) return undefined;
    return nullTest(read.operand, isNot ? "ne" : "eq");
  }
  if (/^(?:has|exists?|isset|defined|present)$/.test(name)) {
    const read = chain(cursor);
    if (read && !read.step && take(cursor, /\)/y)) return nullTest(read.operand, "ne");
    return undefined;
  }
  if (name === "any") return anyIn(cursor);
  const before = literal(cursor);
  if (before && !take(cursor, /,/y)) return undefined;
  const read = chain(cursor);
  const value = before ?? (take(cursor, /,/y) && literal(cursor));
  if (!read || read.step || !value || !take(cursor, /\)/y)) return undefined;
  if (/^pos$/.test(name)) {
    const isNotThere = take(cursor, /(!==?|>=?|={2,3})\s*(?:false|0|-1)\b/iy)?.[1]?.startsWith("=");
    return negated(test("contains", read.operand, [value]) ?? "", isNotThere === true);
  }
  const known = /^i?like$/.test(name) ? "like" : methodNamed(name);
  return known && test(known, read.operand, [withoutSlashes(value, /^preg/i.test(word))]);
}

/** `any(x in host for x in ["a", "b"])`. */
function anyIn(cursor: Cursor): string | undefined {
  const variable = take(cursor, /([a-z_]\w*)\s+in\s/iy)?.[1];
  const read = variable && chain(cursor);
  if (!read || read.step) return undefined;
  const again = take(cursor, /for\s+([a-z_]\w*)\s+in\s/iy)?.[1];
  const values = again === variable ? items(cursor) : undefined;
  return values && take(cursor, /\)/y) ? test("contains", read.operand, values) : undefined;
}

/** `["a", "b"].includes(host)` and `["a", "b"].exists(x, x == host)`. */
export function listFirst(cursor: Cursor): string | undefined {
  const values = cursor.text.charAt(cursor.at) === "[" ? items(cursor) : undefined;
  const [, word = "", first, second] =
    (values &&
      take(
        cursor,
        /\.(includes|contains|indexOf|exists|some|any)\(\s*(?:(\w+)\s*(?:,|=>)\s*(\w+)\s*={2,3}\s*)?/iy,
      )) ||
    [];
  const read = word && first === second ? chain(cursor) : undefined;
  if (!values || !read || read.step || !take(cursor, /\)/y)) return undefined;
  const use = test("in", read.operand, values);
  const isPosition = /^indexof$/i.test(word) && use !== undefined;
  const isNot = isPosition && take(cursor, /(>=?|!==?|={2,3}|<)\s*(?:-1|0)/y)?.[1];
  return isNot ? negated(use, /^[=<]/.test(isNot)) : use;
}

/** PHP writes regexes as `'/^a/i'`. */
function withoutSlashes(value: Literal, isPhp: boolean): Literal {
  const [, text, flags = ""] = (isPhp && /^\/(.*)\/(\w*)$/s.exec(value.text)) || [];
  return text === undefined ? value : { kind: "regex", text, flags };
}

/** `'a' in host` and `"a" === host`. */
export function valueFirst(cursor: Cursor): string | undefined {
  const value = literal(cursor);
  if (!value || value.kind === "null") return undefined;
  if (value.kind === "regex" && take(cursor, /\.test\(/y)) {
    const tested = chain(cursor);
    return tested && !tested.step && take(cursor, /\)/y)
      ? test("matches", tested.operand, [value])
      : undefined;
  }
  const [sign, isNot] = take(cursor, /(not\s+)?in\b|={2,3}|!==?|<=?|>=?/iy) ?? [];
  const read = sign && chain(cursor);
  if (!sign || !read || read.step) return undefined;
  const { operand } = read;
  if (!/in$/i.test(sign))
    return test(turned[sign] ?? sign, operand, [value], false, turned[sign] ?? sign);
  if (operand.kind === "Map") {
    const key = /headers$/.test(operand.use) ? value.text.toLowerCase() : value.text;
    return negated(`has_key(${operand.use}, "${key}")`, isNot !== undefined);
  }
  const found = test("contains", operand, [value]);
  return found && negated(found, isNot !== undefined);
}

const turned: Readonly<Record<string, string>> = {
  "===": "eq",
  "!==": "ne",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** The replacement for a method of another language. */
export function methodNamed(name: string): string | undefined {
  return methods.find(([pattern]) => pattern.test(name))?.[1];
}

const methods: readonly (readonly [RegExp, string])[] = [
  [/^(?:starts?|begins?)with$|^hasprefix$/, "starts_with"],
  [/^ends?with$|^hassuffix$/, "ends_with"],
  [/^(?:contains|includes?)(?:any)?$/, "contains"],
  [/^(?:match(?:es)?|test|reg(?:ex)?p?(?:like|match(?:es)?|contains|test)?|search)$/, "matches"],
  [/^(?:equals?|eq)$/, "eq"],
  [/^fnmatch$/, "wildcard"],
  [/^(?:in|isin|oneof|inip(?:range|network)|ipin(?:cidr|network)|cidrmatch)$/, "in"],
];
