import { hasAddress } from "../values/ip-ranges.ts";
import { addressesIn, hostsIn, type ListItems, numbersIn } from "../values/list-items.ts";
import type { Lists, ValueTest } from "./comparisons.ts";
import { isAddress } from "./value.ts";

/** The content of the lists; a list without items here is unknown. */
export function listsOf(items: ListItems): Lists {
  const made = new Map<string, ValueTest>();
  return (name) => {
    if (!Object.hasOwn(items, name)) return undefined;
    const test = made.get(name) ?? testOf(items[name] ?? []);
    made.set(name, test);
    return test;
  };
}

function testOf(items: readonly (string | number)[]): ValueTest {
  const addresses = addressesIn(items);
  const numbers = numbersIn(items);
  const { exact, suffixes } = hostsIn(items);
  return (value) => {
    if (typeof value === "bigint") return numbers.has(value);
    if (isAddress(value)) return hasAddress(addresses, value);
    if (typeof value !== "string") return undefined;
    const text = value.toLowerCase();
    return exact.has(text) || suffixes.some((it) => text.endsWith(it) && text.length > it.length);
  };
}
