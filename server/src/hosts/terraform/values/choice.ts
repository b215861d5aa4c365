// The choices of defaults, and the choices of other values instead.

import { addAll } from "../../../text/add-all.ts";
import { chosenBy, marked, marksOf, unchosen } from "./marks.ts";
import { isMany, leftOut, many } from "./open.ts";
import {
  type List,
  type Marks,
  type Obj,
  object,
  type Place,
  type Unknown,
  unknown,
  type Value,
} from "./value.ts";

/** A value that the marks choose. With other values than their defaults, it is one of those that are found. */
export function chosen(
  value: Value,
  marks: Marks | undefined,
  find: () => readonly Value[],
): Value {
  if (!marks?.defaults.length) return marked(value, marks);
  const shown = marks.secret === undefined ? value : marked(value, marks);
  const own = chosenBy(shown, marks);
  if (own.kind === "list") return withItems(own, find(), marks);
  if (own.kind === "object") return withEntries(own, find(), marks);
  let known: readonly Value[] | undefined;
  const others = () => {
    known ??= some([...(value.others?.() ?? []), ...find().flatMap(alternatives)].map(unchosen));
    return known;
  };
  return { ...own, others };
}

function alternatives(value: Value): readonly Value[] {
  return [value, ...(value.others?.() ?? [])];
}

/** Values beyond the limit are unknown. */
function some(values: readonly Value[]): readonly Value[] {
  const next = values[mostOthers];
  return next ? [...values.slice(0, mostOthers), unknown(next.place)] : values;
}

const mostOthers = 100;

function withItems(own: List, others: readonly Value[], marks: Marks): List {
  const among = others.flatMap((it) => (it.kind === "list" ? it.items : asUnknown(it)));
  const places = new Set(own.items.map((it) => it.place));
  const added = among
    .flatMap((it) => (isMany(it) && it.among ? it.among : [it]))
    .filter((it) => !places.has(it.place))
    .map(unchosen);
  return { ...own, items: [...own.items, ...leftOut(added, marks, own.place)] };
}

function asUnknown(value: Value): Unknown[] {
  return value.kind === "unknown" && !value.isError ? [value] : [];
}

function withEntries(own: Obj, others: readonly Value[], marks: Marks): Obj {
  const byName = new Map<string, Value[]>();
  const rest = [...(own.rest ?? [])];
  for (const it of others) {
    addAll(
      rest,
      asUnknown(it).map((one) => ({ ...many(one), marks })),
    );
    if (it.kind !== "object") continue;
    for (const one of it.rest ?? [])
      rest.push(isMany(one) ? { ...one, marks } : { ...many(unknown(one.place)), marks });
    for (const [name, one] of it.entries) byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const entries = new Map(own.entries);
  for (const [name, found] of byName) {
    const mine = own.entries.get(name);
    if (mine)
      entries.set(
        name,
        chosen(mine, marks, () => found.filter((it) => it !== mine)),
      );
    else addAll(rest, leftOut(found.map(unchosen), marks, own.place, name));
  }
  return { ...own, entries, rest: rest.length > 0 ? rest : undefined };
}

/** Later objects win, unless a default makes them. */
export function merged(objects: readonly (Obj | Unknown)[], place: Place): Obj {
  const entries = new Map<string, Value>();
  let rest: Value[] = [];
  for (const it of objects) {
    if (it.kind === "unknown") {
      rest.push(many(it));
      continue;
    }
    for (const [name, value] of it.entries) {
      const before = entries.get(name);
      const marks = marksOf(it);
      entries.set(name, before ? chosen(value, marks, () => [before]) : value);
      if (!marks?.defaults.length) rest = rest.filter((one) => keyOf(one) !== name);
    }
    for (const one of it.rest ?? []) {
      const key = keyOf(one);
      const known = key === undefined ? undefined : entries.get(key);
      if (key === undefined || !known || !isLeftOut(one)) rest.push(one);
      else
        entries.set(
          key,
          chosen(known, one.marks, () => one.among),
        );
    }
  }
  return object(entries, place, rest);
}

function keyOf(value: Value): string | undefined {
  return value.kind === "unknown" ? value.key : undefined;
}

/** Whether a default chooses the value, or a part of it. */
export function mayVary(value: Value): boolean {
  if (value.others || isLeftOut(value)) return true;
  if (value.kind === "list") return value.items.some(mayVary);
  if (value.kind !== "object") return false;
  return [...value.entries.values(), ...(value.rest ?? [])].some(mayVary);
}

function isLeftOut(value: Value): value is Unknown & { readonly among: readonly Value[] } {
  return isMany(value) && value.among !== undefined && value.marks !== undefined;
}

/** The value with one part of it as it is instead. Other parts that depend on defaults are not known then. */
export function variantsOf(value: Value, isDeep = true): readonly Value[] {
  const own = value.others?.() ?? [];
  const inside = (it: Value) => (isDeep ? variantsOf(it) : []);
  if (value.kind === "list") return some([...own, ...listVariants(value, inside, own.length)]);
  return some(value.kind === "object" ? [...own, ...objectVariants(value, inside)] : own);
}

function listVariants(
  value: List,
  inside: (item: Value) => readonly Value[],
  count: number,
): readonly Value[] {
  const found: Value[] = [];
  const all = value.items.map(undecided);
  for (const [index, it] of value.items.entries()) {
    const instead = isLeftOut(it) ? [it.among] : inside(it).map((one) => [one]);
    for (const items of instead)
      found.push({ ...value, choice: undefined, items: all.toSpliced(index, 1, ...items) });
    if (count + found.length > mostOthers) break;
  }
  return found;
}

function objectVariants(value: Obj, inside: (item: Value) => readonly Value[]): readonly Value[] {
  const all = Array.from(value.entries, ([name, it]) => [name, undecided(it)] as const);
  const rest = value.rest?.map(undecided);
  const entries = [...value.entries].flatMap(([name, it]) =>
    inside(it).map((one) => [name, one] as const),
  );
  const more = (value.rest ?? [])
    .filter(isLeftOut)
    .flatMap(({ key, among }) => (key === undefined ? [] : among.map((it) => [key, it] as const)));
  return [...entries, ...more].map((entry) => ({
    ...value,
    choice: undefined,
    rest,
    entries: new Map([...all, entry]),
  }));
}

/** The value without what depends on defaults. */
export function undecided(value: Value): Value {
  if (isMany(value)) return { ...value, marks: undefined, among: undefined };
  if (marksOf(value)?.defaults.length) return unknown(value.place);
  if (value.kind === "list") return { ...value, items: value.items.map(undecided) };
  if (value.kind !== "object") return value;
  const entries = Array.from(value.entries, ([name, it]) => [name, undecided(it)] as const);
  return { ...value, entries: new Map(entries) };
}
