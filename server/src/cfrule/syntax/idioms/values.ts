import {
  apart,
  compared,
  field,
  fieldIn,
  type Idiom,
  isEqual,
  matched,
  name,
  nullTest,
  quoted,
  regexText,
  row,
  some,
  text,
  typeIn,
  values,
} from "./idiom.ts";

/** Elements, keys, patterns and queries. */
export const valueIdioms: readonly Idiom[] = [
  // Elements of arrays.
  row(String.raw`${apart}(any|all)\(\s*(${name})(?:\[\*\])?\s*,\s*(${text})\s*\)`, (it) =>
    some(it.parts[0]?.toLowerCase() ?? "", it.parts[1], it.parts[2] ?? "", it),
  ),
  row(
    String.raw`${apart}(any|all)\(\s*(\w+)\s*==\s*(${text})\s+for\s+\w+\s+in\s+(${name})\s*\)`,
    (it) => some(it.parts[0]?.toLowerCase() ?? "", it.parts[3], it.parts[2] ?? "", it),
  ),
  row(
    String.raw`${apart}(any|all)\(\s*\w+\s+in\s+(${name})\s*:\s*\w+\s*(?:${isEqual})\s*(${text})\s*\)`,
    (it) => some(it.parts[0]?.toLowerCase() ?? "", it.parts[1], it.parts[2] ?? "", it),
  ),
  row(
    String.raw`${apart}(${name}?)\.(some|exists|any|includes|contains|every|all)\(\s*(?:\w+\s*(?:=>|->|,)\s*\w+\s*(?:${isEqual})\s*)?(${text})\s*\)`,
    (it) => {
      const [array, word = "", value = ""] = it.parts;
      return some(/^(?:every|all)$/i.test(word) ? "all" : "any", array, value, it);
    },
  ),
  // Keys.
  row(
    String.raw`${apart}(?:http\.)?(?:request\.)?cookies?\[\s*(${text})\s*\](?:\[0\])?`,
    ({ parts: [key] }) => `http.request.cookies[${quoted(key)}][0]`,
  ),
  row(String.raw`${apart}(${name})\(\s*(${text})\s*\)`, (it) => {
    const map = fieldIn(it.parts[0], it);
    if (!map || typeIn(map, it)?.kind !== "Map") return undefined;
    const key = quoted(it.parts[1]);
    return `${map}[${/headers$/.test(map) ? key.toLowerCase() : key}][0]`;
  }),
  row(String.raw`${apart}(any|all)\(\s*(${name})\[\*\]\s*\)\s*(?:${isEqual})\s*(${text})`, (it) =>
    some(it.parts[0]?.toLowerCase() ?? "", it.parts[1], it.parts[2] ?? "", it),
  ),
  // Patterns.
  row(
    String.raw`(?:(?<![\w.])\/((?:[^/\\"]|\\.)+)\/(i?)\.test\(\s*(${field})\s*\)|${apart}(${field})\.match(?:es)?\(\s*\/((?:[^/\\"]|\\.)+)\/(i?)\s*\))`,
    (it) => {
      const [first, flag, operand, other, second, otherFlag] = it.parts;
      const found = fieldIn(operand ?? other, it);
      return found && `${found} matches ${regexText(first ?? second ?? "", flag ?? otherFlag)}`;
    },
  ),
  row(
    String.raw`\$(${name})\s*(?:(=)|(!=)|(!)?(~\*?))\s*(${text}|\^?\([^()\s]*\)\$?|[^\s()"']+)`,
    (it) => {
      const [operand, isEqual, isOther, isNot, pattern, value = ""] = it.parts;
      if (!pattern)
        return isEqual || isOther ? compared(operand, isEqual ? "eq" : "ne", value, it) : undefined;
      const found = fieldIn(operand, it);
      const written = regexText(
        value.replace(/^["'](.*)["']$/s, "$1"),
        pattern === "~*" ? "i" : "",
      );
      return found && `${isNot ? "not " : ""}${found} matches ${written}`;
    },
  ),
  row(
    String.raw`${apart}(${field})\s*(!)?(?:=?~[*=]?|matches)\s*m?\/((?:[^/\\"]|\\.)+)\/([a-z]*)`,
    (it) => {
      const [operand, isNot, pattern = "", flags = ""] = it.parts;
      const found = fieldIn(operand, it);
      return found && `${isNot ? "not " : ""}${found} matches ${regexText(pattern, flags)}`;
    },
  ),
  row(
    String.raw`${apart}(${field})\s*(?:(==|eq)|(contains)|matches)\s*i("(?:[^"\\]|\\.)*")`,
    (it) => {
      const [operand, isWhole, isPart, value = ""] = it.parts;
      const found = fieldIn(operand, it);
      if (!isWhole && !isPart) return found && `${found} matches "(?i)${value.slice(1)}`;
      return found && `lower(${found}) ${isWhole ? "eq" : "contains"} ${value.toLowerCase()}`;
    },
  ),
  row(
    String.raw`${apart}(${name})\s+in\s+[{(\[]\s*([a-zA-Z][\w-]*(?:[\s,]+[a-zA-Z][\w-]*)*)\s*[})\]]`,
    (it) =>
      typeIn(fieldIn(it.parts[0], it) ?? "", it)?.kind === "String"
        ? `${fieldIn(it.parts[0], it)} in {${values(it.parts[1]).map(quoted).join(" ")}}`
        : undefined,
  ),
  // Lucene.
  row(
    String.raw`${apart}(${name}):\(\s*((?:${text}|[\w./-]+)(?:\s+or\s+(?:${text}|[\w./-]+))*)\s*\)`,
    (it) => {
      const all = (it.parts[1] ?? "").split(/\bor\b/i).map((it) => it.trim());
      const found = fieldIn(it.parts[0], it);
      const isText = found && typeIn(found, it)?.kind === "String";
      return found && `${found} in {${(isText ? all.map(quoted) : all).join(" ")}}`;
    },
  ),
  row(String.raw`${apart}(${name}):\[\s*(\d+)\s+to\s+(\d+)\s*\]`, (it) =>
    compared(it.parts[0], "in", `{${it.parts[1]}..${it.parts[2]}}`, it),
  ),
  row(String.raw`${apart}(${name}):\s*(${text}|[\w./*?-]+)`, (it) =>
    matched(it.parts[0], it.parts[1] ?? "", it),
  ),
  row(`${apart}_exists_:(${name})`, (it) => nullTest(it.parts[0], true, it)),
];
