import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, type JsonValue, propertyOf } from "../../json/syntax/tree.ts";
import { Decoding } from "../../text/decoding.ts";
import type { Layer } from "../layer.ts";
import { asFilter } from "../members.ts";
import type { HostEntry, HostNode, HostObject } from "../node.ts";
import { type Region, regionOf } from "../region.ts";
import { stringRegion } from "./string.ts";

/** The layer is used for Terraform, where every string is a template. A hidden value is not known. */
export function nodeOfJson(
  host: string,
  value: JsonValue,
  layer?: Layer,
  isHidden: (value: JsonValue) => boolean = () => false,
): HostNode {
  const { start, end } = value;
  if (isHidden(value))
    return { kind: "value", start, end, literal: () => undefined, regions: () => [] };
  if (value.kind === "object") {
    const entries: HostEntry[] = [];
    for (const { name, value: inner, start, end } of value.properties) {
      if (!inner) continue;
      const blocks = layer && name.value === "dynamic" ? generated(host, inner, layer) : [];
      if (blocks.length > 0) entries.push(...blocks);
      else
        entries.push({
          name: name.value,
          value: nodeOfJson(host, inner, layer, isHidden),
          start,
          end,
        });
    }
    const object: HostObject = { kind: "object", start, end, entries };
    return layer ? object : { ...object, filter: () => filterRegion(host, object) };
  }
  if (value.kind === "array") {
    const items = value.items.map((it) => nodeOfJson(host, it, layer, isHidden));
    return { kind: "list", start, end, items, isOpen: false };
  }
  if (value.kind !== "string") {
    const literal = value.kind === "null" ? undefined : value.value;
    return { kind: "value", start, end, literal: () => literal, regions: () => [] };
  }
  const region = () => stringRegion(host, value, layer);
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
function generated(host: string, value: JsonValue, layer: Layer): HostEntry[] {
  return objectsIn(value).flatMap(({ properties }) =>
    properties.flatMap(({ name, value: blocks, start, end }) => {
      const contents = objectsIn(blocks).flatMap((it) => propertyOf(it, "content")?.value ?? []);
      const items = contents.map((it) => nodeOfJson(host, it, layer));
      if (items.length === 0) return [];
      const list: HostNode = { kind: "list", start, end, items, isOpen: true };
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
