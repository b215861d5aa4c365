import { parseJson } from "../../json/syntax/parse.ts";
import { stringText } from "../../json/syntax/string-text.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import type { Decoding } from "../../text/decoding.ts";
import { applyLayer, type Layer } from "../layer.ts";
import { type Region, regionOf } from "../region.ts";

/** The text of a string, which may itself be a template. Undefined for an invalid JSON string. */
export function stringRegion(
  host: string,
  node: JsonString,
  layer: Layer | undefined,
): Region | undefined {
  const region = regionWith(host, node, layer);
  const second = region && layer?.other?.(node.value);
  const other = second && regionWith(host, node, second);
  return region && other ? { ...region, other } : region;
}

function regionWith(host: string, node: JsonString, layer: Layer | undefined): Region | undefined {
  const decoding = decodingOf(host, node, layer);
  if (!decoding) return undefined;
  return regionOf(decoding, node, (source) => {
    const { root, errors } = parseJson(source);
    const isWhole = root?.kind === "string" && root.start === 0 && root.end === source.length;
    return isWhole && errors.length === 0 ? decodingOf(source, root, layer) : undefined;
  });
}

function decodingOf(
  host: string,
  node: JsonString,
  layer: Layer | undefined,
): Decoding | undefined {
  if (!isQuoted.test(host.slice(node.start, node.end))) return undefined;
  const decoding = stringText(host, node);
  if (decoding.length !== node.value.length) return undefined;
  return layer ? applyLayer(decoding, layer) : decoding;
}

const isQuoted = /^".*"$/s;
