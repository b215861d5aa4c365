import { parseJson } from "../../json/syntax/parse.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonString,
  type JsonValue,
  propertyOf,
} from "../../json/syntax/tree.ts";
import { addAll } from "../../text/add-all.ts";
import { Decoding } from "../../text/decoding.ts";
import type { Span } from "../../text/span.ts";
import type { Layer } from "../layer.ts";
import { asFilter } from "../members.ts";
import type { HostEntry, HostNode, HostObject, HostValue, Repeated } from "../node.ts";
import { type Region, regionOf } from "../region.ts";
import { stringRegion } from "./string.ts";

/** Values that are known although they are not in the string itself. */
export interface JsonEvaluation {
  /** Undefined if no more is known than the string tells. */
  nodeOfString(value: JsonString, written: () => Region | undefined): HostNode | undefined;
  /** For a `dynamic` block, an evaluation for each block that it generates. Undefined if that is not known. */
  repeatedJson(block: JsonObject, name: string): Repeated<JsonEvaluation> | undefined;
}

/** The layer is used for Terraform, where every string is a template. A hidden value is not known. */
export function nodeOfJson(
  host: string,
  value: JsonValue,
  layer?: Layer,
  isHidden?: (value: JsonValue) => boolean,
  values?: JsonEvaluation,
): HostNode {
  return nodeOf(value, { host, layer, isHidden, values });
}

interface Reading {
  readonly host: string;
  readonly layer: Layer | undefined;
  readonly isHidden: ((value: JsonValue) => boolean) | undefined;
  readonly values: JsonEvaluation | undefined;
}

/** A function for each kind, because a closure for one kind would make every value of the file allocate its context. */
function nodeOf(value: JsonValue, reading: Reading): HostNode {
  if (reading.isHidden?.(value)) return scalarNode(value, undefined);
  switch (value.kind) {
    case "object":
      return objectNode(value, reading);
    case "array":
      return listNode(value, reading);
    case "string":
      return stringNode(value, reading);
    default:
      return value.kind === "null"
        ? { ...scalarNode(value, undefined), isNull: true }
        : scalarNode(value, value.value);
  }
}

function listNode({ start, end, items }: JsonArray, reading: Reading): HostNode {
  const nodes = items.map((it) => nodeOf(it, reading));
  return { kind: "list", start, end, items: nodes, isOpen: false };
}

function objectNode(value: JsonObject, reading: Reading): HostObject {
  const { start, end, properties } = value;
  // Without properties it is no filter.
  if (properties.length === 0) return { kind: "object", start, end, entries: noEntries };
  const entries = entriesOf(value, reading);
  return reading.layer
    ? { kind: "object", start, end, entries }
    : filterNode(value, entries, reading.host);
}

/** Shared, because a hostile file has very many empty objects. */
const noEntries: readonly HostEntry[] = [];

function entriesOf({ properties }: JsonObject, reading: Reading): HostEntry[] {
  const entries: HostEntry[] = [];
  for (const { name, value, start, end } of properties) {
    if (!value) continue;
    const blocks = reading.layer && name.value === "dynamic" ? generated(value, reading) : [];
    if (blocks.length > 0) addAll(entries, blocks);
    else entries.push({ name: name.value, value: nodeOf(value, reading), start, end });
  }
  return entries;
}

function scalarNode({ start, end }: JsonValue, literal: number | boolean | undefined): HostValue {
  return { kind: "value", start, end, literal: () => literal, regions: () => [] };
}

function stringNode(value: JsonString, { host, layer, values }: Reading): HostNode {
  const { start, end } = value;
  const region = () => stringRegion(host, value, layer);
  const known = values?.nodeOfString(value, region);
  if (known) return known;
  return {
    kind: "value",
    start,
    end,
    literal: () => {
      if (!layer) return value.value;
      const found = region();
      return found?.holes.length === 0 ? found.text : undefined;
    },
    regions: () => [region()].filter((it) => it !== undefined),
  };
}

/** An object that may be a filter. */
function filterNode({ start, end }: Span, entries: readonly HostEntry[], host: string): HostObject {
  const filter = () => filterRegion(host, object);
  const object: HostObject = { kind: "object", start, end, entries, filter };
  return object;
}

/** The text between the braces is a filter already. */
function filterRegion(host: string, object: HostObject): Region {
  const into = new Decoding(host, object.start, object.end);
  asFilter(object, into, () => {
    const start = into.length;
    into.copy(object.start, object.end);
    into.section(start, (text) => text);
  });
  return regionOf(into, object, (source) => {
    const { root, errors } = parseJson(source);
    const isWhole = root?.kind === "object" && root.start === 0 && root.end === source.length;
    const again = isWhole && errors.length === 0 ? nodeOfJson(source, root) : undefined;
    return again?.kind === "object" ? filterRegion(source, again).map : undefined;
  });
}

/** `"dynamic": { "rules": { "content": { … } } }` generates any number of `rules` blocks. */
function generated(value: JsonValue, reading: Reading): HostEntry[] {
  const { values } = reading;
  return objectsIn(value).flatMap(({ properties }) =>
    properties.flatMap(({ name, value: blocks, start, end }) => {
      const all = objectsIn(blocks).flatMap((block) => {
        const content = propertyOf(block, "content")?.value;
        return content ? [{ block, content }] : [];
      });
      if (all.length === 0) return [];
      let isOpen = false;
      const items = all.flatMap(({ block, content }) => {
        const repeated = values?.repeatedJson(block, name.value);
        isOpen ||= repeated?.isOpen ?? true;
        const node = (own: JsonEvaluation | undefined) =>
          nodeOf(content, { ...reading, isHidden: undefined, values: own });
        const each: HostNode[] = (repeated?.all ?? [values]).map(node);
        for (const { values: others, defaults } of repeated?.more ?? [])
          each.push({ kind: "list", start, end, items: others.map(node), isOpen: true, defaults });
        return each;
      });
      const list: HostNode = { kind: "list", start, end, items, isOpen };
      return [{ start, end, name: name.value, value: list }];
    }),
  );
}

/** A single object, or the objects of a list. */
export function objectsIn(
  value: JsonValue | undefined,
  into: JsonObject[] = [],
): readonly JsonObject[] {
  if (value?.kind === "object") into.push(value);
  else if (value?.kind === "array") for (const it of value.items) objectsIn(it, into);
  return into;
}
