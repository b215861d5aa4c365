/** DataFusion in WebAssembly: the service documents the same functions for Log Explorer and transformers. It has none for arrays. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureOracle } from "../../../scripts/install/oracles.mjs";
import type { Row } from "../../../server/src/engines/engine.ts";
import { parseExactly } from "../../../server/src/text/exact-integers.ts";
import type { Column } from "../../sql/databases.ts";
import type { Loaded } from "../samples.ts";

/** The types of Node have no values of it. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ readonly instance: { readonly exports: object } }>;
};

export interface DataFusion {
  /** Replaces a table, without its arrays. */
  load(name: string, loaded: Loaded): Promise<void>;
  rows(statement: string): Promise<readonly Row[]>;
}

const types: Readonly<Partial<Record<Column["type"], string>>> = {
  string: "Utf8",
  int: "Int64",
  float: "Float64",
  bool: "Boolean",
  time: "Utf8",
  timestamp: "Timestamp(Nanosecond, None)",
};

export const hasType = ({ type }: Column) => types[type] !== undefined;

let opened: Promise<DataFusion> | undefined;

/** Its module keeps the memory of one instance. */
export function openDataFusion(): Promise<DataFusion> {
  opened ??= open();
  return opened;
}

async function open(): Promise<DataFusion> {
  const folder = join(await ensureOracle("datafusion"), "node_modules/datafusion-wasm");
  const glue = await import(pathToFileURL(join(folder, "datafusion_wasm_bg.js")).href);
  const { instance } = await WebAssembly.instantiate(
    readFileSync(join(folder, "datafusion_wasm_bg.wasm")),
    { "./datafusion_wasm_bg.js": glue },
  );
  // It would write long texts into memory that it has just left.
  glue.__wbg_set_wasm({ ...instance.exports, __wbindgen_realloc: undefined });
  const context = glue.DataFusionContext.new();
  // This version finds the same sum twice and fails.
  await context.execute_sql("SET datafusion.optimizer.max_passes = 0");
  // There are no threads.
  await context.execute_sql("SET datafusion.execution.target_partitions = 1");
  return {
    async load(name, { columns, lines }) {
      const own = columns.filter(hasType);
      const rows = lines.map((line) => {
        const fields = parseExactly(line) as Record<string, unknown>;
        return `(${own.map((it) => literal(fields[it.name], types[it.type] ?? "")).join(", ")})`;
      });
      const names = own.map((it) => `"${it.name}"`).join(", ");
      await context.execute_sql(
        `CREATE OR REPLACE VIEW ${name} AS SELECT * FROM (VALUES ${rows.join(", ")}) AS t(${names})`,
      );
    },
    rows: async (statement) => rowsIn(await context.execute_sql(statement)),
  };
}

function literal(value: unknown, type: string): string {
  if (value === null || value === undefined) return `arrow_cast(NULL, '${type}')`;
  const written = typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  return `arrow_cast(${written}, '${type}')`;
}

/** A table of counts, drawn with lines. */
function rowsIn(text: string): readonly Row[] {
  const [names = [], ...rows] = text
    .split("\n")
    .filter((it) => it.startsWith("|"))
    .map((it) =>
      it
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
}
