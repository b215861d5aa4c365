/** Address blocks that are never the source of Internet traffic, from IANA's registries of special-purpose addresses. */

import { kept } from "../../core/solver/kept.ts";
import {
  type Address,
  type AddressRange,
  type Family,
  type Network,
  parseNetwork,
} from "../../vocabulary/ip.ts";
import { containsRange } from "./ip-ranges.ts";

export interface ReservedBlock {
  readonly network: Network;
  /** Continues "is reserved for". */
  readonly purpose: string;
  /** Its parts from which requests can come. */
  readonly routed: readonly Network[];
}

/** Smaller blocks before the blocks that contain them. Without blocks that are routed, such as the blocks of AS112. */
const blocks = [
  ["0.0.0.0/32", "unspecified addresses"],
  ["0.0.0.0/8", "the local network"],
  ["10.0.0.0/8", "private networks"],
  ["100.64.0.0/10", "carrier-grade NAT"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local addresses"],
  ["172.16.0.0/12", "private networks"],
  ["192.0.0.0/24", "IETF protocols"],
  ["192.0.2.0/24", "documentation"],
  ["192.88.99.0/24", "6to4 relays (deprecated)"],
  ["192.168.0.0/16", "private networks"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["255.255.255.255/32", "broadcast"],
  ["240.0.0.0/4", "future use"],
  ["::/128", "unspecified addresses"],
  ["::1/128", "loopback"],
  ["::ffff:0:0/96", "IPv4-mapped addresses"],
  ["64:ff9b:1::/48", "local IPv4 translation"],
  ["100::/64", "discarded traffic"],
  ["100:0:0:1::/64", "dummy addresses"],
  ["2001:2::/48", "benchmarking"],
  ["2001:10::/28", "ORCHID hashes"],
  ["2001::/23", "IETF protocols"],
  ["2001:db8::/32", "documentation"],
  ["3fff::/20", "documentation"],
  ["5f00::/16", "segment routing"],
  ["fc00::/7", "private networks"],
  ["fe80::/10", "link-local addresses"],
  ["fec0::/10", "site-local addresses (deprecated)"],
  ["ff00::/8", "multicast"],
] as const;

/** Routed parts of the blocks above, from which requests can come. */
const routed = [
  "192.0.0.9/32",
  "192.0.0.10/32",
  "2001::/32",
  "2001:1::1/128",
  "2001:1::2/128",
  "2001:1::3/128",
  "2001:3::/32",
  "2001:4:112::/48",
  "2001:20::/28",
  "2001:30::/28",
];

export function reservedBlocks(): readonly ReservedBlock[] {
  const exceptions = networksOf(routed);
  return blocks.flatMap(([text, purpose]) =>
    networksOf([text]).map((network) => ({
      network,
      purpose,
      routed: exceptions.filter((it) => containsRange(network, it)),
    })),
  );
}

function networksOf(texts: readonly string[]): readonly Network[] {
  return texts.flatMap((text) => {
    const reading = parseNetwork(text);
    return "network" in reading ? [reading.network] : [];
  });
}

/** The block that contains the whole range. Larger ranges are not reported. */
export function reservedBlockOf(range: AddressRange): ReservedBlock | undefined {
  byFirstNumber ??= blocksByFirstNumber();
  const candidates = byFirstNumber[range.family].get(firstNumber(range.first));
  const block = candidates?.find(({ network }) => containsRange(network, range));
  return block?.routed.some((it) => containsRange(it, range)) ? undefined : block;
}

/** Cheap test first: a set can have thousands of addresses, and most first numbers are in no block. */
let byFirstNumber: Readonly<Record<Family, BlocksByNumber>> | undefined;

type BlocksByNumber = Map<number, ReservedBlock[]>;

function blocksByFirstNumber(): Readonly<Record<Family, BlocksByNumber>> {
  const found: Readonly<Record<Family, BlocksByNumber>> = { 4: new Map(), 6: new Map() };
  for (const block of reservedBlocks()) {
    const { family, first, last } = block.network;
    for (let at = firstNumber(first); at <= firstNumber(last); at++)
      kept(found[family], at, () => []).push(block);
  }
  return found;
}

/** The number before the first dot or colon of an address. */
function firstNumber(value: Address["value"]): number {
  return typeof value === "number" ? value >>> 24 : Number(value >> 112n);
}
