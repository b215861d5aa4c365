// Collections of which some elements are not known.

import { marked, marksOf } from "./marks.ts";
import {
  type List,
  list,
  type Marks,
  type Obj,
  object,
  type Place,
  stringOf,
  type Unknown,
  unknown,
  type Value,
} from "./value.ts";

/** Any number of elements, which the value would tell. */
export function many(value: Unknown): Unknown {
  return value.isMany ? value : { ...value, isMany: true };
}

/** Elements that a collection does not have only with the defaults of the marks. */
export function leftOut(
  among: readonly Value[],
  marks: Marks,
  place: Place,
  key?: string,
): Unknown[] {
  return among.length > 0 ? [{ kind: "unknown", place, isMany: true, marks, among, key }] : [];
}

/** A collection that is empty only with the default of a variable. */
export function emptyByDefault({ kind, place }: List | Obj, marks: Marks): List | Obj {
  const rest: Unknown = { kind: "unknown", place, isMany: true, marks };
  return kind === "list" ? list([rest], place) : object(new Map(), place, [rest]);
}

/** Diagnostics name the parts that a default leaves open at the place of their use. */
export function openAt(value: Value, place: Place): Value {
  if (isEmptyButRest(value) && restOf(value).every((it) => it.kind === "unknown" && !it.among)) {
    const marks = marksOf(...restOf(value));
    return marks ? emptyByDefault({ ...value, place }, marks) : value;
  }
  const isNone = value.kind === "plain" ? value.value === null : stringOf(value) === "";
  return isNone && value.marks?.defaults.length ? { ...value, place } : value;
}

function isEmptyButRest(value: Value): value is List | Obj {
  if (value.kind === "list") return value.items.length > 0 && value.items.every(isMany);
  return value.kind === "object" && value.entries.size === 0 && value.rest !== undefined;
}

/** Whether a value may represent no value. */
export function isNone(value: Value): boolean {
  if (value.kind === "plain") return value.value === null || value.value === 0;
  return stringOf(value) === "" || isEmpty(value) || isEmptyButRest(value);
}

export function isEmpty(value: Value): value is List | Obj {
  if (value.kind === "list") return value.items.length === 0;
  return value.kind === "object" && value.entries.size === 0 && !value.rest;
}

/** The elements of a collection that are not known, or whose keys are not. */
export function restOf(value: Value): readonly Value[] {
  if (value.kind === "object") return value.rest ?? [];
  return value.kind === "list" ? value.items.filter(isMany) : [];
}

export function isMany(value: Value): value is Unknown {
  return value.kind === "unknown" && value.isMany === true;
}

/** A collection without what only defaults leave out. Unknown if it has other elements that are not known. */
export function settled(value: Value): Value {
  const rest = restOf(value);
  if (rest.length === 0) return value;
  if (!rest.every((it) => isMany(it) && it.marks?.defaults.length)) return unknown(value.place);
  const known =
    value.kind === "list"
      ? { ...value, items: value.items.filter((it) => !isMany(it)) }
      : { ...value, rest: undefined };
  return marked(known as Value, marksOf(...rest));
}
