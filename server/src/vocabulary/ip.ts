export type Family = 4 | 6;

export interface Address {
  readonly family: Family;
  /**
   * A number for IPv4, because it is smaller and faster than a bigint; a bigint for IPv6. Addresses of different families are
   * never equal.
   */
  readonly value: number | bigint;
}

/** Includes both ends. */
export interface AddressRange {
  readonly family: Family;
  readonly first: Address["value"];
  readonly last: Address["value"];
}

export interface Network extends AddressRange {
  /** The number after the "/". */
  readonly bits: number;
}

export type NetworkReading =
  /** `loose` marks notations that the engine accepts but people misread: `10/8`, `1.2.3`, `010.0.0.1`, `10.0.0.0/08`. */
  | { readonly network: Network; readonly loose: boolean }
  | {
      readonly problem: "host-bits" | "too-many-bits" | "no-address" | "no-bits";
      /** If host bits are set, the network that contains the address. */
      readonly suggested?: Network;
    };

export function widthOf(family: Family): number {
  return family === 4 ? 32 : 128;
}

/** Parses an address as the engine does outside of sets: four numbers without leading zeros, or IPv6 in any notation. */
export function parseAddress(text: string, start = 0, end = text.length): Address | undefined {
  const value = ipv4At(text, start, end);
  return value === -1 ? ipv6At(text, start, end) : { family: 4, value };
}

/** The value of four decimal numbers without leading zeros, or -1. Allocates no substrings, because a set may have thousands. */
function ipv4At(text: string, start: number, end: number): number {
  let value = 0;
  let part = -1;
  let dots = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      if (part === 0) return -1;
      part = part === -1 ? digit : part * 10 + digit;
      if (part > 255) return -1;
    } else {
      if (digit !== dot || part === -1 || ++dots > 3) return -1;
      value = value * 256 + part;
      part = -1;
    }
  }
  return part === -1 || dots !== 3 ? -1 : value * 256 + part;
}

/** The code of "." relative to "0". */
const dot = -2;

/** One to four decimal numbers, which may have leading zeros. Missing numbers at the end are zero. */
function looseIpv4(text: string, end: number): Address | undefined {
  let value = 0;
  let part = -1;
  let dots = 0;
  for (let at = 0; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      part = part === -1 ? digit : part * 10 + digit;
      if (part > 255) return undefined;
    } else {
      if (digit !== dot || part === -1 || ++dots > 3) return undefined;
      value = value * 256 + part;
      part = -1;
    }
  }
  return part === -1 ? undefined : { family: 4, value: (value * 256 + part) * 256 ** (3 - dots) };
}

/** The minimum and maximum length of an IPv6 address. */
const shortestIpv6 = 2;
const longestIpv6 = 45;

/** A reused buffer for the eight 16-bit groups of an address. */
const groups = new DataView(new ArrayBuffer(16));

function ipv6At(text: string, start: number, end: number): Address | undefined {
  const length = end - start;
  if (length < shortestIpv6 || length > longestIpv6) return undefined;
  if (!fillGroups(text, start, end)) return undefined;
  return { family: 6, value: (groups.getBigUint64(0) << 64n) | groups.getBigUint64(8) };
}

/** Returns whether the text is a complete address. */
function fillGroups(text: string, start: number, end: number): boolean {
  let count = 0;
  let gap = text.startsWith("::", start) ? 0 : -1;
  let at = gap === 0 ? start + 2 : start;
  while (at < end) {
    const groupEnd = hexEnd(text, at, end);
    if (groupEnd < end && text.charCodeAt(groupEnd) - 48 === dot) {
      if (count > 6 || !fillDotted(text, at, end, count)) return false;
      count += 2;
      break;
    }
    if (count === 8 || groupEnd === at || groupEnd - at > 4) return false;
    groups.setUint16(2 * count++, hexValue(text, at, groupEnd));
    if (groupEnd === end) break;
    // A colon must be followed by a group, or once by a second colon.
    if (text.charCodeAt(groupEnd) !== colon || groupEnd + 1 === end) return false;
    at = groupEnd + 1;
    if (text.charCodeAt(at) !== colon) continue;
    if (gap !== -1) return false;
    gap = count;
    at++;
  }
  if (gap === -1) return count === 8;
  if (count === 8) return false;
  widenGap(gap, count);
  return true;
}

const colon = 58;

/** The last two groups may be written as an IPv4 address. */
function fillDotted(text: string, start: number, end: number, count: number): boolean {
  const value = ipv4At(text, start, end);
  if (value !== -1) groups.setUint32(2 * count, value);
  return value !== -1;
}

/** Expands `::`: moves the groups after it to the end and fills the gap with zeros. */
function widenGap(gap: number, count: number): void {
  const width = 8 - count;
  for (let i = 7; i >= gap; i--) {
    groups.setUint16(2 * i, i - width >= gap ? groups.getUint16(2 * (i - width)) : 0);
  }
}

function hexEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && hexDigit(text.charCodeAt(at)) !== -1) at++;
  return at;
}

function hexValue(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 16 + hexDigit(text.charCodeAt(at));
  return value;
}

/** The value of a hexadecimal digit, or -1. */
function hexDigit(char: number): number {
  if (char >= 48 && char <= 57) return char - 48;
  // Lowercase letters differ from uppercase ones in bit 5 only.
  const letter = (char | 32) - 97;
  return letter >= 0 && letter <= 5 ? letter + 10 : -1;
}

/** Parses an item of a set that is not a range, as the engine does: an address or a network, including loose IPv4 notations. */
export function parseNetwork(text: string): NetworkReading {
  const slash = text.lastIndexOf("/");
  const addressEnd = slash === -1 ? text.length : slash;
  const strict = parseAddress(text, 0, addressEnd);
  const address = strict ?? looseIpv4(text, addressEnd);
  if (!address) return { problem: "no-address" };
  const width = widthOf(address.family);
  const digits = slash === -1 ? String(width) : text.slice(slash + 1);
  if (!/^\d+$/.test(digits)) return { problem: "no-bits" };
  const bits = Number(digits);
  if (bits > width) return { problem: "too-many-bits" };
  const network = networkOf(address, bits);
  if (network.first !== address.value) return { problem: "host-bits", suggested: network };
  return { network, loose: !strict || /^0\d/.test(digits) };
}

/** The network with the given prefix length that contains the address. */
export function networkOf({ family, value }: Address, bits: number): Network {
  if (family === 4) return ipv4Network(Number(value), bits);
  const host = (1n << BigInt(128 - bits)) - 1n;
  const last = BigInt(value) | host;
  return { family, first: last ^ host, last, bits };
}

function ipv4Network(value: number, bits: number): Network {
  // JavaScript shifts by 32 bits as if by 0.
  const host = bits === 32 ? 0 : 0xffff_ffff >>> bits;
  return { family: 4, first: (value & ~host) >>> 0, last: (value | host) >>> 0, bits };
}

/** The network of exactly these addresses. */
export function networkBetween({ family, first, last }: AddressRange): Network | undefined {
  const size = BigInt(last) - BigInt(first) + 1n;
  const zeros = size.toString(2).length - 1;
  if (size !== 1n << BigInt(zeros)) return undefined;
  const network = networkOf({ family, value: first }, widthOf(family) - zeros);
  return network.first === first ? network : undefined;
}

/** The IPv4 address inside `::ffff:192.0.2.1`. The engine treats that as IPv6, so it never equals an IPv4 address. */
export function mappedIpv4({ family, value }: Address): Address | undefined {
  if (family !== 6 || value < firstMapped || value > lastMapped) return undefined;
  return { family: 4, value: Number(BigInt(value) - firstMapped) };
}

const firstMapped = 0xffff_0000_0000n;
const lastMapped = 0xffff_ffff_ffffn;

export function formatAddress(address: Address): string {
  if (address.family === 4) return formatIpv4(Number(address.value));
  const mapped = mappedIpv4(address);
  if (mapped) return `::ffff:${formatIpv4(Number(mapped.value))}`;
  const hex = address.value.toString(16).padStart(32, "0");
  const groups = (hex.match(/.{4}/g) ?? []).map((it) => Number.parseInt(it, 16).toString(16));
  return shortened(groups);
}

function formatIpv4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join(".");
}

/** Replaces the first longest run of two or more zeros by `::`. */
function shortened(groups: readonly string[]): string {
  let [start, length] = [0, 1];
  for (let i = 0; i < groups.length; i++) {
    let end = i;
    while (groups[end] === "0") end++;
    if (end - i > length) [start, length] = [i, end - i];
    i = Math.max(i, end - 1);
  }
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

export function formatNetwork({ family, first, bits }: Network): string {
  return `${formatAddress({ family, value: first })}/${bits}`;
}

/** "1 address", "256 addresses", "2^96 addresses". */
export function sizeInWords({ first, last }: AddressRange): string {
  const count = BigInt(last) - BigInt(first) + 1n;
  if (count === 1n) return "1 address";
  const binary = count.toString(2);
  // Large powers of two are easier to read than their digits.
  const isLargePower = count > 0x1_0000_0000n && !binary.slice(1).includes("1");
  const amount = isLargePower ? `2^${binary.length - 1}` : count.toLocaleString("en-US");
  return `${amount} addresses`;
}
