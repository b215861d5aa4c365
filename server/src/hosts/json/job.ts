import { parseJson } from "../../json/syntax/parse.ts";
import {
  type JsonObject,
  type JsonString,
  type JsonValue,
  propertyOf,
} from "../../json/syntax/tree.ts";
import { Decoding } from "../../text/decoding.ts";
import type { Layer } from "../layer.ts";
import { writeMembers } from "../members.ts";
import { jobProperties, jobSpellings } from "../places.ts";
import { type Region, regionOf } from "../region.ts";
import { stringRegion } from "./string.ts";

/** A job in the service's format. The filter string is embedded separately, so it is a hole here. */
export function jobRegion(host: string, job: JsonObject): Region {
  const decoding = new Decoding(host, job.start, job.end);
  const filter = propertyOf(job, "filter")?.value;
  if (filter?.kind === "string") {
    decoding.copy(job.start, filter.start);
    decoding.hole(filter.start, filter.end);
    decoding.copy(filter.end, job.end);
  } else decoding.copy(job.start, job.end);
  decoding.section(0, (text) => text);
  return regionOf(decoding, job, rereadWith(jobRegion));
}

/** A Terraform job, without the properties that belong to Terraform. */
export function resourceRegion(
  host: string,
  job: JsonObject,
  layer: Layer,
  isHidden: (value: JsonValue) => boolean = () => false,
): Region {
  const decoding = new Decoding(host, job.start, job.end);
  writeObject(decoding, job, { layer, isHidden }, (it) => jobProperties.has(it));
  decoding.section(0, (text) => layer.encode(text));
  return regionOf(
    decoding,
    job,
    rereadWith((text, it) => resourceRegion(text, it, layer)),
  );
}

function rereadWith(read: (host: string, job: JsonObject) => Region): Region["reread"] {
  return (source) => {
    const { root, errors } = parseJson(source);
    if (root?.kind !== "object" || errors.length > 0 || root.end !== source.length)
      return undefined;
    return read(source, root).map;
  };
}

function writeObject(
  into: Decoding,
  object: JsonObject,
  reading: Reading,
  isOurs: (name: string) => boolean,
): void {
  const members = object.properties.flatMap(({ name, value, start, end }) => {
    // Terraform treats `null` as not set.
    if (!value || !isOurs(name.value)) return [];
    const isHole = reading.isHidden(value);
    if (value.kind === "null" && !isHole) return [];
    const write = (): void => {
      const spelling = jobSpellings.get(name.value);
      const isWritten = name.start < name.end;
      if (spelling !== undefined || !isWritten)
        into.write(JSON.stringify(spelling ?? name.value), name.start, name.end);
      else into.copy(name.start, name.end);
      if (isWritten) into.copy(name.end, value.start);
      else into.write(":", name.end, value.start);
      if (isHole || name.value === "filter") into.hole(value.start, value.end);
      else writeValue(into, value, reading);
    };
    return [{ part: { start, end }, write }];
  });
  writeMembers(into, object, "{}", members);
}

interface Reading {
  readonly layer: Layer;
  /** Whether a value is not known. */
  readonly isHidden: (value: JsonValue) => boolean;
}

function writeValue(into: Decoding, value: JsonValue, reading: Reading): void {
  if (reading.isHidden(value)) into.hole(value.start, value.end);
  else if (value.kind === "object") writeObject(into, value, reading, () => true);
  else if (value.kind === "array") {
    const members = value.items.map((it) => ({
      part: it,
      write: () => writeValue(into, it, reading),
    }));
    writeMembers(into, value, "[]", members);
  } else if (value.kind === "string") writeString(into, value, reading.layer);
  else into.copy(value.start, value.end);
}

/** A string that consists of a single reference may evaluate to any type. */
function writeString(into: Decoding, value: JsonString, layer: Layer): void {
  const { start, end } = value;
  const holes = stringRegion(into.host, value, layer)?.holes ?? [];
  if (holes[0]?.start === start + 1 && holes[0].end === end - 1) {
    into.hole(start, end);
    return;
  }
  let copied = start;
  for (const hole of holes) {
    into.copy(copied, hole.start);
    into.hole(hole.start, hole.end);
    copied = hole.end;
  }
  into.copy(copied, end);
}
