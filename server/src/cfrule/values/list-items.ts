import { type AddressRange, parseAddress, parseNetwork } from "../../vocabulary/ip.ts";
import { mergeRanges } from "./ip-ranges.ts";

/** Interprets the items of a list as addresses and networks, AS numbers, or hosts, depending on the value that is compared. */

type Items = readonly (string | number)[];

/** The items of lists by name, as declared in `weir.json`. */
export type ListItems = Readonly<Record<string, Items>>;

export function addressesIn(items: Items): readonly AddressRange[] {
  return mergeRanges(items.flatMap((it) => rangeOf(String(it))));
}

/** `AS13335` or `13335`. */
export function numbersIn(items: Items): ReadonlySet<bigint> {
  return new Set(
    items.flatMap((it) => {
      const digits = /^(?:AS)?(\d{1,10})$/i.exec(String(it))?.[1];
      return digits === undefined ? [] : [BigInt(digits)];
    }),
  );
}

/** Lowercase hostnames or URLs. A string is listed if its lowercase form is one of them, or is longer and ends in a suffix. */
export function hostsIn(items: Items): {
  readonly exact: ReadonlySet<string>;
  /** As in `.example.com`, from `*.example.com`. */
  readonly suffixes: readonly string[];
} {
  const hosts = items.map((it) => String(it).toLowerCase());
  return {
    exact: new Set(hosts.filter((it) => !it.startsWith("*."))),
    suffixes: hosts.filter((it) => it.startsWith("*.")).map((it) => it.slice(1)),
  };
}

function rangeOf(text: string): AddressRange[] {
  const address = parseAddress(text);
  if (address) return [{ family: address.family, first: address.value, last: address.value }];
  const read = parseNetwork(text);
  return "network" in read ? [read.network] : [];
}
