/** What texts the fields of an address can never have in them, whatever the request. */
import { shorten } from "../../text/shorten.ts";
import type { AddressKind, Shape } from "../catalogue/fields.ts";
import { isPlainWildcard, readWildcard } from "../syntax/wildcard.ts";
import { addressKind, writtenName } from "./address-values.ts";
import type { Subject } from "./operand-facts.ts";
import type { How } from "./value-uses.ts";

export interface Misshapen {
  /** What is wrong, as one sentence, and what to do. */
  readonly message: string;
  /** The text that was likely meant. */
  readonly meant?: string;
  /** The field that was likely meant. */
  readonly field?: string;
  /** Such values are unlikely, but whoever sends the request could send one. */
  readonly unlikely?: true;
}

/** Where the text stands in the value. */
interface Place {
  /** It begins the value, and is not empty. */
  readonly fromStart: boolean;
  readonly how: How;
}

/** Undefined when there may well be values that the text fits. */
export function misshapen(text: string, how: How, subject: Subject): Misshapen | undefined {
  const { shape } = subject.field;
  const kind = shape ?? addressKind(subject);
  if (!kind || text === "") return undefined;
  const isPattern = how === "wildcard" || how === "strict wildcard";
  const fixed = isPattern ? firstPart(text) : text;
  if (fixed === undefined) return undefined;
  const fromStart = how !== "suffix" && how !== "part" && fixed !== "";
  const name = writtenName(subject);
  const found = judges[kind](fixed, { fromStart, how }, name, text);
  if (found) return shape ? found : { ...found, unlikely: true };
  return text.includes("#") ? fragmentIn(text, kind, name) : undefined;
}

/** Whether the value ends where a fragment would begin. */
export function isWithoutFragment(kind: Shape | AddressKind): boolean {
  return kind !== "host" && kind !== "origin" && kind !== "media type";
}

function fragmentIn(text: string, kind: Shape | AddressKind, name: string): Misshapen | undefined {
  if (!isWithoutFragment(kind)) return undefined;
  const message = fragmentMessage(name);
  const before = text.slice(0, text.indexOf("#"));
  if (!/[\w/]/.test(before)) {
    return { message: `${message} Use '%23' for an encoded '#'.`, unlikely: true };
  }
  return { message: `${message} Use ${shorten(before)}.`, meant: before, unlikely: true };
}

export function fragmentMessage(name: string): string {
  return `Clients never send the fragment, so '${name}' never contains '#'.`;
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

const judges: Readonly<Record<Shape | AddressKind, Judge>> = {
  host: (_fixed, _place, name, text) => hostShape(name, text),
  path: (fixed, place, name, text) => slashShape(fixed, place, name, text) ?? pathShape(name, text),
  uri: slashShape,
  "full uri": fullUriShape,
  query: (fixed, { fromStart }, name, text) =>
    fromStart && fixed.startsWith("?")
      ? {
          message: `'${name}' excludes the leading '?'. Use ${shorten(text.slice(1))}.`,
          meant: text.slice(1),
        }
      : undefined,
  extension: (_fixed, _place, name, text) => extensionShape(name, text),
  "media type": mediaTypeShape,
  page: (fixed, place, name, text) =>
    pageShape(fixed, place, name, place.how === "equal" && !text.includes("/") ? `${text}/` : text),
  origin: pageShape,
};

/** A name with dots, where the scheme before it was left out. */
function pageShape(
  fixed: string,
  { fromStart, how }: Place,
  name: string,
  text: string,
): Misshapen | undefined {
  if (!fromStart || !/^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(fixed)) return undefined;
  const meant = `${schemeFor(how)}${text}`;
  const message = `'${name}' is a full URL, which starts with 'https://' or 'http://'.`;
  return { message: `${message} Use ${shorten(meant)}.`, meant };
}

function schemeFor(how: How): string {
  return how === "wildcard" || how === "strict wildcard" ? "http*://" : "https://";
}

function hostShape(name: string, text: string): Misshapen | undefined {
  if (!text.includes("/")) return undefined;
  const host = text.replace(/^[a-z*]*:\/\//i, "").replace(/\/.*$/s, "");
  const scheme = text.includes("://") ? "a scheme" : "a '/'";
  const message = `'${name}' is a hostname and never contains ${scheme}.`;
  if (!/^[\w.*-]*[a-z0-9][\w.*-]*$/i.test(host)) return { message };
  return { message: `${message} Use ${shorten(host)}.`, meant: host };
}

function slashShape(
  fixed: string,
  { fromStart }: Place,
  name: string,
  text: string,
): Misshapen | undefined {
  // A request for the server as a whole has a star in place of a path.
  if (!fromStart || fixed.startsWith("/") || text === "*") return undefined;
  const message = `'${name}' always starts with '/'.`;
  const path = /^[a-z]+:\/\/[^/]+(\/.*)$/is.exec(text)?.[1];
  const meant = path ?? (/^[\w.-]/.test(text) && !text.includes("://") ? `/${text}` : undefined);
  return meant ? { message: `${message} Use ${shorten(meant)}.`, meant } : { message };
}

function pathShape(name: string, text: string): Misshapen | undefined {
  if (!text.includes("?")) return undefined;
  const field = name.replace(/\.path$/, "");
  const message = `'${name}' excludes the query, so it never contains '?'. Use '${field}'.`;
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
  const message = `'${name}' always starts with 'https://' or 'http://'.`;
  if (!/^[\w-]+\.[\w.-]+(?:\/|$)/.test(fixed) && !/^\/\/[\w-]/.test(fixed)) return { message };
  const meant = `${schemeFor(how)}${text.replace(/^\/\//, "")}`;
  return { message: `${message} Use ${shorten(meant)}.`, meant };
}

/** The rest of the scheme may be what a star, or the rest of the value, stands for. */
function isBegun(scheme: string, fixed: string, how: How): boolean {
  return how !== "equal" && scheme.startsWith(fixed);
}

function extensionShape(name: string, text: string): Misshapen | undefined {
  const bad = /[./]/.exec(text)?.[0];
  if (!bad) return undefined;
  const meant = /^(?:[\w-]*\.)*([\w*-]+)$/.exec(text)?.[1];
  const message = `'${name}' never contains '${bad}'.`;
  if (!meant) return { message };
  return { message: `${message} Use ${shorten(meant)}.`, meant };
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
    const message = `'${name}' excludes parameters, so it never contains ';'.`;
    return meant ? { message: `${message} Use ${shorten(meant)}.`, meant } : { message };
  }
  if (how !== "equal" || fixed.includes("/")) return undefined;
  return { message: `'${name}' is a media type, such as 'text/html'.` };
}
