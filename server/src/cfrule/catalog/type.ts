/** The types of the rule language. Text and raw bytes are one type, as in the engine: String. */
export type Type = ScalarType | CollectionType;

export interface ScalarType {
  readonly kind: "Boolean" | "Integer" | "String" | "IP";
}

export interface CollectionType {
  readonly kind: "Array" | "Map";
  /** The type of the elements. The keys of a map are always strings. */
  readonly of: Type;
}

export const booleanType: Type = { kind: "Boolean" };
export const integerType: Type = { kind: "Integer" };
export const stringType: Type = { kind: "String" };
export const ipType: Type = { kind: "IP" };

const arrays = new WeakMap<Type, Type>();
const maps = new WeakMap<Type, Type>();

/** Interned, so that types can be compared by identity. */
export function arrayOf(element: Type): Type {
  return madeOnce(arrays, "Array", element);
}

export function mapOf(element: Type): Type {
  return madeOnce(maps, "Map", element);
}

export function isCollection(type: Type): type is CollectionType {
  return type.kind === "Array" || type.kind === "Map";
}

export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  return isCollection(a) && isCollection(b) ? sameType(a.of, b.of) : !isCollection(a);
}

/** As in Cloudflare's documentation: `Map<Array<String>>`. */
export function typeName(type: Type): string {
  return isCollection(type) ? `${type.kind}<${typeName(type.of)}>` : type.kind;
}

/** All spellings in use: current documentation, engine and older documentation. */
const scalars: ReadonlyMap<string, Type> = new Map([
  ["boolean", booleanType],
  ["bool", booleanType],
  ["integer", integerType],
  ["int", integerType],
  ["number", integerType],
  ["string", stringType],
  ["bytes", stringType],
  ["ip", ipType],
  ["ip address", ipType],
]);

/** No type nests deeper than three; this bounds the cost of invalid input. */
const longestName = 200;

/** Case-insensitive, because the engine and the documentation differ. */
export function parseTypeName(text: string): Type | undefined {
  if (text.length > longestName) return undefined;
  const name = text.trim();
  const wrapped = /^(array|map)\s*<(.*)>$/is.exec(name);
  if (!wrapped) return scalars.get(name.toLowerCase().replace(/\s+/g, " "));
  const [, wrapper = "", inner = ""] = wrapped;
  const element = parseTypeName(inner);
  if (!element) return undefined;
  return wrapper.toLowerCase() === "array" ? arrayOf(element) : mapOf(element);
}

function madeOnce(made: WeakMap<Type, Type>, kind: CollectionType["kind"], of: Type): Type {
  const known = made.get(of);
  if (known) return known;
  const type: Type = { kind, of };
  made.set(of, type);
  return type;
}
