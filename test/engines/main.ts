/**
 * Compares what engines count with what `weir try` counts on files, for random filters and rules on odd lines. Not part of the
 * tests, because it takes minutes: `npm run engines`. Uses the servers that Debian's packages have.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { openEngine, TableCounter } from "../../server/src/engines/engines.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { type TriedText, textsIn } from "../../server/src/try/subject.ts";
import { runTry } from "../../server/src/try/try.ts";
import type { EngineSettings } from "../../server/src/workspace/config/engines.ts";
import type { Column } from "../sql/databases.ts";
import { requestLine, ruleColumns, rules } from "../sql/rule-samples.ts";
import { columns, context, linesWith, where } from "../sql/samples.ts";
import { type Loaded, loadClickhouse, postgresScript } from "./samples.ts";
import { hasClickhouse, hasPostgres, startClickhouse, startPostgres } from "./servers.ts";

const tables = Number(process.argv[2] ?? 40);
const filtersEach = 25;
const rulesEach = 8;

interface Started {
  readonly settings: EngineSettings;
  readonly env: Readonly<Record<string, string>>;
  load(loaded: Loaded): Promise<void>;
  close(): Promise<void>;
}

const starts: Readonly<Record<string, () => Promise<Started>>> = {
  ...(hasPostgres && {
    async postgres() {
      const server = await startPostgres();
      const { url } = server;
      const home = await ensureOracle("postgres");
      return {
        settings: { kind: "postgres", url, table: "lines" },
        env: {
          WEIR_POSTGRES: home,
          WEIR_ENGINE_LAKE_URL: url,
          WEIR_ENGINE_LAKE_PASSWORD: "of-postgres",
        },
        load: async (it) => server.run(postgresScript("lines", it)),
        close: () => server.close(),
      };
    },
  }),
  ...(hasClickhouse && {
    async clickhouse() {
      const server = await startClickhouse();
      return {
        settings: { kind: "clickhouse", url: server.url, table: "lines" },
        env: {},
        load: (it) => loadClickhouse("lines", it, server),
        close: () => server.close(),
      };
    },
  }),
};

let compared = 0;
let refused = 0;
let different = 0;
const folder = mkdtempSync(join(tmpdir(), "weir-engines-"));
try {
  for (const [name, start] of Object.entries(starts)) {
    const engine = await start();
    try {
      await compareAll(name, engine);
    } finally {
      await engine.close();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${compared} filters and rules, ${refused} refused, ${different} different`);
process.exit(different > 0 ? 1 : 0);

async function compareAll(name: string, engine: Started): Promise<void> {
  const dialect = name === "postgres" ? "postgres" : "clickhouse";
  const many = (count: number) => ({ minLength: count, maxLength: count });
  // ClickHouse reads no strings into columns of numbers, and PostgreSQL has no U+0000 in strings.
  const dirt = { numbers: name === "postgres", hasNul: name !== "postgres", others: [] };
  const filterCases = fc.tuple(linesWith(dirt), fc.array(where, many(filtersEach)));
  const ruleLines = fc.array(requestLine.map(withArrays), { minLength: 1, maxLength: 60 });
  const ruleCases = fc.tuple(ruleLines, fc.array(rules(dialect), many(rulesEach)));
  for (const [lines, all] of fc.sample(filterCases, { numRuns: tables, seed: 1 })) {
    const texts = all.map((it) => JSON.stringify({ where: it }));
    await compare(name, engine, { columns, lines }, texts, "lpfilter");
  }
  for (const [lines, all] of fc.sample(ruleCases, { numRuns: tables, seed: 2 }))
    await compare(name, engine, { columns: ruleColumns, lines }, all, "cfrule");
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
  loaded: { readonly columns: readonly Column[]; readonly lines: readonly string[] },
  texts: readonly string[],
  language: string,
): Promise<void> {
  await engine.load(loaded);
  const file = join(folder, "lines.ndjson");
  writeFileSync(file, `${loaded.lines.join("\n")}\n`);
  const path = `a.${language}`;
  const subjects = texts.map((text) => ({
    path,
    file: `/${path}`,
    text,
    context: { ...defaultContext, ...context },
  }));
  const tried = subjects.flatMap(textsIn);
  const connection = await openEngine("lake", engine.settings, {
    env: engine.env,
    fetch,
    stop: new AbortController().signal,
    progress() {},
    isAgreed: async () => false,
  });
  try {
    const counter = await TableCounter.of(connection, "lines", false);
    const there = counter.resolve({ texts: tried, groups: [] }, "lake");
    const here = {
      texts: tried,
      groups: [{ texts: [...tried], found: [{ path: "lines.ndjson", file }] }],
    };
    const question = { by: [], explain: true, print: undefined, head: undefined };
    const request = { subjects, logs: [], folder, question };
    const [found, expected] = [
      await runTry(request, there, {}, counter.run),
      await runTry(request, here, {}, tryHere),
    ];
    tried.forEach((it: TriedText, index) => {
      const [one, other] = [found.results[index], expected.results[index]];
      if (one?.error !== undefined) {
        refused++;
        return;
      }
      compared++;
      const shape = (result: typeof one) =>
        JSON.stringify([
          result?.kept,
          result?.undetermined,
          result?.conditions?.map((c) => [c.holds, c.decides]),
        ]);
      if (shape(one) === shape(other)) return;
      different++;
      console.error(`${name}: ${it.subject.text}\n${shape(one)}, expected ${shape(other)}\n`);
    });
  } finally {
    await connection.close();
  }
}
