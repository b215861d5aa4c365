import {
  asText,
  computed,
  failed,
  marked,
  order,
  type Place,
  plain,
  stringOf,
  unknown,
  type Value,
} from "./value.ts";

/** Terraform converts texts to Booleans where one is needed. */
export function boolOf(value: Value): boolean | undefined {
  if (value.kind === "plain" && typeof value.value === "boolean") return value.value;
  const written = stringOf(value);
  return written === "true" ? true : written === "false" ? false : undefined;
}

/** The elements of a collection with their keys, in Terraform's order. Undefined if they are not known. */
export function elementsOf(value: Value): readonly (readonly [Value, Value])[] | undefined {
  if (value.kind === "list")
    return value.items.map((it, index) => [value.isSet ? it : plain(index, it.place), it] as const);
  if (value.kind !== "object") return undefined;
  return [...value.entries]
    .sort(([a], [b]) => order(a, b))
    .map(([name, it]) => [marked(computed(name, it.place), value.marks), it] as const);
}

/** `value[index]`. Terraform refuses what does not exist. */
export function elementAt(value: Value, index: Value, place: Place): Value {
  if (value.kind === "unknown") return value;
  if (value.kind === "object") {
    const name = stringOf(asText(index));
    if (name === undefined) return unknown(place);
    return value.entries.get(name) ?? failed(place);
  }
  const at = index.kind === "plain" ? index.value : Number(stringOf(index) ?? Number.NaN);
  if (index.kind === "unknown") return unknown(place);
  if (value.kind !== "list" || value.isSet || typeof at !== "number") return failed(place);
  return value.items[at] ?? failed(place);
}
