/** `--dry-run` with BigQuery's own command line: it says what a statement would read, after the same agreement. */
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Folder } from "../support/programs/cli.ts";
import { triedScript } from "../support/programs/tried-rows.ts";
import { tried } from "./stand-in.ts";

/** Prints the columns, or in a dry run what `bq` prints; what it was asked with is written beside it. */
const program = (printed: string) => `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const tried = (s) => ${triedScript};
let sql = "";
process.stdin.on("data", (it) => { sql += it; }).on("end", () => {
  const words = process.argv.slice(2);
  appendFileSync(__dirname + "/asked", words.join(" ") + "\\n");
  if (words.includes("--dry_run")) console.log(${JSON.stringify(printed)});
  else if (/AS expected/.test(sql)) console.log(JSON.stringify(tried(sql)));
  else if (/LIMIT 1/.test(sql)) console.log('[{"EdgeResponseStatus":"1"}]');
  else process.exit(3);
});
`;
const words = ["query", "--nouse_legacy_sql", "--format=json"];
const sentence =
  "Query successfully validated. Assuming the tables are not modified, running this query will process";

// Windows has no programs that are scripts.
describe.skipIf(process.platform === "win32")("bq query --dry_run", () => {
  // biome-ignore format: one row each
  test.each([
    ["a sentence", `${sentence} 1234567890 bytes of data.`, "-- reads 1.2 GB\n"],
    ["an upper bound", `${sentence} upper bound of 4200 bytes of data.`, "-- reads 4.2 kB\n"],
    ["JSON", JSON.stringify({ statistics: { query: { totalBytesProcessed: "1234567890" } } }, null, 2), "-- reads 1.2 GB\n"],
    ["something else", "validated", ""],
  ])("%s", async (_, printed, reads) => {
    using folder = new Folder({ bq: program(printed) });
    const path = join(folder.path, "bq");
    chmodSync(path, 0o755);
    const engine = { kind: "command", dialect: "bigquery", table: "p.logs.http_requests", command: [path, ...words] };
    const refused = await tried(engine, { args: ["--dry-run"] });
    assert.equal(refused.status, 2);
    expect(refused.err).toContain("Nothing was run.");
    const given = engine.command.map((it) => `'${it}'`).join(" ");
    const { out, err, status } = await tried(engine, { args: ["--dry-run", "--engine-command", given] });
    assert.equal(status, 0, err);
    expect(out.startsWith(`${reads}SELECT count(*) AS n,`), out).toBe(true);
    expect(folder.read("asked").split("\n")).toEqual([
      "query --nouse_legacy_sql --format=json",
      "query --nouse_legacy_sql --format=json",
      "query --dry_run --nouse_legacy_sql --format=json",
      "",
    ]);
  });
});
