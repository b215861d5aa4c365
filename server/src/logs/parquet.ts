import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaElement,
} from "hyparquet";
import { compressors as codecs } from "hyparquet-compressors";
import { exactInteger } from "../text/exact-integers.ts";
import { shortTimestamp } from "../text/timestamps.ts";
import { ObjectRow } from "./rows.ts";
import { type LogSink, Stopped } from "./sink.ts";

/** Reads the requested columns, one row group at a time, from a file or in parts. Returns the number of rows. */
export async function readParquet(
  from: string | AsyncBuffer,
  sink: LogSink,
  isStopped: () => boolean,
): Promise<number> {
  const file = typeof from === "string" ? await asyncBufferFromFile(from) : from;
  const metadata = await parquetMetadataAsync(file);
  const { children } = parquetSchema(metadata);
  const known = new Set(children.map((it) => it.element.name));
  const decimals = children.flatMap(({ element }) => (isDecimal(element) ? [element] : []));
  const wanted = sink.isPrinted ? undefined : sink.fields;
  const columns = (wanted ?? [...known]).filter((it) => known.has(it));
  sink.columns?.([...known]);
  const options = { file, metadata, compressors, columns, parsers };
  let rowStart = 0;
  for (const { num_rows, total_byte_size } of metadata.row_groups) {
    if (isStopped()) throw new Stopped();
    const rowEnd = rowStart + Number(num_rows);
    const rows: Record<string, unknown>[] =
      columns.length === 0
        ? Array.from({ length: rowEnd - rowStart }, () => ({}))
        : await parquetReadObjects({ ...options, rowStart, rowEnd });
    sink.read(Number(total_byte_size));
    for (const it of rows) {
      for (const { name, scale } of decimals) it[name] = rounded(it[name], scale);
      sink.row(new ObjectRow(plainObject(it)), undefined);
      if (sink.isDone) return rowEnd;
    }
    await sink.drained?.();
    rowStart = rowEnd;
  }
  return rowStart;
}

/** Not every codec can read a page without bytes, such as the dictionary of a column of nulls. */
const compressors = Object.fromEntries(
  Object.entries(codecs).map(([name, decompress]) => [
    name,
    (input: Uint8Array, size: number) => (size === 0 ? new Uint8Array() : decompress(input, size)),
  ]),
) satisfies Compressors;

/** The default one would drop U+FEFF at the start of a string. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The default parsers would truncate times to milliseconds. */
const parsers = {
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
  timestampFromMilliseconds: (at: bigint) => shortTimestamp(at * 1_000_000n),
  timestampFromMicroseconds: (at: bigint) => shortTimestamp(at * 1_000n),
  timestampFromNanoseconds: shortTimestamp,
};

function isDecimal({ converted_type }: SchemaElement): boolean {
  return converted_type === "DECIMAL";
}

/** The library multiplies decimals, which turns 0.57 into 0.5700000000000001. */
function rounded(value: unknown, scale = 0): unknown {
  return typeof value === "number" ? Number(value.toFixed(scale)) : value;
}

/** Values as they would be in JSON. */
function plainObject(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return exactInteger(value);
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(plainValue);
  return value;
}
