import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { remove, replace } from "../../../text/edit.ts";
import { cut } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import {
  type Address,
  formatNetwork,
  type NetworkReading,
  networkOf,
  parseAddress,
  parseNetwork,
  widthOf,
} from "../../../vocabulary/ip.ts";
import { code, codeAt, isAddressPart, isDigit } from "../characters.ts";
import type { Reader } from "../reader.ts";
import type { AddressLiteral, SetItem, Stray } from "../tree.ts";
import { gluedAnd, gluedMessage } from "./numbers.ts";

/** One address; undefined, without moving, if there is none. */
export function address(p: Reader): AddressLiteral | Stray | undefined {
  return anyAddress(p) ?? gluedAddress(p);
}

/** Like `address`, but reports nothing, because other literals are allowed too. */
export function anyAddress(p: Reader): AddressLiteral | undefined {
  const start = p.at;
  const end = chunkEnd(p);
  const found = end > start ? parseAddress(p.text, start, end) : undefined;
  if (!found) return undefined;
  p.at = end;
  return addressLiteral(start, end, found);
}

/** An address, network or range in a set; undefined, without moving, if there is none. */
export function addressItem(p: Reader): SetItem | undefined {
  const start = p.at;
  const end = chunkEnd(p);
  if (end === start) return undefined;
  p.at = end;
  const item = plainItem(p.text, start, end) ?? anyItem(p, { start, end });
  return p.is(code.minus) ? hyphenRange(p, start) : item;
}

/** Fast path for well-formed addresses and networks; undefined for others. */
function plainItem(text: string, start: number, end: number): SetItem | undefined {
  const slash = slashIn(text, start, end);
  const address = parseAddress(text, start, slash);
  if (!address) return undefined;
  if (slash === end) return addressLiteral(start, end, address);
  const bits = bitsAt(text, slash + 1, end);
  if (bits === -1 || bits > widthOf(address.family)) return undefined;
  const { family, first, last } = networkOf(address, bits);
  if (first !== address.value) return undefined;
  return { kind: "network", start, end, family, first, last, bits };
}

function addressLiteral(start: number, end: number, { family, value }: Address): AddressLiteral {
  return { kind: "address", start, end, family, value };
}

/** The offset of the slash before the prefix length, or the end: a prefix length has at most three digits. */
function slashIn(text: string, start: number, end: number): number {
  for (let at = end - 2; at > start && at >= end - 4; at--) {
    if (text.charCodeAt(at) === code.slash) return at;
  }
  return end;
}

/** A number without leading zeros, or -1. */
function bitsAt(text: string, start: number, end: number): number {
  if (end - start > 1 && text.charCodeAt(start) === code.zero) return -1;
  let bits = 0;
  for (let at = start; at < end; at++) {
    const char = text.charCodeAt(at);
    if (!isDigit(char)) return -1;
    bits = bits * 10 + char - code.zero;
  }
  return bits;
}

/** Any other form, valid or not. */
function anyItem(p: Reader, span: Span): SetItem {
  const written = p.slice(span);
  const apart = /(?:\.\.|\/)$/.test(written) ? spacedItem(p, span, written) : undefined;
  if (apart) return apart;
  const dots = written.indexOf("..");
  return dots === -1 ? network(p, span, written) : range(p, span, written, dots);
}

/** `192.0.2.0/ 24`: undefined, without moving, if the next token does not complete it. */
function spacedItem(p: Reader, span: Span, written: string): Stray | undefined {
  const found = /^([ \t]+)([\da-fA-F:.]+)(?=[\s}])/.exec(p.text.slice(p.at, p.at + 60));
  const [whole = "", gap = "", rest = ""] = found ?? [];
  const suggested = written + rest;
  const shape = rest === "" ? undefined : addressShape(suggested);
  if (!shape) return undefined;
  p.at += whole.length;
  p.problem("bad-address", span, () => ({
    message:
      shape === "range"
        ? `Use '..' without spaces for a range: ${suggested}.`
        : `A ${shape} has no spaces. Use ${suggested}.`,
    fixes: [safeFix(`Use ${suggested}`, [remove({ start: span.end, end: span.end + gap.length })])],
  }));
  return { kind: "stray", start: span.start, end: p.at };
}

/** `192.0.2.*` or `192.0.2.0/255.255.255.0` as a network. */
export function suggestedNetwork(written: string): string | undefined {
  const stars = /^((?:\d{1,3}\.){1,3})\*(?:\.\*)*$/.exec(written)?.[1];
  if (stars) {
    const known = stars.split(".").length - 1;
    const network = `${stars}${"0.".repeat(3 - known)}0/${known * 8}`;
    return addressShape(network) === "network" ? network : undefined;
  }
  const [address = "", mask = ""] = written.split("/", 2);
  const value = mask.includes(".") ? parseAddress(mask)?.value : undefined;
  const bits = value === undefined ? "" : value.toString(2).padStart(32, "0");
  if (!/^1+0*$/.test(bits)) return undefined;
  const network = `${address}/${bits.lastIndexOf("1") + 1}`;
  return addressShape(network) === "network" ? network : undefined;
}

/** The kind of item that a text would be in a set of addresses. */
export function addressShape(written: string): "address" | "network" | "range" | undefined {
  if (parseAddress(written)) return "address";
  const [first = "", last, ...more] = written.split("..");
  if (last !== undefined && more.length === 0) {
    return parseAddress(first) && parseAddress(last) ? "range" : undefined;
  }
  if (!written.includes("/")) return undefined;
  const found = parseNetwork(written);
  return "network" in found || found.problem === "host-bits" ? "network" : undefined;
}

/** The engine collects all characters of an address or network before it parses them. */
function chunkEnd(p: Reader): number {
  const { text } = p;
  let end = p.at;
  while (isAddressPart(codeAt(text, end))) end++;
  return end;
}

function gluedAddress(p: Reader): Stray | undefined {
  const start = p.at;
  p.at = chunkEnd(p);
  const glued = gluedAnd(p, start);
  if (!glued || !parseAddress(p.text, glued.start, glued.end)) {
    p.at = start;
    return undefined;
  }
  p.problem("bad-address", glued, () => gluedMessage(p, glued));
  return { kind: "stray", ...glued };
}

function network(p: Reader, span: Span, written: string): SetItem {
  const { start, end } = span;
  const isNetwork = written.includes("/");
  const found = parseNetwork(written);
  if ("problem" in found) {
    if (found.problem === "no-address" || suggestedNetwork(written)) return noAddress(p, span);
    return noNetwork(p, span, found);
  }
  const { family, first, last, bits } = found.network;
  const item: SetItem = isNetwork
    ? { kind: "network", start, end, family, first, last, bits }
    : addressLiteral(start, end, { family, value: first });
  return found.loose ? { ...item, loose: true } : item;
}

function noNetwork(
  p: Reader,
  span: Span,
  { problem, suggested }: Extract<NetworkReading, { problem: string }>,
): Stray {
  p.problem(problem === "host-bits" ? "host-bits" : "bad-address", span, () => {
    const written = p.slice(span);
    if (suggested) {
      const right = formatNetwork(suggested);
      const single = written.slice(0, written.indexOf("/"));
      return {
        message: `'${written}' has host bits set. Use ${right} for the network, or ${single} for the address.`,
        fixes: [right, single].map((text) => likelyFix(`Use ${text}`, [replace(span, text)])),
      };
    }
    const most = written.includes(":") ? 128 : 32;
    return {
      message:
        problem === "too-many-bits"
          ? `Invalid prefix length in '${written}': the maximum for IPv${most === 32 ? 4 : 6} is ${most}.`
          : `Missing prefix length after '/' in '${written}'.`,
    };
  });
  return { kind: "stray", ...span };
}

function range(p: Reader, span: Span, written: string, dots: number): SetItem {
  const first = parseAddress(written.slice(0, dots));
  const last = parseAddress(written.slice(dots + 2));
  if (!first || !last) return noAddress(p, span);
  const { start, end } = span;
  const ends = {
    first: addressLiteral(start, start + dots, first),
    last: addressLiteral(start + dots + 2, end, last),
  };
  if (first.family !== last.family) {
    p.problem("bad-address", span, () => ({
      message: "Both ends of a range must be IPv4, or both IPv6.",
    }));
  } else if (first.value > last.value) {
    const turned = `${written.slice(dots + 2)}..${written.slice(0, dots)}`;
    p.problem("reversed-range", span, () =>
      advised(`This range is reversed.`, safeFix(`Use ${turned}`, [replace(span, turned)])),
    );
  }
  return { kind: "range", ...span, ...ends };
}

/** `192.0.2.1-192.0.2.9`, the range syntax of other tools. */
function hyphenRange(p: Reader, start: number): Stray {
  p.at = p.strayEnd();
  const span = { start, end: p.at };
  p.problem("bad-address", span, () => {
    const suggested = p.slice(span).replace("-", "..");
    const right = addressShape(suggested) === "range";
    return {
      message: `Use '..' for an address range${right ? `: ${suggested}` : ""}.`,
      fixes: right ? [safeFix(`Use ${suggested}`, [replace(span, suggested)])] : [],
    };
  });
  return { kind: "stray", ...span };
}

function noAddress(p: Reader, span: Span): Stray {
  p.at = p.restEnd();
  const whole = { start: span.start, end: p.at };
  p.problem("bad-address", whole, () => {
    const suggested = suggestedNetwork(p.slice(whole));
    return {
      message: `Invalid address, network or range '${cut(p.slice(whole))}'.${suggested ? ` Use ${suggested}.` : ""}`,
      fixes: suggested ? [likelyFix(`Use ${suggested}`, [replace(whole, suggested)])] : [],
    };
  });
  return { kind: "stray", ...whole };
}
