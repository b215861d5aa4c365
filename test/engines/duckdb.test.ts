import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { DuckdbCounter, loadDuckdb, packageFolders } from "../../server/src/engines/engines.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { textsIn } from "../../server/src/try/subject.ts";
import type { ResolvedTry } from "../../server/src/try/try-request.ts";
import { context, linesWith, where } from "../sql/samples.ts";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const line = (status: number) => `${JSON.stringify({ EdgeResponseStatus: status })}\n`;
const parquet = readFileSync(join(import.meta.dirname, "../logs/fixtures/http_requests.parquet"));
const question = { by: [], explain: false, window: undefined, print: undefined, head: undefined };

let home: string;
beforeAll(async () => {
  home = await ensureOracle("duckdb");
}, 120_000);

const withDuckdb = () => ({ env: { WEIR_DUCKDB: home } });

async function counted(folder: Folder, ...args: string[]) {
  const { out, err, status } = await weir(
    folder,
    ["try", ...args, "--format", "json"],
    "",
    withDuckdb(),
  );
  return { ...JSON.parse(out), err, status };
}

test("counts the same lines as without DuckDB", async () => {
  using folder = new Folder();
  const duckdb = loadDuckdb([home]);
  assert("DuckDBInstance" in duckdb);
  const { run } = new DuckdbCounter(duckdb, 1);
  const file = join(folder.path, "a [1].ndjson");
  const dirt = { numbers: true, hasNul: true, others: ["5", "true"] };
  const filters = fc.array(where, { minLength: 10, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(linesWith(dirt), filters, async (lines, wheres) => {
      folder.write("a [1].ndjson", lines.map((it) => `${it}\n`).join("\n"));
      const sources = [{ path: "a [1].ndjson", file }];
      const texts = wheres
        .map((it) => JSON.stringify({ where: it }))
        .flatMap((text) =>
          textsIn({
            path: "a.lpfilter",
            file: "/a.lpfilter",
            text,
            context: { ...defaultContext, ...context },
          }),
        );
      const plain = await tryHere(texts, question, sources);
      const there = await run(texts, question, sources, {}, undefined);
      assert.deepEqual(there.errors, []);
      assert.equal(there.counts.logs.lines, plain.counts.logs.lines);
      texts.forEach(({ subject }, index) => {
        const kept = [there, plain].map((it) => it.counts.results[index]?.kept);
        assert.equal(kept[0], kept[1], subject.text + lines.join("\n"));
      });
    }),
    { numRuns: times(3), seed: 1, endOnFailure: true },
  );
});

test("values of another type or format are counted as without DuckDB", async () => {
  // biome-ignore format: one row each
  const odd = ["2.5", "5.0", "5e2", "-3", '"2.5"', '"5.0"', '" 5"', '"5 "', '"0x10"', '"1_0"', '"+5"', '"007"', '""', "true", '"true"', '"t"', '"yes"', '"1"', "1", "null", "[]", "[5]", "{}", '{"a":1}', '["5","a",null,{"b":1},7,true]', "[5,2.5,null,9007199254740993]", "9007199254740993", "18446744073709551615", "1e30", '"{}"', "1.50", "-0", "1e-7", "0.00001", "-2.5e-6", "1e16", "-1.5e20", "1e21", "1.5e300", "0.1", '"1e20"', "170141183460469231731687303715884105727", "-9223372036854775809", '"18446744073709551616"'];
  // biome-ignore format: one row each
  const values = { Status: ["5", "500", "0", "10", "2", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615", "-9223372036854775809", "1e20", "1e30"], Share: ["2.5", "0", "10"], Allowed: ["true", "false"], Host: ["", "0", "5", "true", "1.5", "{}", "500", "1e-7", "0.00001", "-0.0000025", "10000000000000000", "-150000000000000000000", "1e+21", "1.5e+300", "9007199254740993", "18446744073709551615"] };
  const conditions = Object.entries(values).flatMap(([key, all]) =>
    all.flatMap((value) =>
      (key === "Allowed" || key === "Host"
        ? ["eq", "!eq"]
        : ["eq", "!eq", "lt", "leq", "gt", "geq"]
      ).map((operator) => ({ key, operator, value })),
    ),
  );
  for (const [key, value] of [
    ...["", "5", "a", "7", "true"].map((it) => ["Rules", it]),
    ...["0", "5", "2", "9007199254740993", "18446744073709551615"].map((it) => ["Scores", it]),
  ] as [string, string][])
    for (const operator of ["contains", "!contains"]) conditions.push({ key, operator, value });
  const names = [...Object.keys(values), "Rules", "Scores"];
  const lines = odd.map((it) => `{${names.map((name) => `"${name}":${it}`).join(",")}}`);
  await expectSameCounts(lines, conditions);
});

test("values of an unknown field are compared by their own types", async () => {
  // biome-ignore format: one row
  const values = ["5", '"5"', '" 5"', '"+5"', '"1_0"', '"007"', '"inf"', "true", '"true"', "false", '""', "null", '{"a":1}', "18446744073709551615", "18446744073709551616", '"a"'];
  const operands = ["5", "a", "", "true", " 5", "18446744073709551616"];
  const conditions: object[] = ["eq", "!eq", "lt", "geq"].flatMap((operator) =>
    operands.map((value) => ({ key: "NobodysField", operator, value })),
  );
  for (const operator of ["eq", "!eq"])
    conditions.push({ key: "NobodysField", operator, value: true });
  await expectSameCounts([...values.map((it) => `{"NobodysField":${it}}`), "{}"], conditions);
});

test("a timestamp string is not compared numerically with a number", async () => {
  // biome-ignore format: one row
  const values = ["5", "0", "-1", "2.5", '"5"', '""', '" "', '"a"', "null", '"2024-05-01T10:00:00Z"', '"2024-05-01T10:00:00.120Z"', "1714557600", "1714557600123456789", '"1714557600123456789"', "[]", '[5]', '{"a":1}'];
  const conditions = ["eq", "!eq", "lt", "leq", "gt", "geq"].flatMap((operator) =>
    ["", "5", "0", "-1", "a", "2024-05-01T10:00:00Z", "1714557600123456789"].map((value) => ({
      key: "Time",
      operator,
      value,
    })),
  );
  await expectSameCounts([...values.map((it) => `{"Time":${it}}`), '{"Host":"a"}'], conditions);
});

/** Checks that DuckDB counts the same as our evaluator. */
async function expectSameCounts(lines: readonly string[], conditions: readonly object[]) {
  using folder = new Folder({ "a.ndjson": lines.join("\n") });
  const duckdb = loadDuckdb([home]);
  assert("DuckDBInstance" in duckdb);
  const sources = [{ path: "a.ndjson", file: join(folder.path, "a.ndjson") }];
  const texts = conditions.flatMap((it) =>
    textsIn({
      path: "a.lpfilter",
      file: "/a.lpfilter",
      text: JSON.stringify({ where: it }),
      context: { ...defaultContext, ...context },
    }),
  );
  const plain = await tryHere(texts, question, sources);
  const there = await new DuckdbCounter(duckdb, 1).run(texts, question, sources, {}, undefined);
  expect(there.errors).toEqual([]);
  const keptBy = ({ counts }: typeof plain) =>
    Object.fromEntries(
      texts.map(({ subject }, index) => [subject.text, counts.results[index]?.kept]),
    );
  expect(keptBy(there)).toEqual(keptBy(plain));
}

test("filters, jobs and host files on NDJSON, gzip and Parquet", async () => {
  const unknown = `{ "where": { "or": [
    { "key": "Flag", "operator": "eq", "value": true },
    { "key": "Tags", "operator": "contains", "value": "x" },
    { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2025-11-12T13:00:01.000Z" } ] } }`;
  const job = (filter: object) =>
    JSON.stringify({
      dataset: "http_requests",
      destination_conf: "https://example.com/logs",
      output_options: { field_names: ["EdgeResponseStatus"], sample_rate: 0.5 },
      ...filter,
    });
  using folder = new Folder({
    "a.lpfilter": errors,
    "b.lpfilter": unknown,
    "c.lpjob": job({}),
    "d.lpjob": job({ filter: "a.lpfilter" }),
    "e.md": `\`\`\`lpfilter\n${errors}\n\`\`\`\n`,
    "logs/a.ndjson": `${line(200)}\r\n${line(503)}{"Flag":"true"}\n{"Flag":true,"Tags":"ax"}\n{"Tags":["x"]}\n{"Tags":["ax"]}`,
    "logs/b.log": gzipSync(line(500)),
    "logs/c.ndjson.gz": Buffer.concat([gzipSync(line(500)), gzipSync(line(404))]),
    "logs/d.parquet": parquet,
    "logs/e.ndjson": "",
  });
  const plain = await counted(folder, ".", "--logs", "logs");
  const there = await counted(folder, ".", "--logs", "logs", "--engine", "duckdb");
  expect(plain.err).toContain("Use the format of the logs.");
  expect(there.err).toBe(plain.err);
  expect(there.status).toBe(0);
  expect(there.logs).toMatchObject({ files: 5, lines: plain.logs.lines, unreadable: 0 });
  const countsOf = ({ results }: { results: Record<string, unknown>[] }) =>
    results.map(({ path, kept, pushed, lines }) => ({ path, kept, pushed, lines }));
  expect(countsOf(there)).toEqual(countsOf(plain));
  expect(there.results).toHaveLength(5);
  expect(there.results[0].kept).toBeGreaterThan(2);
  expect(there.results[2]).not.toHaveProperty("pushedBytes");
  const args = ["try", "c.lpjob", "--logs", "logs", "--engine", "duckdb"];
  const pretty = await weir(folder, args, "", withDuckdb());
  expect(pretty.out).toMatch(/sends about \d+ lines\n/);
});

test("times in every format, values as written, and the first lines of several files", async () => {
  // biome-ignore format: one row
  const times = ['"2025-11-12T13:00:00Z"', '"2025-11-12T14:30:00.5+01:30"', '"2025-11-12T11:00:00-02:00"', '"2025-11-12 13:00:01Z"', "1762952400", "1762952400.25", "1762952400123", "1762952400123456", "1762952400123456789", '"1762952400"', '""', "null", '"soon"', "[]", '"2025-11-12T12:59:59.999999999z"'];
  const lines = times.map(
    (it, n) => `{"EdgeStartTimestamp":${it},"EdgeResponseStatus":${n % 2 ? '"500"' : n}}`,
  );
  using folder = new Folder({
    "a.lpfilter": `// @dataset http_requests\n${errors}`,
    "logs/a.ndjson": lines.join("\n"),
    "logs/b.ndjson": `${lines.join("\n")}\n{"EdgeResponseStatus":"5x"}`,
  });
  const by = ["--by", "EdgeResponseStatus", "--by", "EdgeStartTimestamp"];
  for (const more of [
    [],
    ["--since", "2025-11-12T13:00:00Z"],
    ["--since", "2025-11-12T13:00:00.123456Z", "--until", "2025-11-12T13:00:01Z"],
    ["--until", "2025-11-12T13:00:00Z"],
    ["--head", "20"],
  ]) {
    const [there, plain] = [
      await counted(folder, "a.lpfilter", "--logs", "logs", ...by, ...more, "--engine", "duckdb"),
      await counted(folder, "a.lpfilter", "--logs", "logs", ...by, ...more),
    ];
    // A table has no first lines.
    const shown = ({ logs, results: [it] }: typeof plain) =>
      more.includes("--head") ? logs.lines : [logs.lines, it.kept, it.by];
    expect(shown(there)).toEqual(shown(plain));
  }
});

test("each file or text that DuckDB cannot handle has its own error", async () => {
  using folder = new Folder({
    "a.lpfilter": errors,
    "b.cfrule": 'any(http.request.uri.args["a"][*] eq "b")',
    "bad.ndjson": `${line(500)}{"broken\n`,
    "good.ndjson": line(500),
    "null.ndjson": `${line(500)}null\n`,
    "empty.ndjson": `{}\n{"EdgeResponseStatus":null}\n`,
    "other.csv": "EdgeResponseStatus,ClientIP\n500,192.0.2.1\n",
  });
  const logs = ["--logs", "bad.ndjson", "good.ndjson", "other.csv", "null.ndjson", "empty.ndjson"];
  const found = await counted(folder, "a.lpfilter", "b.cfrule", ...logs, "--engine=duckdb");
  expect(found.status).toBe(2);
  expect(found.logs).toMatchObject({ lines: 3 });
  expect(found.logs.errors.map((it: { path: string }) => it.path)).toEqual([
    "bad.ndjson",
    "other.csv",
    "null.ndjson",
  ]);
  expect(found.results).toMatchObject([
    { kept: 1 },
    { error: "'any(…)' cannot be translated here." },
  ]);
});

test("without DuckDB, the message explains how to install it", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": line(500) });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson", "--engine", "duckdb"];
  expect(await weir(folder, args)).toEqual({
    status: 2,
    out: "",
    err: expect.stringMatching(
      /^weir: '--engine duckdb' needs .* 'npm install --global @weir-tools\/weir @duckdb\/node-api', or set 'WEIR_DUCKDB'/,
    ),
  });
});

test("a package of the working folder is not loaded", async () => {
  const there = "node_modules/@duckdb/node-api";
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.ndjson": line(500),
    "package.json": "{}",
    [`${there}/package.json`]: '{ "main": "index.js" }',
    [`${there}/index.js`]: "throw new Error('loaded');",
  });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson", "--engine", "duckdb"];
  for (const env of [{}, { WEIR_DUCKDB: "." }, { WEIR_DUCKDB: "" }])
    expect((await weir(folder, args, "", { env })).err).toContain("are not loaded");
  const named = await weir(folder, args, "", { env: { WEIR_DUCKDB: folder.path } });
  expect(named.status).toBe(2);
  expect(named.err).toContain("loaded");
  expect(named.err).not.toContain("are not loaded");
});

test("it is searched where the user says, beside Weir and globally", () => {
  const [named, ...rest] = packageFolders("/opt/x");
  expect(named).toBe("/opt/x");
  expect(rest).toEqual(packageFolders(undefined));
  expect(rest).not.toContain(process.cwd());
  expect(rest.length).toBeGreaterThan(0);
});

test.each([
  [["--print", "kept"], "cannot be combined with '--print'"],
  [["--engine-command", "x"], "'--engine-command' needs an engine of 'weir.json'."],
  [["--logs", "-"], "cannot read standard input"],
  [["--engine", "duck"], "'--engine duck' counts the lines of its table. Omit '--logs'."],
])("usage: %j", async (more, message) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": line(500) });
  const engine = more.includes("--engine") ? [] : ["--engine", "duckdb"];
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson", ...engine, ...more];
  const { status, err } = await weir(folder, args);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
});

test("texts together and changes since a commit are counted as without DuckDB", async () => {
  const is = (key: string, operator: string, value: unknown) =>
    JSON.stringify({ where: { key, operator, value } });
  using folder = new Folder({
    "a.lpfilter": is("EdgeResponseStatus", "geq", 400),
    "b.lpfilter": is("ClientCountry", "eq", "fr"),
    "c.lpfilter": JSON.stringify({
      where: {
        or: [
          { key: "BotScore", operator: "lt", value: 30 },
          { key: "EdgeResponseStatus", operator: "eq", value: 200 },
        ],
      },
    }),
    "d.cfrule": 'http.response.code ge 500 and ip.src.country eq "FR"',
    "logs/a.ndjson": Array.from({ length: 60 }, (_, at) =>
      JSON.stringify({
        EdgeResponseStatus: [200, 404, 500][at % 3],
        ...(at % 5 > 0 && { ClientCountry: at % 2 === 0 ? "fr" : "de" }),
      }),
    ).join("\n"),
    "logs/b.ndjson": '{"EdgeResponseStatus":500,"BotScore":1,"ClientCountry":"fr"}\n',
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
  folder.write("a.lpfilter", is("EdgeResponseStatus", "eq", 500));
  folder.write("c.lpfilter", is("EdgeResponseStatus", "leq", 404));
  const both = async (...args: string[]) => {
    const all = [...args, "--logs", "logs"];
    return [await counted(folder, ...all), await counted(folder, ...all, "--engine", "duckdb")];
  };
  const [here, there] = await both("a.lpfilter", "b.lpfilter", "c.lpfilter", "--together");
  expect(there.together).toEqual(here.together);
  expect(here.together).toMatchObject({ several: expect.any(Number), one: expect.any(Number) });
  const rules = await both("b.lpfilter", "d.cfrule", "--together");
  expect(rules[1].together).toEqual(rules[0].together);
  const names = ["a.lpfilter", "b.lpfilter", "c.lpfilter", "d.cfrule"];
  const [before, after] = await both(...names, "--base", "HEAD", "--by", "ClientCountry");
  const shown = ({
    gained,
    lost,
    gainedAtMost,
    lostAtMost,
    by,
    base,
  }: Record<string, { kept?: number }>) =>
    ({ gained, lost, gainedAtMost, lostAtMost, by, kept: base?.kept }) as object;
  expect(after.results.map(shown)).toEqual(before.results.map(shown));
  expect(
    before.results.map((it: { gained: number; lost: number }) => [it.gained, it.lost]),
  ).toEqual([
    [0, 20],
    [0, 0],
    [0, 1],
    [0, 0],
  ]);
});

test("a condition that DuckDB gets wrong on known rows is refused for its text alone", async () => {
  const duckdb = loadDuckdb([home]);
  assert("DuckDBInstance" in duckdb);
  const contains = errors.replace(
    /{ "key".*?}/,
    '{ "key": "ClientRequestHost", "operator": "contains", "value": "a" }',
  );
  const texts = [errors, contains].flatMap((text) =>
    textsIn({
      path: "a.lpfilter",
      file: "/a.lpfilter",
      text,
      context: { ...defaultContext, ...context },
    }),
  );
  const resolved = { texts, groups: [{ texts, found: [] }] } as unknown as ResolvedTry;
  const right = await new DuckdbCounter(duckdb, 1).resolve(resolved);
  expect(right.texts.map((it) => it.error)).toEqual([undefined, undefined]);
  // Another version, so that what was answered before does not count.
  const { DuckDBInstance } = duckdb;
  const create: typeof DuckDBInstance.create = async (...args) => {
    const instance = await DuckDBInstance.create(...args);
    const connect = async () => {
      const connection = await instance.connect();
      const read = connection.runAndReadAll.bind(connection);
      connection.runAndReadAll = (sql) =>
        read(sql.replace("version()", "'broken'").replaceAll(/contains\(/g, "NOT contains("));
      return connection;
    };
    return Object.assign(Object.create(instance), {
      connect,
      closeSync: () => instance.closeSync(),
    });
  };
  const wrong = await new DuckdbCounter({ DuckDBInstance: { create } }, 1).resolve(resolved);
  expect(wrong.texts[0]?.error).toBeUndefined();
  expect(wrong.texts[1]?.error).toMatch(/^'ClientRequestHost contains a': the server answers/);
});
