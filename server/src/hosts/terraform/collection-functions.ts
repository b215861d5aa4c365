import { type Fn, firstKept, partial, passing } from "./fn.ts";
import { numberOf } from "./values/calculate.ts";
import { chosen, merged } from "./values/choice.ts";
import { chosenElement, oneOf } from "./values/collection.ts";
import { deepMarks, marked, marksOf } from "./values/marks.ts";
import { isMany, leftOut, many, restOf } from "./values/open.ts";
import { asSet, asType } from "./values/types.ts";
import {
  computed,
  failed,
  type List,
  list,
  type Obj,
  object,
  type Place,
  plain,
  stringOf,
  type Unknown,
  unknown,
  type Value,
} from "./values/value.ts";
import { asText, isEqual, isWhole, keyOf, order } from "./values/whole.ts";

/** A function of one list. */
function ofList(
  result: (value: List, place: Place) => Value | undefined,
  open?: typeof partial,
): Fn {
  return {
    keepsMarks: true,
    ...open,
    call: ([value], { place }) => (value?.kind === "list" ? result(value, place) : undefined),
  };
}

function ofSets(isKept: (key: string, others: readonly ReadonlySet<string>[]) => boolean): Fn {
  return {
    keepsMarks: true,
    call: (args, { place }) => {
      if (!args.every((it) => it.kind === "list" && isWhole(it))) return undefined;
      const [first, ...rest] = args as readonly List[];
      if (!first) return undefined;
      const others = rest.map((it) => new Set(it.items.map(keyOf)));
      const kept = first.items.filter((it) => isKept(keyOf(it), others));
      return chosen(asSet(kept, place), deepMarks(rest), () => [first]);
    },
  };
}

/** Unknown, but nothing that Terraform refuses. */
const isOpenable = (value: Value) => value.kind === "unknown" && !value.isError;

const itemsOf = (value: Value) => (value.kind === "list" ? value.items : []);

const isNull = (value: Value) => value.kind === "plain" && value.value === null;

function sortedKeys({ entries }: Obj): readonly string[] {
  return [...entries.keys()].sort(order);
}

/** Without what occurs before. */
function unique(items: readonly Value[], place: Place): readonly Value[] {
  const seen = new Set<string>();
  const kept = items.filter((it) => !isWhole(it) || (!seen.has(keyOf(it)) && seen.add(keyOf(it))));
  const isCertain = kept.every((it) => isWhole(it) || isMany(it));
  return isCertain ? kept : [...kept, { ...many(unknown(place)), isChecked: true }];
}

/** Only lists in lists, not maps. */
function flattened(items: readonly Value[], into: Value[] = []): Value[] {
  for (const it of items) {
    if (it.kind === "unknown")
      into.push({ ...many(it), ...(it.among && { among: flattened(it.among) }) });
    else if (it.kind === "list") flattened(it.items, into);
    else into.push(it);
  }
  return into;
}

export const collectionFunctions: Readonly<Record<string, Fn>> = {
  concat: {
    ...partial,
    call: (args, { place }) => {
      if (!args.every((it) => it.kind === "list" || isOpenable(it))) return undefined;
      if (!args.some((it) => it.kind === "list")) return undefined;
      const items = args.flatMap((it) => (it.kind === "unknown" ? [many(it)] : itemsOf(it)));
      return list(items, place);
    },
  },
  merge: {
    ...partial,
    call: (args, { place }) => {
      const objects = args.filter((it) => !isNull(it));
      if (!objects.every((it) => it.kind === "object" || isOpenable(it))) return undefined;
      if (objects.length > 0 && !objects.some((it) => it.kind === "object")) return undefined;
      return merged(objects as readonly (Obj | Unknown)[], place);
    },
  },
  flatten: ofList(({ items }, place) => list(flattened(items), place), partial),
  lookup: {
    ...partial,
    call: ([map, key, otherwise], { place }) => {
      const last = otherwise ? [otherwise] : [];
      if (map?.kind !== "object" || !key) return undefined;
      if (stringOf(key) === undefined) return oneOf([...map.entries.values(), ...last], place);
      const found = chosenElement(map, key, place);
      return firstKept([found, ...last], place, (it) => it.kind !== "unknown" || !it.isError);
    },
  },
  coalesce: {
    ...passing,
    call: (args, { place }) => firstKept(args, place, (it) => !isNull(it) && stringOf(it) !== ""),
  },
  coalescelist: {
    ...partial,
    call: (args, { place }) =>
      firstKept(args, place, (it) => it.kind !== "list" || it.items.some((one) => !isMany(one))),
  },
  compact: ofList(({ items }, place) => {
    const kept = items.flatMap((it): readonly Value[] => {
      if (!isNull(it) && stringOf(it) !== "") return [it.kind === "unknown" ? many(it) : it];
      const marks = marksOf(it);
      return marks?.defaults.length
        ? leftOut(it.others?.() ?? [unknown(it.place)], marks, it.place)
        : [];
    });
    return list(kept, place);
  }, partial),
  distinct: ofList(({ items }, place) => list(unique(items, place), place), partial),
  sort: ofList(({ items }, place) => {
    const texts = items.map(asText);
    if (!texts.every((it) => it !== undefined && stringOf(it) !== undefined)) return undefined;
    return list(
      (texts as NonNullable<(typeof texts)[0]>[]).toSorted((a, b) => order(a.shown, b.shown)),
      place,
    );
  }),
  reverse: ofList(
    ({ items, isSet }, place) => (isSet ? undefined : list(items.toReversed(), place)),
    partial,
  ),
  one: ofList(({ items }, place) => {
    if (items.length > 1) return failed(place);
    return items[0] ?? plain(null, place);
  }),
  keys: {
    call: ([map], { place }) =>
      map?.kind === "object"
        ? list(
            sortedKeys(map).map((it) => computed(it, map.entries.get(it)?.place ?? place)),
            place,
          )
        : undefined,
  },
  values: {
    ...partial,
    call: ([map], { place }) => {
      if (map?.kind !== "object") return undefined;
      const known = sortedKeys(map).flatMap((it) => map.entries.get(it) ?? []);
      const rest = restOf(map);
      const hasOrder = rest.every(isMany);
      const open = hasOrder ? [] : [{ ...many(unknown(place)), isChecked: true }];
      return list([...known, ...rest, ...open], place);
    },
  },
  length: {
    call: ([value], { place }) => {
      if (value?.kind === "list") return plain(value.items.length, place);
      if (value?.kind === "object") return plain(value.entries.size, place);
      const written = stringOf(value);
      return written !== undefined && /^[\x20-\x7e\n]*$/.test(written)
        ? plain(written.length, place)
        : undefined;
    },
  },
  contains: {
    call: ([collection, wanted], { place }) => {
      if (collection?.kind !== "list" || !wanted) return undefined;
      const found = collection.items.map((it) => isEqual(it, wanted));
      if (found.includes(true)) return plain(true, place);
      return found.includes(undefined) ? undefined : plain(false, place);
    },
  },
  index: {
    call: ([collection, wanted], { place }) => {
      if (collection?.kind !== "list" || !wanted || !isWhole(collection)) return undefined;
      const at = collection.items.findIndex((it) => isEqual(it, wanted));
      return at === -1 ? failed(place) : plain(at, place);
    },
  },
  element: {
    ...passing,
    call: ([collection, index], { place }) => {
      const at = numberOf(index);
      if (collection?.kind === "list" && index?.kind === "unknown")
        return oneOf(collection.items, place);
      if (collection?.kind !== "list" || collection.isSet || at === undefined) return undefined;
      const { length } = collection.items;
      if (length === 0) return failed(place);
      const inside = plain(((at % length) + length) % length, place);
      return chosenElement(collection, marked(inside, marksOf(index)), place);
    },
  },
  slice: {
    keepsMarks: true,
    call: ([collection, from, to], { place }) => {
      const [start, end] = [numberOf(from), numberOf(to)];
      if (
        collection?.kind !== "list" ||
        collection.isSet ||
        start === undefined ||
        end === undefined
      )
        return undefined;
      const isInside = start >= 0 && start <= end && end <= collection.items.length;
      const found = isInside ? list(collection.items.slice(start, end), place) : failed(place);
      return chosen(found, marksOf(from, to), () => [collection]);
    },
  },
  chunklist: {
    keepsMarks: true,
    call: ([collection, size], { place }) => {
      const count = numberOf(size);
      if (collection?.kind !== "list" || count === undefined || count < 1) return undefined;
      const { items } = collection;
      const chunks = Array.from({ length: Math.ceil(items.length / count) }, (_, index) =>
        list(items.slice(index * count, (index + 1) * count), place),
      );
      return list(chunks, place);
    },
  },
  zipmap: {
    keepsMarks: true,
    call: ([names, values], { place }) => {
      if (names?.kind !== "list" || values?.kind !== "list") return undefined;
      if (names.items.length !== values.items.length) return failed(place);
      const known = names.items.map((it) => stringOf(asText(it)));
      if (known.includes(undefined)) return undefined;
      const pairs = known.map((it, index) => [it ?? "", values.items[index]] as const);
      return object(new Map(pairs as readonly (readonly [string, Value])[]), place);
    },
  },
  setproduct: {
    keepsMarks: true,
    call: (args, { place, scope }) => {
      if (!args.every((it) => it.kind === "list")) return undefined;
      const size = args.reduce((product, it) => product * it.items.length, 1);
      if (args.length < 2 || size > 10_000 || !scope.around.budget.take(size)) return undefined;
      let rows: readonly (readonly Value[])[] = [[]];
      for (const { items } of args) rows = rows.flatMap((row) => items.map((it) => [...row, it]));
      return list(
        rows.map((row) => list(row, place)),
        place,
      );
    },
  },
  setunion: {
    ...partial,
    call: (args, { place }) =>
      args.every((it) => it.kind === "list")
        ? asSet(
            args.flatMap((it) => it.items),
            place,
          )
        : undefined,
  },
  setintersection: ofSets((key, others) => others.every((it) => it.has(key))),
  setsubtract: ofSets((key, others) => !others.some((it) => it.has(key))),
  ...Object.fromEntries(
    (["string", "number", "bool", "list", "set", "map"] as const).map((type): [string, Fn] => [
      `to${type}`,
      {
        ...partial,
        call: ([value], { place }) =>
          value && asType(value, { kind: type, inner: { kind: "any" } }, place),
      },
    ]),
  ),
  /** Sensitive values are not shown, so no message is about them. */
  sensitive: { call: () => undefined },
  ephemeralasnull: { call: () => undefined },
  nonsensitive: { keepsMarks: true, call: ([value]) => value },
};
