/**
 * Compares what engines count with what `weir try` counts on files, for random filters and rules on odd lines, and measures how fast
 * they count. Not part of the tests, because it takes minutes: `npm run engines`, or `npm run engines -- NAME` for some of them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { compareAll, type Sum } from "./compare.ts";
import { dayText, type Rate } from "./day.ts";
import { measureEngine, measureWeir, writeLines } from "./measure.ts";
import { missing, starts } from "./starts.ts";

const args = process.argv.slice(2);
const isWritten = args.includes("--write");
const only = args.filter((it) => !it.startsWith("--"));
const wanted = { filters: 1000, rules: 300 };

const folder = mkdtempSync(join(tmpdir(), "weir-engines-"));
const file = join(folder, "lines.ndjson");
const many = join(folder, "many.ndjson");
const rows: string[] = [];
const reasons: string[] = [];
const rates: Rate[] = [];
const failures: string[] = missing.map((it) => `${it} is not installed.`);
const isWhole = only.length === 0;
try {
  if (isWhole) writeLines(many);
  for (const [name, start] of Object.entries(starts)) {
    if (!isWhole && !only.some((it) => name.includes(it))) continue;
    try {
      const engine = await start();
      try {
        const { filters, rules } = await compareAll(name, engine, file, wanted);
        rows.push(rowOf(name, filters, rules));
        console.error(rows.at(-1));
        reasons.push(...reasonsOf(name, "filters", filters), ...reasonsOf(name, "rules", rules));
        if (filters.different + rules.different > 0) failures.push(`${name} counts differently.`);
        if (isWhole && engine.isMeasured) rates.push(await measureEngine(name, engine, many));
      } finally {
        await engine.close();
      }
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  if (isWhole) {
    rates.push(await measureWeir("`weir try`, one thread", many, "--threads", "1"));
    rates.push(await measureWeir("`weir try`, all cores", many));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
const pages = [
  ["docs/engines.md", "engines", table("engine | filters | rules | different", rows)],
  ["docs/engines.md", "refused", table("engine | refused | how many | reason", reasons)],
  ["docs/performance.md", "day", dayText(rates, machine)],
] as const;
for (const [page, mark, text] of pages) {
  console.log(`${text}\n`);
  if (isWritten && isWhole && failures.length === 0) writeFigures(page, mark, text);
}
for (const it of failures) console.error(it);
process.exit(failures.length > 0 ? 1 : 0);

function rowOf(name: string, filters: Sum, rules: Sum): string {
  const different = filters.different + rules.different;
  return `| ${[name, filters.compared, rules.compared, different].join(" | ")} |`;
}

function reasonsOf(name: string, what: string, { refused }: Sum): readonly string[] {
  return [...refused]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `| ${[name, what, count, reason].join(" | ")} |`);
}

function table(head: string, body: readonly string[]): string {
  return [`| ${head} |`, `|${head.replace(/[^|]+/g, "---")}|`, ...body].join("\n");
}

/** Replaces what is between the marks on a page. */
function writeFigures(page: string, mark: string, text: string): void {
  const [head = "", rest = ""] = readFileSync(page, "utf8").split(`<!-- ${mark} -->\n`);
  const tail = rest.slice(rest.indexOf(`<!-- end of ${mark} -->`));
  writeFileSync(page, `${head}<!-- ${mark} -->\n${text}\n${tail}`);
}
