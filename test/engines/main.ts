/**
 * Compares what engines count with what `weir try` counts on files, for random filters and rules on odd lines, and measures how fast
 * they count. Not part of the tests, because it takes minutes: `npm run engines`. Uses the servers that Debian's packages have.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { defaultContext } from "../../server/src/languages.ts";
import type { DialectName } from "../../server/src/sql/dialect-names.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { type TriedText, textsIn } from "../../server/src/try/subject.ts";
import { runTry } from "../../server/src/try/try.ts";
import { requestLine, ruleColumns, rules } from "../sql/rule-samples.ts";
import { columns, context, linesWith, where } from "../sql/samples.ts";
import { dayText, type Rate } from "./day.ts";
import type { Loaded } from "./samples.ts";
import { type Started, starts, timeField } from "./starts.ts";

const numbers = process.argv.slice(2).filter((it) => /^\d+$/.test(it));
const tables = Number(numbers[0] ?? 40);
const filtersEach = 25;
const rulesEach = 8;

interface Sum {
  compared: number;
  refused: number;
  different: number;
}

const folder = mkdtempSync(join(tmpdir(), "weir-engines-"));
const file = join(folder, "lines.ndjson");
const rows: string[] = [];
const rates: Rate[] = [];
let different = 0;
try {
  for (const [name, start] of Object.entries(starts)) {
    const engine = await start();
    try {
      const sums = await compareAll(name, engine);
      different += sums.filters.different + sums.rules.different;
      rows.push(rowOf(name, sums.filters, sums.rules));
      console.error(rows.at(-1));
      if (engine.isMeasured) rates.push({ name, ...(await measured(engine)) });
    } finally {
      await engine.close();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const table = `| engine | filters | refused | rules | refused | different |\n|---|---|---|---|---|---|\n${rows.join("\n")}`;
console.log(table);
const day = dayText(
  rates,
  `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
);
console.log(day);
if (process.argv.includes("--write")) {
  writeFigures("docs/engines.md", table);
  writeFigures("docs/performance.md", day, "day");
}
process.exit(different > 0 ? 1 : 0);

function rowOf(name: string, filters: Sum, ofRules: Sum): string {
  const parts = [name, filters.compared, filters.refused, ofRules.compared, ofRules.refused];
  return `| ${[...parts, filters.different + ofRules.different].join(" | ")} |`;
}

/** Replaces what is between the marks on a page. */
function writeFigures(page: string, text: string, mark = "engines"): void {
  const before = readFileSync(page, "utf8");
  const [head = "", rest = ""] = before.split(`<!-- ${mark} -->\n`);
  const tail = rest.slice(rest.indexOf(`<!-- end of ${mark} -->`));
  writeFileSync(page, `${head}<!-- ${mark} -->\n${text}\n${tail}`);
}

async function compareAll(name: string, engine: Started) {
  const dialect = engine.dialect;
  const many = (count: number) => ({ minLength: count, maxLength: count });
  const filterCases = fc.tuple(
    linesWith(engine.dirt).filter((it) => !engine.hasTypedTimes || !/"Time":\d/.test(it.join())),
    fc.array(
      where.filter((it) => !engine.hasTypedTimes || !hasOtherTimes(it)),
      many(filtersEach),
    ),
  );
  const ruleLines = fc.array(requestLine.map(withArrays), { minLength: 1, maxLength: 60 });
  const ruleCases = fc.tuple(ruleLines, fc.array(rules(dialect as DialectName), many(rulesEach)));
  const sums = { filters: noSum(), rules: noSum() };
  for (const [lines, all] of fc.sample(filterCases, { numRuns: tables, seed: 1 })) {
    const texts = all.map((it) => JSON.stringify({ where: it }));
    await compare(name, engine, { columns, lines }, texts, "lpfilter", sums.filters);
  }
  for (const [lines, all] of fc.sample(ruleCases, { numRuns: tables, seed: 2 }))
    await compare(name, engine, { columns: ruleColumns, lines }, all, "cfrule", sums.rules);
  return sums;
}

function noSum(): Sum {
  return { compared: 0, refused: 0, different: 0 };
}

/** Where timestamps have a type, those in another form are converted, and never equal in lines. */
function hasOtherTimes(it: unknown): boolean {
  return /"Time","operator":"[^"]+","value":(?!"20[^"]*Z"|\["20[^"]*Z"(,"20[^"]*Z")*\])/.test(
    JSON.stringify(it),
  );
}

/** In ClickHouse, arrays are never NULL. Paths are normalized on files only, so these are normal ones. */
function withArrays(line: string): string {
  const fields = JSON.parse(line.replaceAll('"/é"', '"/e"'));
  for (const { name, type } of ruleColumns) if (type === "ints") fields[name] ??= [];
  return JSON.stringify(fields);
}

async function compare(
  name: string,
  engine: Started,
  given: Loaded,
  texts: readonly string[],
  language: string,
  sum: Sum,
): Promise<void> {
  const loaded = engine.isTimed ? withTimes(given) : given;
  writeFileSync(file, `${loaded.lines.join("\n")}\n`);
  await engine.load(loaded, file);
  const path = `a.${language}`;
  const subjects = texts.map((text) => ({
    path,
    file: `/${path}`,
    text,
    context: { ...defaultContext, ...context },
  }));
  const tried = subjects.flatMap(textsIn);
  const found = [{ path: "lines.ndjson", file }];
  const here = { texts: tried, groups: [{ texts: [...tried], found }] };
  // What decides needs more predicates than a store with a limit accepts.
  const question = { by: [], explain: !engine.isTimed, print: undefined, head: undefined };
  const since = engine.isTimed ? 0n : undefined;
  const request = { subjects, logs: [], folder, question, since };
  const counter = await engine.counter(tried);
  try {
    const [one, other] = [
      await runTry(request, counter.resolve(here, "lines.ndjson"), {}, counter.run),
      await runTry(request, here, {}, tryHere),
    ];
    tried.forEach((it: TriedText, index) => {
      const [there, expected] = [one.results[index], other.results[index]];
      if (there?.error !== undefined) {
        sum.refused++;
        return;
      }
      sum.compared++;
      if (shape(there) === shape(expected)) return;
      sum.different++;
      console.error(`${name}: ${it.subject.text}\n${shape(there)}, expected ${shape(expected)}\n`);
    });
  } finally {
    await counter.close();
  }
}

function shape(result: Awaited<ReturnType<typeof runTry>>["results"][number] | undefined): string {
  const conditions = result?.conditions?.map((it) => [it.holds, it.decides]);
  return JSON.stringify([result?.kept, result?.undetermined, conditions]);
}

/** A store that needs a time range has a time on every line. */
function withTimes({ columns: some, lines }: Loaded): Loaded {
  const time = `"${timeField}":"2024-05-01T10:00:00Z"`;
  return {
    columns: [...some.filter((it) => it.name !== timeField), { name: timeField, type: "time" }],
    lines: lines.map((it) => {
      const { [timeField]: _, ...rest } = JSON.parse(it);
      return Object.keys(rest).length === 0
        ? `{${time}}`
        : it.includes(`"${timeField}"`)
          ? JSON.stringify({ ...rest, [timeField]: "2024-05-01T10:00:00Z" })
          : `${it.slice(0, it.lastIndexOf("}"))},${time}}`;
    }),
  };
}

/** How many bytes of NDJSON a second the engine counts, of a table with as many lines as fit into a few seconds. */
async function measured(
  engine: Started,
): Promise<{ lines: number; bytes: number; seconds: number }> {
  const count = 100_000;
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      Host: `host-${n % 997}.example.com`,
      "path name": `/articles/${n}/comments?page=${n % 7}`,
      Created: "2024-05-01",
      Status: [200, 200, 200, 304, 404, 500, 503][n % 7],
      Share: (n % 100) / 100,
      Allowed: n % 3 === 0,
      Time: `2024-05-01T10:${String(n % 60).padStart(2, "0")}:00Z`,
      Rules: [],
      Scores: [],
    }),
  );
  const bytes = lines.reduce((sum, it) => sum + it.length + 1, 0);
  writeFileSync(file, `${lines.join("\n")}\n`);
  await engine.load({ columns, lines }, file);
  const text = `{"where":{"and":[{"key":"Status","operator":"geq","value":500},{"key":"Host","operator":"contains","value":"-7"}]}}`;
  const subject = {
    path: "a.lpfilter",
    file: "/a.lpfilter",
    text,
    context: { ...defaultContext, ...context },
  };
  const tried = textsIn(subject);
  const found = [{ path: "lines.ndjson", file }];
  const question = { by: [], explain: false, print: undefined, head: undefined };
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const counter = await engine.counter(tried);
    const all = counter.resolve(
      { texts: tried, groups: [{ texts: [...tried], found }] },
      "lines.ndjson",
    );
    const start = performance.now();
    await runTry({ subjects: [subject], logs: [], folder, question }, all, {}, counter.run);
    times.push((performance.now() - start) / 1000);
    await counter.close();
  }
  return { lines: count, bytes, seconds: Math.min(...times) };
}
