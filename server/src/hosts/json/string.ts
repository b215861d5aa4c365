import { decode } from "../../json/syntax/escapes.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { hasHole } from "../../text/hole.ts";
import { Decoding } from "../decoding.ts";
import { type Layer, layered } from "../layer.ts";
import { type Region, regionOf } from "../region.ts";

/** The text of a string, which may itself be a template. Undefined for an invalid JSON string. */
export function stringRegion(
  host: string,
  node: JsonString,
  layer: Layer | undefined,
): Region | undefined {
  const decoding = decodingOf(host, node, layer);
  if (!decoding) return undefined;
  return regionOf(decoding, node, (source) => {
    const { root, errors } = parseJson(source);
    const isWhole = root?.kind === "string" && root.start === 0 && root.end === source.length;
    return isWhole && errors.length === 0 ? decodingOf(source, root, layer)?.text : undefined;
  });
}

function decodingOf(
  host: string,
  node: JsonString,
  layer: Layer | undefined,
): Decoding | undefined {
  const [start, end] = [node.start + 1, node.end - 1];
  if (host[node.start] !== '"' || host[end] !== '"' || end < start) return undefined;
  const decoding = new Decoding(host, start, end);
  let copied = start;
  for (const { 0: written, index } of host.slice(start, end).matchAll(escapes)) {
    const at = start + index;
    decoding.copy(copied, at);
    decoding.write(decode(written), at, at + written.length);
    copied = at + written.length;
  }
  decoding.copy(copied, end);
  if (decoding.text !== node.value && !hasHole(node.value)) return undefined;
  decoding.section(0, (text) => JSON.stringify(text).slice(1, -1));
  return layer ? layered(decoding, layer) : decoding;
}

/** An invalid escape before a character outside the basic plane includes the whole surrogate pair. */
const escapes = /\\(?:u[\da-fA-F]{4}|[\ud800-\udbff][\udc00-\udfff]|.)/gs;
