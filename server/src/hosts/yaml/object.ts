import { Decoding } from "../../text/decoding.ts";
import { asFilter, writeEscaped } from "../members.ts";
import type { HostNode, HostObject, HostValue } from "../node.ts";
import { type Region, regionOf } from "../region.ts";

/** An object as JSON. It can be read, but not edited. */
export function objectRegion(host: string, object: HostObject): Region {
  const into = new Decoding(host, object.start, object.end);
  asFilter(object, into, () => writeNode(into, object));
  return regionOf(into, object, () => undefined);
}

function writeNode(into: Decoding, node: HostNode): void {
  if (node.kind === "value") writeValue(into, node);
  else if (node.kind === "list") {
    const items = node.items.map((it) => ({ start: it.start, end: it.end, name: "", value: it }));
    writeAll(into, node, items, "[]");
  } else writeAll(into, node, node.entries, "{}");
}

/** An alias is elsewhere in the file, so its value is not written. */
function writeAll(
  into: Decoding,
  around: HostNode,
  entries: HostObject["entries"],
  brackets: "{}" | "[]",
): void {
  const isHere = (it: { start: number; end: number }, within: typeof it) =>
    within.start <= it.start && it.end <= within.end;
  const own = entries.filter((it) => isHere(it, around)).toSorted((a, b) => a.start - b.start);
  into.write(brackets.charAt(0), around.start, around.start);
  for (const [index, { name, value, start, end }] of own.entries()) {
    if (index > 0) into.write(",", start, start);
    const isKnown = isHere(value, { start, end });
    if (brackets === "{}")
      into.write(`${JSON.stringify(name)}:`, start, isKnown ? value.start : end);
    if (isKnown) writeNode(into, value);
    else into.hole(end, end);
  }
  into.write(brackets.charAt(1), around.end, around.end);
}

function writeValue(into: Decoding, value: HostValue): void {
  const { start, end } = value;
  const literal = value.literal();
  const [region] = value.regions();
  if (literal !== undefined && typeof literal !== "string") into.write(String(literal), start, end);
  else if (region && (literal !== undefined || region.holes.length > 0)) writeText(into, region);
  else into.hole(start, end);
}

function writeText(into: Decoding, { map: said, start, end }: Region): void {
  into.write('"', start, said.start);
  writeEscaped(into, said);
  into.write('"', Math.max(said.start, said.end), end);
}
