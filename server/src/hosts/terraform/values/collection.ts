import { chosen } from "./choice.ts";
import { marked, marksOf } from "./marks.ts";
import { isMany, restOf, settled } from "./open.ts";
import {
  computed,
  failed,
  hasHoles,
  type Marks,
  type Obj,
  type Place,
  plain,
  stringOf,
  unknown,
  type Value,
} from "./value.ts";
import { asText, order } from "./whole.ts";

/** Terraform converts texts to Booleans where one is needed. */
export function boolOf(value: Value): boolean | undefined {
  if (value.kind === "plain" && typeof value.value === "boolean") return value.value;
  const written = stringOf(value);
  return written === "true" ? true : written === "false" ? false : undefined;
}

/** The elements of a collection with their keys, in Terraform's order. Undefined if they are not known. */
export function elementsOf(value: Value): readonly (readonly [Value, Value])[] | undefined {
  const known = settled(value);
  return known.kind === "unknown" ? undefined : openElementsOf(known)?.known;
}

/** The known elements of a collection, and what else it has. */
export function openElementsOf(value: Value):
  | {
      readonly known: readonly (readonly [Value, Value])[];
      readonly rest: readonly Value[];
    }
  | undefined {
  const rest = restOf(value);
  if (value.kind === "list") {
    let isCounted = true;
    const known = value.items.flatMap((it, index) => {
      if (isMany(it)) isCounted = false;
      const key = isCounted ? plain(index, it.place) : unknown(it.place);
      return isMany(it) ? [] : [[value.isSet ? it : key, it] as const];
    });
    return { known, rest };
  }
  if (value.kind !== "object") return undefined;
  const known = [...value.entries]
    .sort(([a], [b]) => order(a, b))
    .map(([name, it]) => [marked(computed(name, it.place), value.marks), it] as const);
  return { known, rest };
}

/** `value[index]`. Terraform refuses what does not exist. */
export function elementAt(value: Value, index: Value, place: Place): Value {
  if (value.kind === "unknown") return value;
  if (value.kind === "object") {
    const name = stringOf(asText(index));
    if (name === undefined) return oneOf([...value.entries.values(), ...restOf(value)], place);
    const known = settled(value);
    const found = value.entries.get(name);
    if (known.kind === "object") return found ?? missing(value, name, known.marks, place);
    // Any entry may be another one.
    return oneOf(found ? [found] : [], place);
  }
  if (index.kind === "unknown" || (index.kind === "text" && hasHoles(index)))
    return value.kind === "list" ? oneOf(value.items, place) : unknown(place);
  const at = index.kind === "plain" ? index.value : Number(stringOf(index) ?? Number.NaN);
  if (value.kind !== "list" || value.isSet || typeof at !== "number") return failed(place);
  const isCounted = !value.items.slice(0, at + 1).some(isMany);
  if (isCounted) return value.items[at] ?? failed(place);
  const known = settled(value);
  return known.kind === "list" ? (known.items[at] ?? failed(place)) : unknown(place);
}

/** An entry that is not there, or not with the defaults. */
function missing(value: Obj, name: string, marks: Marks | undefined, place: Place): Value {
  const others = restOf(value).filter((it) => it.kind === "unknown" && it.key === name);
  const among = others.flatMap((it) => (it.kind === "unknown" ? (it.among ?? []) : []));
  return among.length > 0
    ? chosen(failed(place), marksOf(...others), () => among)
    : marked(failed(place), marks);
}

/** The element of a collection with that index, and all others if a default chooses it. */
export function chosenElement(value: Value, index: Value, place: Place): Value {
  const found = elementAt(value, index, place);
  return chosen(found, marksOf(index), () => {
    const all = openElementsOf(value)?.known.map(([, it]) => it) ?? [];
    return all.filter((it) => it !== found);
  });
}

/** One of several values, if there are not too many. */
export function oneOf(values: readonly Value[], place: Place): Value {
  const among = values.filter((it) => !isMany(it));
  return among.length > 0 && among.length <= mostAlternatives
    ? { ...unknown(place), among }
    : unknown(place);
}

const mostAlternatives = 100;
