/** What texts the fields of an address can never have in them, whatever the request. */
import { shorten } from "../text/shorten.ts";
import type { Field, Shape } from "./catalogue/fields.ts";
import type { How } from "./value-uses.ts";
import { isPlainWildcard, readWildcard } from "./wildcard.ts";

export interface Misshapen {
  /** What is wrong, as one sentence, and what to do. */
  readonly message: string;
  /** The text that was likely meant. */
  readonly meant?: string;
  /** The field that was likely meant. */
  readonly field?: string;
}

/** Where the text stands in the value. */
interface Place {
  /** It begins the value, and is not empty. */
  readonly fromStart: boolean;
  readonly how: How;
}

/** Undefined when there may be values that the text fits. */
export function misshapen(text: string, how: How, field: Field): Misshapen | undefined {
  const { shape, name } = field;
  if (!shape || text === "") return undefined;
  const isPattern = how === "wildcard" || how === "strict wildcard";
  const fixed = isPattern ? firstPart(text) : text;
  if (fixed === undefined) return undefined;
  const fromStart = how !== "suffix" && how !== "part" && fixed !== "";
  return judges[shape](fixed, { fromStart, how }, name, text);
}

/** What stands before the first star; undefined when the pattern cannot be read. */
function firstPart(pattern: string): string | undefined {
  if (isPlainWildcard(pattern)) {
    const star = pattern.indexOf("*");
    return star === -1 ? pattern : pattern.slice(0, star);
  }
  const { parts, problems } = readWildcard(pattern);
  return problems.length > 0 ? undefined : parts[0];
}

type Judge = (fixed: string, place: Place, name: string, text: string) => Misshapen | undefined;

const judges: Readonly<Record<Shape, Judge>> = {
  host: (_fixed, _place, name, text) => hostShape(name, text),
  path: (fixed, place, name, text) => slashShape(fixed, place, name, text) ?? pathShape(name, text),
  uri: slashShape,
  "full uri": fullUriShape,
  query: (fixed, { fromStart }, name, text) =>
    fromStart && fixed.startsWith("?")
      ? {
          message: `'${name}' is without the '?' before it. Write ${shorten(text.slice(1))}.`,
          meant: text.slice(1),
        }
      : undefined,
  extension: (_fixed, _place, name, text) => extensionShape(name, text),
  "media type": mediaTypeShape,
};

function hostShape(name: string, text: string): Misshapen | undefined {
  if (!text.includes("/")) return undefined;
  const host = text.replace(/^[a-z*]*:\/\//i, "").replace(/\/.*$/s, "");
  const scheme = text.includes("://") ? "a scheme" : "a '/'";
  const message = `'${name}' is a host name, which never has ${scheme} in it.`;
  if (!/^[\w.*-]*[a-z0-9][\w.*-]*$/i.test(host)) return { message };
  return { message: `${message} Write ${shorten(host)}.`, meant: host };
}

function slashShape(
  fixed: string,
  { fromStart }: Place,
  name: string,
  text: string,
): Misshapen | undefined {
  // A request for the server as a whole has a star in place of a path.
  if (!fromStart || fixed.startsWith("/") || text === "*") return undefined;
  const message = `'${name}' always begins with '/'.`;
  const path = /^[a-z]+:\/\/[^/]+(\/.*)$/is.exec(text)?.[1];
  const meant = path ?? (/^[\w.-]/.test(text) && !text.includes("://") ? `/${text}` : undefined);
  return meant ? { message: `${message} Write ${shorten(meant)}.`, meant } : { message };
}

function pathShape(name: string, text: string): Misshapen | undefined {
  if (!text.includes("?")) return undefined;
  const field = name.replace(/\.path$/, "");
  const message = `'${name}' is without the query, so it has no '?' in it. Use '${field}'.`;
  return { message, field };
}

function fullUriShape(
  fixed: string,
  { fromStart, how }: Place,
  name: string,
  text: string,
): Misshapen | undefined {
  const small = fixed.toLowerCase();
  const fits = (scheme: string) => small.startsWith(scheme) || isBegun(scheme, small, how);
  if (!fromStart || fits("http://") || fits("https://")) return undefined;
  const message = `'${name}' always begins with 'https://' or 'http://'.`;
  if (!/^[\w-]+\.[\w.-]+(?:\/|$)/.test(fixed) && !/^\/\/[\w-]/.test(fixed)) return { message };
  const scheme = how === "wildcard" || how === "strict wildcard" ? "http*://" : "https://";
  const meant = `${scheme}${text.replace(/^\/\//, "")}`;
  return { message: `${message} Write ${shorten(meant)}.`, meant };
}

/** The rest of the scheme may be what a star, or the rest of the value, stands for. */
function isBegun(scheme: string, fixed: string, how: How): boolean {
  return how !== "equal" && scheme.startsWith(fixed);
}

function extensionShape(name: string, text: string): Misshapen | undefined {
  const bad = /[./]/.exec(text)?.[0];
  if (!bad) return undefined;
  const meant = /^(?:[\w-]*\.)*([\w*-]+)$/.exec(text)?.[1];
  const message = `'${name}' has no '${bad}' in it.`;
  if (!meant) return { message };
  return { message: `${message} Write ${shorten(meant)}.`, meant };
}

function mediaTypeShape(
  fixed: string,
  { how }: Place,
  name: string,
  text: string,
): Misshapen | undefined {
  const parameters = fixed.indexOf(";");
  if (parameters !== -1) {
    const meant = text.slice(0, text.indexOf(";")).trimEnd();
    const message = `'${name}' is without parameters, so it has no ';' in it.`;
    return meant ? { message: `${message} Write ${shorten(meant)}.`, meant } : { message };
  }
  if (how !== "equal" || fixed.includes("/")) return undefined;
  return { message: `'${name}' is a media type, with a '/' in it, as in 'text/html'.` };
}
