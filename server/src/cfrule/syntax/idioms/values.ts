import {
  apart,
  fieldIn,
  type Idiom,
  isEqual,
  name,
  nullTest,
  quoted,
  row,
  some,
  text,
  typeIn,
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
  // Patterns.
  // Lucene.
  row(`${apart}_exists_:(${name})`, (it) => nullTest(it.parts[0], true, it)),
];
