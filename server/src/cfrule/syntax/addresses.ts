import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { formatNetwork, type NetworkReading, parseAddress, parseNetwork } from "../ip.ts";
import { code, isAddressPart } from "./characters.ts";
import { gluedAnd, gluedMessage } from "./numbers.ts";
import type { Reader } from "./reader.ts";
import type { AddressLiteral, SetItem, Stray } from "./tree.ts";

/** One address; undefined, without a move, when none stands here. */
export function address(p: Reader): AddressLiteral | Stray | undefined {
  return anyAddress(p) ?? gluedAddress(p);
}

/** The same where other literals are as good, and nothing is reported. */
export function anyAddress(p: Reader): AddressLiteral | undefined {
  const span = { start: p.at, end: chunkEnd(p) };
  const found = span.end > span.start ? parseAddress(p.slice(span)) : undefined;
  if (!found) return undefined;
  p.at = span.end;
  return { kind: "address", ...span, address: found };
}

/** An address, a network or a range, as they stand in a set; undefined, without a move, when nothing like it does. */
export function addressItem(p: Reader): SetItem | undefined {
  const span = { start: p.at, end: chunkEnd(p) };
  if (span.end === span.start) return undefined;
  p.at = span.end;
  const written = p.slice(span);
  const dots = written.indexOf("..");
  const item = dots === -1 ? network(p, span, written) : range(p, span, written, dots);
  return item && p.is(code.minus) ? hyphenRange(p, span.start) : item;
}

/** What a text would be as an item of a set of addresses. */
export function addressShape(written: string): "address" | "network" | "range" | undefined {
  if (parseAddress(written)) return "address";
  const [first = "", last, ...more] = written.split("..");
  if (last !== undefined && more.length === 0) {
    return parseAddress(first) && parseAddress(last) ? "range" : undefined;
  }
  return written.includes("/") && "network" in parseNetwork(written) ? "network" : undefined;
}

/** The engine gathers everything that can be part of an address or a network before it looks at it. */
function chunkEnd(p: Reader): number {
  let end = p.at;
  while (isAddressPart(p.text.charCodeAt(end))) end++;
  return end;
}

function gluedAddress(p: Reader): Stray | undefined {
  const start = p.at;
  p.at = chunkEnd(p);
  const glued = gluedAnd(p, start);
  if (!glued || !parseAddress(p.slice(glued))) {
    p.at = start;
    return undefined;
  }
  p.problem("bad-address", glued, () => gluedMessage(p, glued));
  return { kind: "stray", ...glued };
}

function network(p: Reader, span: Span, written: string): SetItem {
  const { start, end } = span;
  const isNetwork = written.includes("/");
  const single = isNetwork ? undefined : parseAddress(written);
  if (single) return { kind: "address", start, end, address: single };
  const found = parseNetwork(written);
  if ("problem" in found) {
    if (found.problem === "no-address") return noAddress(p, span);
    return noNetwork(p, span, found);
  }
  const item: SetItem = isNetwork
    ? { kind: "network", start, end, network: found.network }
    : { kind: "address", start, end, address: found.network.first };
  return found.loose ? { ...item, loose: true } : item;
}

function noNetwork(
  p: Reader,
  span: Span,
  { problem, meant }: Extract<NetworkReading, { problem: string }>,
): Stray {
  p.problem(problem === "host-bits" ? "host-bits" : "bad-address", span, () => {
    const written = p.slice(span);
    if (meant) {
      const right = formatNetwork(meant);
      const single = written.slice(0, written.indexOf("/"));
      return {
        message: `'${written}' has bits set after the first ${meant.bits}. Write ${right} for the network, or ${single} for the address alone.`,
        fixes: [right, single].map((text) => ({
          title: `Write ${text}`,
          edits: [replace(span, text)],
          guess: true as const,
        })),
      };
    }
    const most = written.includes(":") ? 128 : 32;
    return {
      message:
        problem === "too-many-bits"
          ? `'${written}' has too many bits: an IPv${most === 32 ? 4 : 6} network has at most ${most}.`
          : `A number of bits is missing after the '/' of '${written}'.`,
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
    first: { kind: "address", start, end: start + dots, address: first },
    last: { kind: "address", start: start + dots + 2, end, address: last },
  } as const;
  if (first.family !== last.family) {
    p.problem("bad-address", span, () => ({
      message: "Both ends of a range must be IPv4 addresses, or both IPv6 ones.",
    }));
  } else if (first.value > last.value) {
    const turned = `${written.slice(dots + 2)}..${written.slice(0, dots)}`;
    p.problem("reversed-range", span, () => ({
      message: `This range ends before it begins. Write ${turned}.`,
      fixes: [{ title: `Write ${turned}`, edits: [replace(span, turned)] }],
    }));
  }
  return { kind: "range", ...span, ...ends };
}

/** `192.0.2.1-192.0.2.9`, as other tools write a range. */
function hyphenRange(p: Reader, start: number): Stray {
  p.at = p.strayEnd();
  const span = { start, end: p.at };
  p.problem("bad-address", span, () => {
    const meant = p.slice(span).replace("-", "..");
    const right = addressShape(meant) === "range";
    return {
      message: `A range of addresses is written with '..'.${right ? ` Write ${meant}.` : ""}`,
      fixes: right ? [{ title: `Write ${meant}`, edits: [replace(span, meant)] }] : [],
    };
  });
  return { kind: "stray", ...span };
}

function noAddress(p: Reader, span: Span): Stray {
  p.at = p.restEnd();
  const whole = { start: span.start, end: p.at };
  p.problem("bad-address", whole, () => ({
    message: `'${cut(p.slice(whole))}' is no address, network or range.`,
  }));
  return { kind: "stray", ...whole };
}
