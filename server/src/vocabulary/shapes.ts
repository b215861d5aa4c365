/** What texts a field can never have because of what it is a part of, whatever the request. */
import { shorten } from "../text/shorten.ts";

/** What the text of a field is a part of, or is written as. */
export type Shape = "address" | "host" | "domain" | "path" | "uri" | "full uri";

/** How much of the field the text is compared with. */
export type Extent = "whole" | "start" | "end" | "part";

export interface Misfit {
  /** What is wrong, as one sentence, and what to do. */
  readonly message: string;
  /** The text that was likely meant. */
  readonly meant?: string;
  /** Some lines may have such a text. */
  readonly doubt?: true;
}

/** Undefined when there may be values that the text fits. */
export function misfitOf(
  shape: Shape,
  name: string,
  text: string,
  extent: Extent,
): Misfit | undefined {
  if (text === "") return undefined;
  const fromStart = extent === "whole" || extent === "start";
  switch (shape) {
    case "host":
      return hostMisfit(name, text);
    case "domain":
      return text.includes("://") ? schemeMisfit(name, text) : undefined;
    case "path":
      return (fromStart ? slashMisfit(name, text) : undefined) ?? queryMisfit(name, text);
    case "uri":
      return fromStart ? slashMisfit(name, text) : undefined;
    case "full uri":
      return fromStart ? fullMisfit(name, text) : undefined;
    case "address":
      return undefined;
  }
}

function hostMisfit(name: string, text: string): Misfit | undefined {
  if (text.includes("://")) return schemeMisfit(name, text);
  if (text.includes("/")) {
    const host = text.replace(/\/.*$/s, "");
    const message = `'${name}' is a hostname and never contains '/'.`;
    return isHost(host)
      ? { message: `${message} Use ${shorten(host)}.`, meant: host }
      : { message };
  }
  const host = /^([^:]+):\d{1,5}$/.exec(text)?.[1];
  if (host === undefined) return undefined;
  const message = `'${name}' has a port only where the client sent one. Use ${shorten(host)} for the standard ports.`;
  return { message, meant: host, doubt: true };
}

function schemeMisfit(name: string, text: string): Misfit {
  const host = text.replace(/^[^/]*:\/\//, "").replace(/[/?#].*$/s, "");
  const message = `'${name}' is a hostname and never contains a scheme.`;
  return isHost(host) ? { message: `${message} Use ${shorten(host)}.`, meant: host } : { message };
}

function isHost(text: string): boolean {
  return /^[\w*-]+(?:\.[\w*-]+)*$/.test(text);
}

function slashMisfit(name: string, text: string): Misfit | undefined {
  // A request for the server as a whole has a star in place of a path.
  if (text.startsWith("/") || text === "*") return undefined;
  const message = `'${name}' always starts with '/'.`;
  const path = /^[a-z]+:\/\/[^/]+(\/.*)$/is.exec(text)?.[1];
  const meant = path ?? (/^[\w.-]/.test(text) && !text.includes("://") ? `/${text}` : undefined);
  return meant ? { message: `${message} Use ${shorten(meant)}.`, meant } : { message };
}

function queryMisfit(name: string, text: string): Misfit | undefined {
  const sign = /[?#]/.exec(text)?.[0];
  if (!sign) return undefined;
  return { message: `'${name}' excludes the query string, so it never contains '${sign}'.` };
}

function fullMisfit(name: string, text: string): Misfit | undefined {
  if (!/^(?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(text)) return undefined;
  const meant = `https://${text.replace(/^\/\//, "")}`;
  const message = `'${name}' starts with a scheme. Use ${shorten(meant)}, or 'contains'.`;
  return { message, meant, doubt: true };
}
