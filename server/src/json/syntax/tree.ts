import { type Span, touches } from "../../text/span.ts";

/** The syntax tree: plain objects, immutable after parsing. */
export type JsonValue = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

export interface JsonObject extends Span {
  readonly kind: "object";
  readonly properties: readonly Property[];
}

export interface Property extends Span {
  readonly kind: "property";
  readonly name: JsonString;
  /** Undefined if the value is missing. */
  readonly value: JsonValue | undefined;
}

export interface JsonArray extends Span {
  readonly kind: "array";
  readonly items: readonly JsonValue[];
  /** Set if a hole without commas around it, such as a directive, determines some or all of the items. */
  readonly isUnseen?: true;
}

export interface JsonString extends Span {
  readonly kind: "string";
  /** The decoded value. */
  readonly value: string;
  /** Set if the string contains or is a hole of the host document, or has another value in other cases. */
  readonly isUnseen?: true;
}

/** Whether a host document may add properties. */
export function mayHaveMoreProperties({ properties }: JsonObject): boolean {
  return properties.some(({ name }) => name.isUnseen);
}

/** Whether a value contains a hole of the host document, or has another value in other cases. */
export function isUnseen(value: JsonValue | undefined): boolean {
  if (value === undefined || value.kind === "object") return false;
  return value.isUnseen === true || (value.kind === "array" && value.items.some(isUnseen));
}

export interface JsonNumber extends Span {
  readonly kind: "number";
  readonly value: number;
  /** The source text, if it may differ from the serialized value: `5e2`, or more digits than a number keeps. */
  readonly written?: string;
  readonly isUnseen?: true;
}

export interface JsonBoolean extends Span {
  readonly kind: "boolean";
  readonly value: boolean;
  readonly isUnseen?: true;
}

export interface JsonNull extends Span {
  readonly kind: "null";
  readonly isUnseen?: true;
}

/** The source text of a scalar, without quotes and escapes. */
export function writtenText(value: JsonString | JsonNumber | JsonBoolean): string {
  return (value.kind === "number" ? value.written : undefined) ?? String(value.value);
}

export type JsonNode = JsonValue | Property;

/** The nodes that contain the offset, outermost first. */
export function pathAt(root: JsonValue | undefined, offset: number): JsonNode[] {
  const path: JsonNode[] = [];
  let node: JsonNode | undefined = root;
  while (node && touches(node, offset)) {
    path.push(node);
    node = childAt(node, offset);
  }
  return path;
}

export function childrenOf(node: JsonNode): readonly JsonNode[] {
  switch (node.kind) {
    case "object":
      return node.properties;
    case "array":
      return node.items;
    case "property":
      return node.value ? [node.name, node.value] : [node.name];
    default:
      return [];
  }
}

/** The property of that name; the last one of duplicates, as in JSON parsers. */
export function propertyOf(object: JsonObject, name: string): Property | undefined {
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i];
    if (property?.name.value === name) return property;
  }
  return undefined;
}

/** Visits every value of the tree in source order. The parser bounds the depth, so this may recurse. */
export function eachValue(value: JsonValue | undefined, visit: (value: JsonValue) => void): void {
  if (!value) return;
  visit(value);
  if (value.kind === "object") for (const it of value.properties) eachValue(it.value, visit);
  if (value.kind === "array") for (const it of value.items) eachValue(it, visit);
}

/** Binary search: children are in source order. */
function childAt(node: JsonNode, offset: number): JsonNode | undefined {
  const children = childrenOf(node);
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const child = children[middle];
    if (child && child.end < offset) low = middle + 1;
    else high = middle;
  }
  return children[low];
}
