import {
  apart,
  called,
  compared,
  field,
  fieldIn,
  type Idiom,
  method,
  name,
  network,
  quoted,
  row,
  text,
  values,
} from "./idiom.ts";

/** Methods and functions. */
export const callIdioms: readonly Idiom[] = [
  row(String.raw`${apart}(${field})\.equals_?ignore_?case\(\s*(${text})\s*\)`, (it) => {
    const found = fieldIn(it.parts[0], it);
    return found && `lower(${found}) eq ${quoted(it.parts[1]).toLowerCase()}`;
  }),
  row(
    String.raw`${apart}(${field})\.(?:index_?of|search|find)\(\s*(${text})\s*\)(?:\s*(>=?|!==?|===?|<)\s*(-1|0))?`,
    (it) => {
      const [operand, value, operator = "", limit] = it.parts;
      const found = fieldIn(operand, it);
      if (!found) return undefined;
      if (limit === "0" && /^==/.test(operator)) return `starts_with(${found}, ${quoted(value)})`;
      const isNot = limit === "0" ? operator === "<" : /^==/.test(operator);
      return `${isNot ? "not " : ""}${found} contains ${quoted(value)}`;
    },
  ),
  row(
    String.raw`${apart}(${field})\s+${method}_?any(?:_?of)?\s*[{(\[]([^})\]]*)[})\]]`,
    (it) => {
      const [operand, word = "", list] = it.parts;
      const found = fieldIn(operand, it);
      const each = values(list).map((value) => found && called(word, found, quoted(value)));
      return found && each.length > 0 ? `(${each.join(" or ")})` : undefined;
    },
    "sure",
  ),
  row(String.raw`${apart}(${field})\s+${method}\s*\(\s*(${text})\s*\)`, (it) => {
    const [operand, word = "", value] = it.parts;
    const found = fieldIn(operand, it);
    return found && called(word, found, quoted(value));
  }),
  row(String.raw`${apart}fnmatch\(\s*(${field})\s*,\s*(${text})\s*\)`, (it) =>
    compared(it.parts[0], "wildcard", it.parts[1], it),
  ),
  row(
    String.raw`${apart}(?:\w*(?:ip|cidr|inet|subnet|range)\w*)\(\s*(?:(${name})\s*,\s*${network}|${network}\s*,\s*(${name}))\s*\)`,
    (it) => {
      const [before, first, second, after] = it.parts;
      return compared(before ?? after, "in", `{${first ?? second}}`, it);
    },
  ),
  row(String.raw`${apart}(${name})\s+in\s+\w*cidr\w*\(\s*${network}\s*\)`, (it) =>
    compared(it.parts[0], "in", `{${it.parts[1]}}`, it),
  ),
  row(
    String.raw`${apart}(?:deny|allow)\s+(?:from\s+)?${network}\s*;?`,
    ({ parts: [address] }) => `ip.src in {${address}}`,
  ),
  row(
    String.raw`${apart}location\s+(=|~\*?|\^~)?\s*([^\s{"';]+)`,
    ({ parts: [sign, path = ""] }) => {
      if (sign?.startsWith("~"))
        return `http.request.uri.path matches r"${sign === "~*" ? "(?i)" : ""}${path}"`;
      return sign === "="
        ? `http.request.uri.path eq "${path}"`
        : `starts_with(http.request.uri.path, "${path}")`;
    },
  ),
];
