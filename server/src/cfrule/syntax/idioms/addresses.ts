import { apart, compared, type Idiom, name, network, row } from "./idiom.ts";

/** Tests of addresses, and statements of web servers. */
export const addressIdioms: readonly Idiom[] = [
  row(
    String.raw`${apart}(?:\w*(?:ip|cidr|inet|subnet|range)\w*)\(\s*(?:(${name})\s*,\s*${network}|${network}\s*,\s*(${name}))\s*\)`,
    (it) => {
      const [before, first, second, after] = it.parts;
      return compared(before ?? after, "in", `{${first ?? second}}`, it);
    },
  ),
  row(
    String.raw`${apart}(?:(?:deny|allow)\s+(?:from\s+)?|require\s+(not\s+)?ip\s+|src\s+|@ipMatch\s+)${network}\s*;?`,
    ({ parts: [not, address] }) => `${not ? "not " : ""}ip.src in {${address}}`,
  ),
  row(
    String.raw`${apart}location\s+(=|~\*?|\^~)?\s*([^\s{"';]+)(?:\s*\{.*)?`,
    ({ parts: [sign, path = ""] }) => {
      if (sign?.startsWith("~"))
        return `http.request.uri.path matches r"${sign === "~*" ? "(?i)" : ""}${path}"`;
      return sign === "="
        ? `http.request.uri.path eq "${path}"`
        : `starts_with(http.request.uri.path, "${path}")`;
    },
  ),
];
