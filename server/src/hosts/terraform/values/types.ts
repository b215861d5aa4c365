import type { Expression } from "../../hcl/tree.ts";
import { numberOf } from "./calculate.ts";
import { chosen } from "./choice.ts";
import { boolOf } from "./collection.ts";
import { marked, marksOf } from "./marks.ts";
import { isMany, many, settled } from "./open.ts";
import {
  failed,
  type List,
  list,
  type Obj,
  type Place,
  plain,
  stringOf,
  unknown,
  type Value,
} from "./value.ts";
import { asText, isWhole, keyOf, order } from "./whole.ts";

/** A type constraint of a variable. */
export type Type =
  | { readonly kind: "any" | "string" | "number" | "bool" }
  | { readonly kind: "list" | "set" | "map"; readonly inner: Type }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | { readonly kind: "object"; readonly attributes: ReadonlyMap<string, Attribute> };

interface Attribute {
  readonly type: Type;
  readonly isOptional: boolean;
  readonly otherwise?: Value | undefined;
}

/** Undefined if the constraint cannot be read. */
export function typeOf(
  expression: Expression,
  evaluate: (expression: Expression) => Value,
): Type | undefined {
  if (expression.kind === "unknown" && expression.form?.kind === "name")
    return namedType(expression.form.name);
  if (expression.kind === "template") {
    // An old way to write types.
    const name = stringOf(evaluate(expression));
    return name === "list" || name === "map" || name === "string" ? namedType(name) : undefined;
  }
  if (expression.kind !== "call") return undefined;
  const [argument] = expression.args;
  const { name } = expression;
  if (name === "object" && argument?.kind === "object") return objectType(argument, evaluate);
  if (name === "tuple" && argument?.kind === "tuple") {
    const items = argument.items.map((it) => typeOf(it, evaluate));
    return items.every((it) => it !== undefined) ? { kind: "tuple", items } : undefined;
  }
  const inner = argument && typeOf(argument, evaluate);
  return inner && (name === "list" || name === "set" || name === "map")
    ? { kind: name, inner }
    : undefined;
}

function namedType(name: string): Type | undefined {
  if (name === "any" || name === "string" || name === "number" || name === "bool")
    return { kind: name };
  // An old way to write `list(any)` and `map(any)`.
  return name === "list" || name === "map" ? { kind: name, inner: { kind: "any" } } : undefined;
}

function objectType(
  { items }: Extract<Expression, { kind: "object" }>,
  evaluate: (expression: Expression) => Value,
): Type | undefined {
  const attributes = new Map<string, Attribute>();
  for (const { key, value } of items) {
    const isOptional = value.kind === "call" && value.name === "optional";
    const [own, otherwise] = isOptional ? value.args : [value];
    const type = own && typeOf(own, evaluate);
    if (key.kind !== "name" || !type) return undefined;
    attributes.set(key.name, { type, isOptional, otherwise: otherwise && evaluate(otherwise) });
  }
  return { kind: "object", attributes };
}

/** The value converted to a type. An error if Terraform refuses it. */
export function asType(value: Value, type: Type, place: Place = value.place): Value {
  if (type.kind === "any") return value;
  const { others } = value;
  if (others) {
    const own = asType({ ...value, others: undefined } as Value, type, place);
    return { ...own, others: () => others().map((it) => asType(it, type, place)) };
  }
  if (value.kind === "unknown")
    return value.among ? { ...value, among: value.among.map((it) => asType(it, type)) } : value;
  if (value.kind === "plain" && value.value === null) return value;
  switch (type.kind) {
    case "string":
      return value.kind === "text" ? value : (asText(value) ?? failed(place));
    case "number":
      return asPlain(value, numberOf(value), place);
    case "bool":
      return asPlain(value, boolOf(value), place);
    case "list":
    case "set": {
      if (value.kind !== "list") return failed(place);
      const items = alike(value.items.map((it) => asType(it, type.inner)));
      if (type.kind === "set") return asSet(items, place);
      const { marks, choice } = value;
      return { ...list(items, value.place), marks, choice, origin: same(items, value) };
    }
    case "tuple": {
      const known = settled(value);
      if (known.kind === "unknown") return known;
      if (known.kind !== "list" || known.items.length !== type.items.length) return failed(place);
      return {
        ...known,
        items: known.items.map((it, index) => asType(it, type.items[index] ?? { kind: "any" })),
      };
    }
    case "map":
      if (value.kind !== "object") return failed(place);
      return {
        ...value,
        entries: new Map(Array.from(value.entries, ([name, it]) => [name, asType(it, type.inner)])),
        rest: value.rest?.map((it) => asType(it, type.inner)),
      };
    case "object":
      return asObject(value, type.attributes, place);
  }
}

/** The value as the number or the Boolean that it is. */
function asPlain(value: Value, content: number | boolean | undefined, place: Place): Value {
  if (content === undefined)
    return value.kind === "text" && !isWhole(value) ? unknown(place) : failed(place);
  return value.kind === "plain" ? value : marked(plain(content, value.place), marksOf(value));
}

function same(items: readonly Value[], { items: before, origin }: List): List["origin"] {
  return items.every((it, index) => it === before[index]) ? origin : undefined;
}

function asObject(value: Value, attributes: ReadonlyMap<string, Attribute>, place: Place): Value {
  if (value.kind !== "object") return failed(place);
  const entries = new Map<string, Value>();
  for (const [name, { type, isOptional, otherwise }] of attributes) {
    const given = value.entries.get(name) ?? leftOutEntry(value, name);
    const isSet = given && !(given.kind === "plain" && given.value === null);
    if (!given && !isOptional) return value.rest ? unknown(place) : failed(place);
    // An omitted value has no place.
    const none = plain(null, { ...place, end: place.start });
    const own = isSet ? given : (otherwise ?? given ?? none);
    entries.set(name, asType(own, type));
  }
  return { ...value, entries, rest: undefined };
}

/** An entry that is there only with other values than the defaults. */
function leftOutEntry({ rest = [], place }: Obj, name: string): Value | undefined {
  const found = rest.find((it) => it.kind === "unknown" && it.key === name);
  if (found?.kind !== "unknown" || !found.among) return undefined;
  return chosen(plain(null, place), found.marks, () => found.among ?? []);
}

/** The elements of a list have one type: a text among them makes them texts. */
function alike(items: readonly Value[]): readonly Value[] {
  if (!items.some((it) => it.kind === "text")) return items;
  return items.map((it) => (it.kind === "plain" && it.value !== null ? (asText(it) ?? it) : it));
}

/** The order depends on all elements, and objects are in one of Terraform's own. */
export function asSet(items: readonly Value[], place: Place): Value {
  const all = alike(items);
  const byKey = new Map(all.filter(isWhole).map((it) => [keyOf(it), it]));
  const kept = [...byKey].sort(([, a], [, b]) => compared(a, b)).map(([, it]) => it);
  const others = all.filter((it) => !isWhole(it));
  const isMixed = kept.length > 1 && kept.some((it) => it.kind === "object" || it.kind === "list");
  const isSorted = !isMixed && others.every(isMany);
  const open = isSorted ? [] : [{ ...many(unknown(place)), isChecked: true }];
  return { kind: "list", items: [...kept, ...others, ...open], place, isSet: true };
}

function compared(a: Value, b: Value): number {
  if (a.kind === "plain" && b.kind === "plain") return Number(a.value) - Number(b.value);
  return order(stringOf(a) ?? "", stringOf(b) ?? "");
}
