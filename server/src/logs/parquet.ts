import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { exactInteger } from "../text/exact-integers.ts";
import { ObjectRow } from "./rows.ts";
import { type LogSink, noteMissing } from "./sink.ts";

/** Reads the columns that are asked for, one row group at a time. Returns the number of rows. */
export async function readParquet(path: string, sink: LogSink): Promise<number> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const known = new Set(parquetSchema(metadata).children.map((it) => it.element.name));
  const wanted = sink.isPrinted ? undefined : sink.fields;
  const columns = (wanted ?? [...known]).filter((it) => known.has(it));
  noteMissing(sink, [...known]);
  let rowStart = 0;
  for (const { num_rows, total_byte_size } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows =
      columns.length === 0
        ? Array.from({ length: rowEnd - rowStart }, () => ({}))
        : await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors, columns });
    sink.read(Number(total_byte_size));
    for (const it of rows) {
      sink.row(new ObjectRow(plainObject(it)), undefined);
      if (sink.isDone) return rowEnd;
    }
    await sink.drained();
    rowStart = rowEnd;
  }
  return rowStart;
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
