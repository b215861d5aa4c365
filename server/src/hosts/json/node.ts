import { parseJson } from "../../json/syntax/parse.ts";
import {
  type JsonObject,
  type JsonString,
  type JsonValue,
  propertyOf,
} from "../../json/syntax/tree.ts";
import { Decoding } from "../../text/decoding.ts";
import type { Layer } from "../layer.ts";
import { asFilter } from "../members.ts";
import type { HostEntry, HostNode, HostObject, Repeated } from "../node.ts";
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
  isHidden: (value: JsonValue) => boolean = () => false,
  values?: JsonEvaluation,
): HostNode {
  const { start, end } = value;
  if (isHidden(value))
    return { kind: "value", start, end, literal: () => undefined, regions: () => [] };
  if (value.kind === "object") {
    const entries: HostEntry[] = [];
    for (const { name, value: inner, start, end } of value.properties) {
      if (!inner) continue;
      const blocks = layer && name.value === "dynamic" ? generated(host, inner, layer, values) : [];
      if (blocks.length > 0) entries.push(...blocks);
      else
        entries.push({
          name: name.value,
          value: nodeOfJson(host, inner, layer, isHidden, values),
          start,
          end,
        });
    }
    const object: HostObject = { kind: "object", start, end, entries };
    return layer ? object : { ...object, filter: () => filterRegion(host, object) };
  }
  if (value.kind === "array") {
    const items = value.items.map((it) => nodeOfJson(host, it, layer, isHidden, values));
    return { kind: "list", start, end, items, isOpen: false };
  }
  if (value.kind !== "string") {
    const literal = value.kind === "null" ? undefined : value.value;
    return { kind: "value", start, end, literal: () => literal, regions: () => [] };
  }
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
function generated(
  host: string,
  value: JsonValue,
  layer: Layer,
  values: JsonEvaluation | undefined,
): HostEntry[] {
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
          nodeOfJson(host, content, layer, undefined, own);
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
