/**
 * Compares what engines count with what `weir try` counts on files, for random filters and rules on odd lines. Not part of the tests,
 * because it takes minutes: `npm run engines`, or `npm run engines -- NAME` for some of them. `--measure` measures how fast they count
 * instead, for which the machine should have nothing else to do. `--write` updates the pages, if all engines count the same.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { compareAll, type Sum } from "./compare.ts";
import { dayText, type Rate } from "./rates/day.ts";
import { measuredEngines, measureEngine, measureWeir, writeLines } from "./rates/measure.ts";
import { missing, type Started, starts } from "./starts.ts";

const args = process.argv.slice(2);
const only = args.filter((it) => !it.startsWith("--"));
const wanted = { filters: 1000, rules: 300 };

const folder = mkdtempSync(join(tmpdir(), "weir-engines-"));
const file = join(folder, "lines.ndjson");
const rows: string[] = [];
const reasons: string[] = [];
const rates: Rate[] = [];
const failures: string[] = missing.map((it) => `${it} is not installed.`);
try {
  if (args.includes("--measure")) await measureAll();
  else await eachEngine(only, compareOne);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
const pages = args.includes("--measure")
  ? ([["docs/performance.md", "day", dayText(rates, machine)]] as const)
  : ([
      ["docs/engines.md", "engines", table("engine | filters | rules | different", rows)],
      ["docs/engines.md", "refused", table("engine | refused | how many | reason", reasons)],
    ] as const);
const isWritten = args.includes("--write") && only.length === 0 && failures.length === 0;
for (const [page, mark, text] of pages) {
  console.log(`${text}\n`);
  if (isWritten) writeFigures(page, mark, text);
}
for (const it of failures) console.error(it);
process.exit(failures.length > 0 ? 1 : 0);

/** One that fails does not stop the others. */
async function eachEngine(
  some: readonly string[],
  use: (name: string, engine: Started) => Promise<void>,
): Promise<void> {
  for (const [name, start] of Object.entries(starts)) {
    if (some.length > 0 && !some.some((it) => name.includes(it))) continue;
    try {
      const engine = await start();
      try {
        await use(name, engine);
      } finally {
        await engine.close();
      }
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.stack : error}`);
      console.error(failures.at(-1));
    }
  }
}

async function compareOne(name: string, engine: Started): Promise<void> {
  const { filters, rules } = await compareAll(name, engine, file, wanted);
  const different = filters.different + (rules?.different ?? 0);
  rows.push(`| ${[name, filters.compared, rules?.compared ?? "–", different].join(" | ")} |`);
  console.error(rows.at(-1));
  reasons.push(...reasonsOf(name, "filters", filters), ...reasonsOf(name, "rules", rules));
  if (different > 0) failures.push(`${name} counts differently.`);
}

function reasonsOf(name: string, what: string, sum: Sum | undefined): readonly string[] {
  return [...(sum?.refused ?? [])]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `| ${[name, what, count, reason].join(" | ")} |`);
}

async function measureAll(): Promise<void> {
  writeLines(file);
  await eachEngine(measuredEngines, async (name, engine) => {
    rates.push(await measureEngine(name, engine, file));
  });
  rates.push(await measureWeir("`weir try`, one thread", file, "--threads", "1"));
  rates.push(await measureWeir("`weir try`, all cores", file));
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
