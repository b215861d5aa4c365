import { apart, compared, type Idiom, name, network, row } from "./idiom.ts";

/** Several small differences at once, and values alone. */
export const mergedIdioms: readonly Idiom[] = [
  // Several small differences at once.
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
