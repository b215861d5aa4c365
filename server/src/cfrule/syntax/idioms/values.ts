import {
  apart,
  compared,
  fieldIn,
  type Idiom,
  isEqual,
  name,
  network,
  nullTest,
  quoted,
  row,
  some,
  text,
  typeIn,
} from "./idiom.ts";

/** Elements, keys, queries, and values alone. */
export const valueIdioms: readonly Idiom[] = [
  // Elements of arrays.
  row(String.raw`${apart}(any|all)\(\s*(${name})(?:\[\*\])?\s*,\s*(${text})\s*\)`, (it) =>
    some(it.parts[0]?.toLowerCase() ?? "", it.parts[1], it.parts[2] ?? "", it),
  ),
  row(
    String.raw`${apart}(any|all)\(\s*\w+\s+in\s+(${name})\s*:\s*\w+\s*(?:${isEqual})\s*(${text})\s*\)`,
    (it) => some(it.parts[0]?.toLowerCase() ?? "", it.parts[1], it.parts[2] ?? "", it),
  ),
  row(
    String.raw`${apart}(${name}?)\.(some|exists|any|includes|contains|every|all)\(\s*(${text})\s*\)`,
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
  // Lucene.
  row(`${apart}_exists_:(${name})`, (it) => nullTest(it.parts[0], true, it)),
  // Several small differences at once, and values alone.
  row(
    String.raw`${apart}(${name}?)\.\w*in_?(?:range|cidr|subnet|network)\(\s*${network}\s*\)`,
    (it) => compared(it.parts[0], "in", `{${it.parts[1]}}`, it),
  ),
  row(String.raw`^\s*(${network})\s*$`, ({ parts: [, address = ""] }) =>
    address.split(".").length === 4 || address.split(":").length > 2
      ? `ip.src in {${address}}`
      : undefined,
  ),
  row(
    String.raw`^\s*(\/[^\s"'()]*|\*\.[a-z]\w{1,4})\s*$`,
    ({ parts: [path = ""] }) =>
      `http.request.uri.path ${path.includes("*") ? "wildcard" : "eq"} "${path}"`,
  ),
  row(
    String.raw`^\s*([a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|net|org|io|dev|app|example|[a-z]{2}))\s*$`,
    ({ parts: [host] }) => `http.host eq "${host}"`,
  ),
];
