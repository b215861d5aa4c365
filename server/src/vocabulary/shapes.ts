/** Values that a field can never have, whatever the request, because of the part of a URL or header that it contains. */
import { parseValueList } from "../text/several-values.ts";
import { shorten } from "../text/shorten.ts";

/** The format of a string field. A "page" is the full URL of a page, as in a referrer. */
export type ValueShape =
  | "address"
  | "host"
  | "domain"
  | "path"
  | "uri"
  | "full uri"
  | "page"
  | "origin"
  | "query"
  | "extension"
  | "media type"
  | "md5"
  | "sha1"
  | "sha256";

/** How much of the field the text is compared with. */
export type Extent = "whole" | "start" | "end" | "part";

/** A text that a field is compared with. */
export interface Compared {
  /** The name of the field, for messages. */
  readonly name: string;
  readonly text: string;
  readonly extent: Extent;
  /** For a wildcard pattern, the text before the first star. */
  readonly beforeStar?: string | undefined;
}

export interface ShapeProblem {
  /** The problem in one sentence, and what to do. */
  readonly message: string;
  /** The text that was likely meant. */
  readonly suggested?: string;
  /** Clients can send such a value. */
  readonly doubt?: true;
  /** The text contains a part that is not in this field: the query, which is in another, or the fragment, which is in none. */
  readonly beyond?: "query" | "fragment";
}

/** Undefined if the field may have a value that matches the text. */
export function shapeProblem(shape: ValueShape, compared: Compared): ShapeProblem | undefined {
  return compared.text === "" ? undefined : judges[shape](compared);
}

type Judge = (compared: Compared) => ShapeProblem | undefined;

const judges: Readonly<Record<ValueShape, Judge>> = {
  address: () => undefined,
  host: hostProblem,
  domain: (it) => (it.text.includes("://") ? schemeProblem(it) : undefined),
  path: (it) => slashProblem(it) ?? queryProblem(it) ?? fragmentProblem(it),
  uri: (it) => slashProblem(it) ?? fragmentProblem(it),
  "full uri": (it) => fullProblem(it) ?? fragmentProblem(it),
  page: (it) => pageProblem(it) ?? fragmentProblem(it),
  origin: pageProblem,
  query: (it) => queryMark(it) ?? fragmentProblem(it),
  extension: extensionProblem,
  "media type": mediaTypeProblem,
  md5: (it) => digestProblem(it, 32),
  sha1: (it) => digestProblem(it, 40),
  sha256: (it) => digestProblem(it, 64),
};

/** The known beginning of the value; empty if there is none. */
function startOf({ text, extent, beforeStar }: Compared): string {
  if (extent !== "whole" && extent !== "start") return "";
  return beforeStar ?? text;
}

function advise(message: string, suggested: string): ShapeProblem {
  return { message: `${message} Use ${shorten(suggested)}.`, suggested };
}

function hostProblem(compared: Compared): ShapeProblem | undefined {
  const { name, text, extent, beforeStar } = compared;
  if (text.includes("://")) return schemeProblem(compared);
  const finding = `'${name}' is a hostname and never contains`;
  if (text.includes("/")) {
    const host = text.replace(/\/.*/s, "");
    return isHost(host) ? advise(`${finding} '/'.`, host) : { message: `${finding} '/'.` };
  }
  const sign = /[?#@\s,;]/.exec(text)?.[0];
  if (sign) return { message: `${finding} ${/\s/.test(sign) ? "whitespace" : `'${sign}'`}.` };
  if (startOf(compared).startsWith(".")) {
    const message = `'${name}' is a hostname and never starts with '.'.`;
    return text.length > 1 && beforeStar === undefined && extent === "whole"
      ? advise(message, text.slice(1))
      : { message };
  }
  const host = extent === "whole" && !beforeStar && /^([^:]+):\d{1,5}$/.exec(text)?.[1];
  if (!host) return undefined;
  const message = `'${name}' has a port only where the client sent one. Use ${shorten(host)} for the standard ports.`;
  return { message, suggested: host, doubt: true };
}

function schemeProblem({ name, text }: Compared): ShapeProblem {
  const host = text.replace(/^[^/]*:\/\//, "").replace(/[/?#].*/s, "");
  const message = `'${name}' is a hostname and never contains a scheme.`;
  return isHost(host) ? advise(message, host) : { message };
}

function isHost(text: string): boolean {
  return /^[\w*-]+(?:\.[\w*-]+)*$/.test(text) && /[A-Za-z0-9]/.test(text);
}

function slashProblem(compared: Compared): ShapeProblem | undefined {
  const { name, text } = compared;
  const start = startOf(compared);
  // A request for the server as a whole has a star in place of a path.
  if (start === "" || start.startsWith("/") || text === "*") return undefined;
  const message = `'${name}' always starts with '/'.`;
  const path = /^[a-z]+:\/\/[^/]+(\/.*)$/is.exec(text)?.[1];
  const suggested =
    path ?? (/^[\w.-]/.test(text) && !text.includes("://") ? `/${text}` : undefined);
  return suggested ? advise(message, suggested) : { message };
}

function queryProblem({ name, text }: Compared): ShapeProblem | undefined {
  if (!text.includes("?")) return undefined;
  return {
    message: `'${name}' excludes the query string, so it never contains '?'.`,
    beyond: "query",
  };
}

function queryMark(compared: Compared): ShapeProblem | undefined {
  if (!startOf(compared).startsWith("?")) return undefined;
  return advise(`'${compared.name}' excludes the leading '?'.`, compared.text.slice(1));
}

/** Browsers never send the part after `#`. */
function fragmentProblem({ name, text }: Compared): ShapeProblem | undefined {
  if (!text.includes("#")) return undefined;
  const message = fragmentMessage(name);
  const before = text.slice(0, text.indexOf("#"));
  const problem = /[\w/]/.test(before)
    ? advise(message, before)
    : { message: `${message} Use '%23' for an encoded '#'.` };
  return { ...problem, doubt: true, beyond: "fragment" };
}

export function fragmentMessage(name: string): string {
  return `Clients never send the fragment, so '${name}' never contains '#'.`;
}

function schemeFor({ beforeStar }: Compared): string {
  return beforeStar === undefined ? "https://" : "http*://";
}

function fullProblem(compared: Compared): ShapeProblem | undefined {
  const { name, text, extent, beforeStar } = compared;
  const start = startOf(compared).toLowerCase();
  const isOpen = extent !== "whole" || beforeStar !== undefined;
  // A star, or the rest of the value, may match the rest of the scheme.
  const fits = (scheme: string) => start.startsWith(scheme) || (isOpen && scheme.startsWith(start));
  if (start === "" || fits("http://") || fits("https://"))
    return isOpen ? undefined : bareOriginProblem(compared);
  const message = `'${name}' always starts with 'https://' or 'http://'.`;
  if (!/^[\w-]+\.[\w.-]+(?:\/|$)/.test(start) && !/^\/\/[\w-]/.test(start)) return { message };
  return advise(message, `${schemeFor(compared)}${text.replace(/^\/\//, "")}`);
}

/** `https://example.com`: clients always request a path, at least `/`. */
function bareOriginProblem({ name, text }: Compared): ShapeProblem | undefined {
  const isBare = /^https?:\/\/[^/?#]+$/i.test(text);
  return isBare ? advise(`'${name}' always has a path.`, `${text}/`) : undefined;
}

/** Reports a host name without the scheme that must precede it. */
function pageProblem(compared: Compared): ShapeProblem | undefined {
  const { name, text, extent, beforeStar } = compared;
  if (!/^(?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?]|$)/i.test(startOf(compared)))
    return undefined;
  const plain = text.replace(/^\/\//, "");
  const isWhole = extent === "whole" && beforeStar === undefined && !plain.includes("/");
  const suggested = `${schemeFor(compared)}${plain}${isWhole ? "/" : ""}`;
  const message = `'${name}' is a full URL, which starts with 'https://' or 'http://'.`;
  return { ...advise(message, suggested), doubt: true };
}

function extensionProblem({ name, text }: Compared): ShapeProblem | undefined {
  const bad = /[./]/.exec(text)?.[0];
  if (!bad) return undefined;
  const suggested = /^(?:[\w-]*\.)*([\w*-]+)$/.exec(text)?.[1];
  const message = `'${name}' never contains '${bad}'.`;
  return suggested ? advise(message, suggested) : { message };
}

function mediaTypeProblem({ name, text, extent, beforeStar }: Compared): ShapeProblem | undefined {
  const fixed = beforeStar ?? text;
  if (fixed.includes(";")) {
    const suggested = text.slice(0, text.indexOf(";")).trimEnd();
    const message = `'${name}' excludes parameters, so it never contains ';'.`;
    return suggested ? advise(message, suggested) : { message };
  }
  if (extent !== "whole" || beforeStar !== undefined || fixed.includes("/")) return undefined;
  return { message: `'${name}' is a media type, such as 'text/html'.` };
}

function digestProblem(
  { name, text, extent, beforeStar }: Compared,
  digits: number,
): ShapeProblem | undefined {
  const isWhole = extent === "whole" && beforeStar === undefined;
  if (/^[\da-f]*$/i.test(text) && (isWhole ? text.length === digits : text.length <= digits))
    return undefined;
  const message = `'${name}' is ${digits} hexadecimal digits.`;
  const suggested = text.replace(/[:\s-]/g, "").toLowerCase();
  const isDigest = isWhole && new RegExp(`^[\\da-f]{${digits}}$`).test(suggested);
  return isDigest ? advise(message, suggested) : { message };
}

/** The values in a text that cannot be a single value; otherwise undefined. */
export function severalIn(shape: ValueShape | "word", text: string): readonly string[] | undefined {
  if (text.length > 2000 || !/[\s,;|]/.test(text)) return undefined;
  const items = parseValueList(text)?.items ?? [];
  if (items.length < 2) return undefined;
  switch (shape) {
    case "path":
    case "uri":
      return items.every((it) => it.startsWith("/")) ? items : undefined;
    case "full uri":
    case "page":
    case "origin":
      return items.every((it) => /^https?:\/\//i.test(it)) ? items : undefined;
    case "query":
    case "media type":
    case "md5":
    case "sha1":
    case "sha256":
      return undefined;
    default:
      return items.every((it) => /^[\w.*:/-]+$/.test(it)) ? items : undefined;
  }
}
