import { type Span, touches } from "../../text/span.ts";

/** What is pushed of a file, read as JSON. Plain objects, never changed after parsing. */
export type JsonValue = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

export interface JsonObject extends Span {
  readonly kind: "object";
  readonly properties: readonly Property[];
}

export interface Property extends Span {
  readonly kind: "property";
  readonly name: JsonString;
  /** Undefined while it has not been written. */
  readonly value: JsonValue | undefined;
}

export interface JsonArray extends Span {
  readonly kind: "array";
  readonly items: readonly JsonValue[];
  /** A hole without commas around it, such as a condition, decides about some of the items, or about the whole. */
  readonly isUnseen?: true;
}

export interface JsonString extends Span {
  readonly kind: "string";
  /** The characters meant, without quotes and escapes. */
  readonly value: string;
  /** A host document fills in a part of it, or all of it, or has another value in other cases. */
  readonly isUnseen?: true;
}

/** Whether a host document may add properties. */
export function hasUnseenNames({ properties }: JsonObject): boolean {
  return properties.some(({ name }) => name.isUnseen);
}

/** Whether a host document fills in a part of a value, or has another one in other cases. */
export function isUnseen(value: JsonValue | undefined): boolean {
  if (value === undefined || value.kind === "object") return false;
  return value.isUnseen === true || (value.kind === "array" && value.items.some(isUnseen));
}

export interface JsonNumber extends Span {
  readonly kind: "number";
  readonly value: number;
  /** The user's own spelling, where it may be another than that of the value: `5e2`, or more digits than a value keeps. */
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

/** A single value as the user wrote it, save for quotes and escapes. */
export function writtenText(value: JsonString | JsonNumber | JsonBoolean): string {
  return (value.kind === "number" ? value.written : undefined) ?? String(value.value);
}

export type JsonNode = JsonValue | Property;

/** The nodes around a cursor, from the root to the innermost. */
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

/** The property of that name; the last one, as JSON readers take it. */
export function propertyOf(object: JsonObject, name: string): Property | undefined {
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i];
    if (property?.name.value === name) return property;
  }
  return undefined;
}

/** Every value of the tree, in the order of the text. The parser bounds its depth, so this may recurse. */
export function eachValue(value: JsonValue | undefined, visit: (value: JsonValue) => void): void {
  if (!value) return;
  visit(value);
  if (value.kind === "object") for (const it of value.properties) eachValue(it.value, visit);
  if (value.kind === "array") for (const it of value.items) eachValue(it, visit);
}

/** Children lie in the order of the text, so the one at the cursor is found by halving. */
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
