import { type AddressRange, parseAddress, parseNetwork } from "../../vocabulary/ip.ts";
import { hasAddress, mergeRanges } from "../values/ip-ranges.ts";
import type { Lists, Test } from "./comparisons.ts";
import { isAddress } from "./value.ts";

/** The items of lists by name, as `weir.json` has them. */
export type ListItems = Readonly<Record<string, readonly (string | number)[]>>;

/** The content of the lists; a list without items here is unknown. */
export function listsOf(items: ListItems): Lists {
  const made = new Map<string, Test>();
  return (name) => {
    if (!Object.hasOwn(items, name)) return undefined;
    const test = made.get(name) ?? testOf(items[name] ?? []);
    made.set(name, test);
    return test;
  };
}

/** Addresses are compared with addresses and networks, numbers with AS numbers, and strings with hostnames or URLs. */
function testOf(items: readonly (string | number)[]): Test {
  const addresses = mergeRanges(items.flatMap((it) => rangeOf(String(it))));
  const numbers = new Set(items.flatMap((it) => numberOf(String(it))));
  const hosts = items.map((it) => String(it).toLowerCase());
  const exact = new Set(hosts.filter((it) => !it.startsWith("*.")));
  const wildcards = hosts.filter((it) => it.startsWith("*.")).map((it) => it.slice(1));
  return (value) => {
    if (typeof value === "bigint") return numbers.has(value);
    if (isAddress(value)) return hasAddress(addresses, value);
    if (typeof value !== "string") return undefined;
    const text = value.toLowerCase();
    return exact.has(text) || wildcards.some((it) => text.endsWith(it) && text.length > it.length);
  };
}

function rangeOf(text: string): AddressRange[] {
  const address = parseAddress(text);
  if (address) return [{ family: address.family, first: address.value, last: address.value }];
  const read = parseNetwork(text);
  return "network" in read ? [read.network] : [];
}

/** `AS13335` or `13335`. */
function numberOf(text: string): bigint[] {
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(text)?.[1];
  return digits === undefined ? [] : [BigInt(digits)];
}
