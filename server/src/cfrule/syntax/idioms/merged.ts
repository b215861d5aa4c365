import {
  apart,
  compared,
  comparison,
  field,
  fieldIn,
  type Idiom,
  name,
  network,
  number,
  quoted,
  row,
  text,
  typeIn,
  values,
} from "./idiom.ts";

/** Several small differences at once, and values alone. */
export const mergedIdioms: readonly Idiom[] = [
  // Several small differences at once.
  row(
    String.raw`${apart}(${field})\s+(not\s+)?i?like\s+('[^'"\\]*')`,
    (it) => {
      const [operand, isNot, value] = it.parts;
      const use = compared(operand, "wildcard", quoted(value).replaceAll(/%+/g, "*"), it);
      return use && `${isNot ? "not " : ""}${use}`;
    },
    "merged",
  ),
  row(
    String.raw`${apart}(${name})\s+(not\s+)?between\s+(?:(${number})\s+and\s+(${number})|(${text})\s+and\s+(${text}))`,
    (it) => {
      const [operand, isNot = "", first, last, from, to] = it.parts;
      const found = fieldIn(operand, it);
      const both = `(${found} ge ${quoted(from)} and ${found} le ${quoted(to)})`;
      const use = first === undefined ? both : `${found} in {${first}..${last}}`;
      return found && `${isNot && "not "}${use}`;
    },
    "merged",
  ),
  row(
    String.raw`${apart}(${field})\s+(not\s+)?in\s*[{(\[]([^{}()\[\]]*)[})\]]`,
    (it) => {
      const [operand, isNot, list = ""] = it.parts;
      if (/[‘’“”„«»`]/.test(list)) return undefined;
      const found = fieldIn(operand, it);
      const isText = found && typeIn(found, it)?.kind === "String";
      const all = values(list).map((value) =>
        isText ? quoted(value) : value.replaceAll(/["']/g, ""),
      );
      return found && `${isNot ? "not " : ""}${found} in {${all.join(" ")}}`;
    },
    "merged",
  ),
  row(String.raw`${apart}(${field})\s+in\s+([a-z][\w-]*(?:\s*,\s*[a-z][\w-]*)+)`, (it) => {
    const found = fieldIn(it.parts[0], it);
    if (!found || typeIn(found, it)?.kind !== "String") return undefined;
    return `${found} in {${values(it.parts[1]).map(quoted).join(" ")}}`;
  }),
  row(String.raw`\[([^\[\]]*)\]\.(?:includes|contains|indexOf)\(\s*(${field})\s*\)`, (it) => {
    const found = fieldIn(it.parts[1], it);
    return found && `${found} in {${values(it.parts[0]).map(quoted).join(" ")}}`;
  }),
  row(
    String.raw`${apart}(?:http\.|request\.|req\.)*headers(?:\.get\(\s*(${text})\s*\)|\[\s*(${text})\s*\](?!\s*\[))`,
    ({ parts: [called, key] }) => `http.request.headers[${quoted(called ?? key).toLowerCase()}][0]`,
  ),
  row(
    String.raw`${apart}(${name}?)\.\w*in_?(?:range|cidr|subnet|network)\(\s*${network}\s*\)`,
    (it) => compared(it.parts[0], "in", `{${it.parts[1]}}`, it),
  ),
  row(String.raw`${apart}(${name})\s+in\s+(\d+)\s*-\s*(\d+)`, (it) =>
    compared(it.parts[0], "in", `{${it.parts[1]}..${it.parts[2]}}`, it),
  ),
  row(String.raw`${apart}(${field})\s*(\^=|\$=|\*=)\s*(${text}|[^\s()"']+)`, (it) =>
    comparison(it.parts[0], it.parts[1] ?? "", it.parts[2] ?? "", it),
  ),
  row(
    String.raw`${apart}(${field})\s*(={1,3}|!==?|<>|[<>]=?|=?~|\b(?:eq|ne|lt|le|gt|ge|contains|matches|rlike|regexp)\b)\s*(${text}|\/(?:[^/\\"]|\\.)+\/[a-z]*|[\w.:/-]+)`,
    (it) => comparison(it.parts[0], it.parts[1] ?? "", it.parts[2] ?? "", it),
    "merged",
  ),
  // Only a value.
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
