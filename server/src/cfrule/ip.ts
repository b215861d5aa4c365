export type Family = 4 | 6;

export interface Address {
  readonly family: Family;
  /** 32 or 128 bits. Addresses of different families never equal each other, whatever their values. */
  readonly value: bigint;
}

/** Both ends belong to it, and have one family. */
export interface AddressRange {
  readonly first: Address;
  readonly last: Address;
}

export interface Network extends AddressRange {
  /** The number after the "/". */
  readonly bits: number;
}

export type NetworkReading =
  /** `loose` marks what the engine takes but few would read right: `10/8`, `1.2.3`, `010.0.0.1`, `10.0.0.0/08`. */
  | { readonly network: Network; readonly loose: boolean }
  | {
      readonly problem: "host-bits" | "too-many-bits" | "no-address" | "no-bits";
      /** For host bits, the network that the address lies in. */
      readonly meant?: Network;
    };

export function widthOf(family: Family): number {
  return family === 4 ? 32 : 128;
}

/** As strict as the engine is outside of sets: four numbers without leading zeros, or IPv6 in any of its spellings. */
export function parseAddress(text: string): Address | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): Address | undefined {
  return strictIpv4.test(text) ? looseIpv4(text) : undefined;
}

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const strictIpv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** One to four decimal numbers, zeros in front or not; the missing ones are zero, at the end. */
function looseIpv4(text: string): Address | undefined {
  let value = 0;
  let part = 0;
  let digits = 0;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) {
      part = part * 10 + digit;
      digits++;
      if (part > 255) return undefined;
    } else {
      if (digit !== dot || digits === 0 || ++dots > 3) return undefined;
      value = value * 256 + part;
      part = 0;
      digits = 0;
    }
  }
  if (digits === 0) return undefined;
  return { family: 4, value: BigInt((value * 256 + part) * 256 ** (3 - dots)) };
}

/** As far from "0" as a "." is. */
const dot = -2;

/** No longer spelling is an address. */
const longestIpv6 = 45;

function parseIpv6(text: string): Address | undefined {
  if (text.length > longestIpv6) return undefined;
  const gap = text.indexOf("::");
  const head = ipv6Groups(gap === -1 ? text : text.slice(0, gap), { dotted: gap === -1 });
  const tail = gap === -1 ? [] : ipv6Groups(text.slice(gap + 2), { dotted: true });
  if (!head || !tail) return undefined;
  const count = head.length + tail.length;
  if (gap === -1 ? count !== 8 : count > 7) return undefined;
  return { family: 6, value: joinGroups(head, tail) };
}

/** Sixteen bits each. The last one may be a dotted IPv4 address, which is two. */
function ipv6Groups(text: string, { dotted }: { dotted: boolean }): number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? "";
    const group = ipv6Group(part);
    if (group !== -1) {
      groups.push(group);
      continue;
    }
    const embedded = dotted && i === parts.length - 1 ? parseIpv4(part) : undefined;
    if (!embedded) return undefined;
    const value = Number(embedded.value);
    groups.push(Math.floor(value / 0x10000), value % 0x10000);
  }
  return groups;
}

/** One to four hexadecimal digits, or -1. */
function ipv6Group(part: string): number {
  if (part.length === 0 || part.length > 4) return -1;
  let group = 0;
  for (let i = 0; i < part.length; i++) {
    const char = part.charCodeAt(i);
    // Bit 5 is all that a small letter has more than its capital.
    const letter = (char | 32) - 97;
    if (char >= 48 && char <= 57) group = group * 16 + char - 48;
    else if (letter >= 0 && letter <= 5) group = group * 16 + letter + 10;
    else return -1;
  }
  return group;
}

/** Zeros fill the gap between the two. Two groups at a time, as large numbers are slow to make. */
function joinGroups(head: readonly number[], tail: readonly number[]): bigint {
  const tailStart = 8 - tail.length;
  let value = 0n;
  for (let i = 0; i < 8; i += 2) {
    const high = (i < tailStart ? head[i] : tail[i - tailStart]) ?? 0;
    const low = (i + 1 < tailStart ? head[i + 1] : tail[i + 1 - tailStart]) ?? 0;
    value = (value << 32n) | BigInt(high * 0x10000 + low);
  }
  return value;
}

/** As the engine reads an item of a set that is no range: an address or a network, short and zero-led IPv4 forms included. */
export function parseNetwork(text: string): NetworkReading {
  const slash = text.lastIndexOf("/");
  const written = slash === -1 ? text : text.slice(0, slash);
  const strict = parseAddress(written);
  const address = strict ?? looseIpv4(written);
  if (!address) return { problem: "no-address" };
  const width = widthOf(address.family);
  const digits = slash === -1 ? String(width) : text.slice(slash + 1);
  if (!/^\d+$/.test(digits)) return { problem: "no-bits" };
  const bits = Number(digits);
  if (bits > width) return { problem: "too-many-bits" };
  const network = networkOf(address, bits);
  if (network.first.value !== address.value) return { problem: "host-bits", meant: network };
  return { network, loose: !strict || /^0\d/.test(digits) };
}

/** The network of that many bits that the address lies in. */
export function networkOf({ family, value }: Address, bits: number): Network {
  if (family === 4) return ipv4NetworkOf(Number(value), bits);
  const host = BigInt(widthOf(family) - bits);
  const first = (value >> host) << host;
  const last = first + (1n << host) - 1n;
  return { first: { family, value: first }, last: { family, value: last }, bits };
}

/** Small numbers do for these, and are faster. */
function ipv4NetworkOf(value: number, bits: number): Network {
  const size = 2 ** (32 - bits);
  const first = value - (value % size);
  return {
    first: { family: 4, value: BigInt(first) },
    last: { family: 4, value: BigInt(first + size - 1) },
    bits,
  };
}

/** The IPv4 address inside `::ffff:192.0.2.1`, which the engine holds for IPv6 and never equal to an IPv4 one. */
export function mappedIpv4({ family, value }: Address): Address | undefined {
  if (family !== 6 || value >> 32n !== 0xffffn) return undefined;
  return { family: 4, value: value & 0xffffffffn };
}

export function formatAddress(address: Address): string {
  if (address.family === 4) return formatIpv4(Number(address.value));
  const mapped = mappedIpv4(address);
  if (mapped) return `::ffff:${formatIpv4(Number(mapped.value))}`;
  const hex = address.value.toString(16).padStart(32, "0");
  const groups = (hex.match(/.{4}/g) ?? []).map((it) => Number.parseInt(it, 16).toString(16));
  return shortestIpv6(groups);
}

function formatIpv4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join(".");
}

/** With `::` in the place of the first longest run of two zeros or more. */
function shortestIpv6(groups: readonly string[]): string {
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

export function formatNetwork({ first, bits }: Network): string {
  return `${formatAddress(first)}/${bits}`;
}

/** "1 address", "256 addresses", "2^96 addresses". */
export function sizeInWords({ first, last }: AddressRange): string {
  const count = last.value - first.value + 1n;
  if (count === 1n) return "1 address";
  const binary = count.toString(2);
  // Past what anyone reads at a glance, a power of two says more than its digits.
  const isLargePower = count > 0x1_0000_0000n && !binary.slice(1).includes("1");
  const amount = isLargePower ? `2^${binary.length - 1}` : count.toLocaleString("en-US");
  return `${amount} addresses`;
}
