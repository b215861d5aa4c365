import { Decoding } from "../../text/decoding.ts";
import { type Member, writeMembers } from "../members.ts";
import { jobProperties, jobSpellings } from "../places.ts";
import { type Region, regionOf } from "../region.ts";
import { encodeScalar, isNull, writeKey, writeValue } from "./json-text.ts";
import { readHcl } from "./read.ts";
import type { Attribute, Block, Body, Name } from "./tree.ts";

/** A Terraform job as JSON in the service's format. The filter is embedded separately, so it is a hole here. */
export function jobRegion(host: string, body: Body): Region {
  const decoding = new Decoding(host, body.start, body.end);
  const start = decoding.text.length;
  writeBody(decoding, body, (it) => jobProperties.has(it));
  decoding.section(start, encodeScalar);
  return regionOf(decoding, body, reread);
}

function reread(source: string): Decoding | undefined {
  const [item, ...others] = readHcl(`job ${source}`).body.items;
  if (item?.kind !== "block" || others.length > 0 || item.end !== source.length + 4)
    return undefined;
  return jobRegion(`job ${source}`, item.body).map;
}

function writeBody(into: Decoding, body: Body, isOurs: (name: string) => boolean): void {
  const members = body.items
    .filter((it) => isOurs(nameOf(it)) && !isAbsent(it))
    .map((it): Member => ({ part: it, write: () => writeItem(into, it) }));
  writeMembers(into, body, "{}", members);
}

/** Terraform treats a `null` attribute as not set. */
function isAbsent(item: Attribute | Block): boolean {
  return item.kind === "attribute" && isNull(item.value);
}

function nameOf(item: Attribute | Block): string {
  if (item.kind === "attribute") return item.name;
  return item.type === "dynamic" ? (item.labels[0] ?? "") : item.type;
}

/** `dynamic "output_options" { content { … } }` */
function writeDynamic(into: Decoding, block: Block): void {
  const content = block.body.items.find((it) => it.kind === "block" && it.type === "content");
  const body = content?.kind === "block" ? content.body : block.body;
  into.write(`${JSON.stringify(nameOf(block))}:`, block.start, body.start);
  writeBody(into, body, () => content !== undefined);
}

function writeItem(into: Decoding, item: Attribute | Block): void {
  if (item.kind === "block" && item.type === "dynamic") {
    writeDynamic(into, item);
    return;
  }
  const name = nameOf(item);
  const key: Name = { kind: "name", start: item.start, end: item.start + name.length, name };
  const value = item.kind === "block" ? item.body : item.value;
  writeKey(into, key, value.start, jobSpellings);
  if (name === "filter") into.hole(value.start, value.end);
  else if (value.kind === "body") writeBody(into, value, () => true);
  else writeValue(into, value, jobSpellings);
}
