import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { Column, ColumnRow } from "../../server/src/try/lab/column.ts";
import { Groups } from "../../server/src/try/lab/groups.ts";
import { histogramOf } from "../../server/src/try/lab/histogram.ts";
import { runOn } from "../../server/src/try/lab/run.ts";
import { Sample } from "../../server/src/try/lab/sample.ts";
import { LabSession } from "../../server/src/try/lab/session.ts";
import type { WorkEvents } from "../../server/src/try/lab/slices.ts";
import { TextReader } from "../../server/src/try/lab/text-reader.ts";
import { valuesOf } from "../../server/src/try/lab/values.ts";
import { logReader } from "../../server/src/try/lab-files.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { type TriedText, textsIn } from "../../server/src/try/subject.ts";
import { times } from "../support/long.ts";

const folder = mkdtempSync(join(tmpdir(), "weir-lab-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const events: WorkEvents = { isStopped: () => false, pause: async () => {} };

function triedIn(text: string): TriedText {
  const [tried] = textsIn({ path: "a.lpfilter", file: "/a", text, context: defaultContext });
  if (!tried?.trial) throw new Error(tried?.error);
  return tried;
}

const tried = triedIn(`{ "where": { "or": [
  { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
  { "and": [
    { "key": "ClientCountry", "operator": "in", "value": ["de", ""] },
    { "key": "ClientRequestPath", "operator": "contains", "value": "a" }
  ] }
] } }`);

function fileOf(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const read = (...names: string[]) => new Sample(logReader(names, folder, new Set()));

const value = fc.oneof(
  fc.constantFrom("de", "", "fr", null, 500, "500", 404, 5e2, true, ["a"], { a: 1 }),
  fc.string(),
);
const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .record(
        { EdgeResponseStatus: value, ClientCountry: value, ClientRequestPath: value, Other: value },
        { requiredKeys: [] },
      )
      .map((it) => JSON.stringify(it)),
  },
  fc.constantFrom("", "[]", "{", '{"ClientCountry":"de","ClientCountry":"fr"}', " "),
);

test("columns give the same results as one pass over the lines, in every format", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.boolean(), async (lines, isZipped) => {
      const text = lines.join("\n");
      const name = isZipped ? fileOf("a.ndjson.gz", gzipSync(text)) : fileOf("a.ndjson", text);
      const question = {
        by: [],
        explain: true,
        window: undefined,
        print: undefined,
        head: undefined,
      };
      const file = join(folder, name);
      const { counts } = await tryHere([tried], question, [{ path: name, file }]);
      for (const sample of [read(name), new Sample(new TextReader("a", text, async () => {}))]) {
        assert.ok(await sample.load(tried.trial?.fields ?? [], events));
        const columns = (tried.trial?.fields ?? []).map((it) => sample.columns.get(it) as Column);
        const groups = new Groups(columns, sample.count);
        const times = new Float64Array(sample.count);
        const files = [{ start: 0, tried }];
        const scope = { times, window: undefined, groups, files, isSized: true };
        const run = await runOn(sample, tried, scope, events);
        assert.deepEqual(run?.counts, counts.results[0]);
        assert.deepEqual(
          [sample.lines, sample.unreadable],
          [counts.logs.lines, counts.logs.unreadable],
        );
      }
    }),
    { seed: 20_261_116, numRuns: times(2) },
  );
});

const many = Array.from(
  { length: 12_345 },
  (_, at) => `{"EdgeResponseStatus":${at % 7},"n":${at}}`,
);

test("lines are undetermined where a field that no line has decides", async () => {
  const bots = triedIn(`{ "where": { "or": [
    { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
    { "key": "BotScore", "operator": "lt", "value": 30 } ] } }`);
  const ask = async (...names: string[]) => {
    const session = new LabSession(read(...names));
    const question = { tried: bots, columns: [], field: undefined, window: undefined };
    const report = await session.ask(question, events);
    const { kept, undetermined, missed } = report?.run.counts ?? {};
    return { session, counts: [kept, undetermined, missed] };
  };
  const lines = ['{"EdgeResponseStatus":500}', '{"BotScore":null}', '{"EdgeResponseStatus":200}'];
  const missing = await ask(fileOf("missing.ndjson", lines.join("\n")));
  expect(missing.counts).toEqual([1, 2, ["BotScore"]]);
  expect((await missing.session.line(2))?.conditions).toEqual([
    { answer: false, decides: false },
    { answer: null, decides: false },
  ]);
  const once = await ask(fileOf("once.ndjson", [...lines, '{"BotScore":50}'].join("\n")));
  expect(once.counts).toEqual([3, 0, []]);
  const column = await ask(fileOf("column.csv", "EdgeResponseStatus,BotScore\n500,\n200,\n"));
  expect(column.counts).toEqual([2, 0, []]);
  const parquet = readFileSync(join(import.meta.dirname, "../logs/fixtures/http_requests.parquet"));
  expect((await ask(fileOf("a.parquet", parquet))).counts.slice(1)).toEqual([2, ["BotScore"]]);
  expect((await ask(fileOf("empty.ndjson", ""))).counts).toEqual([0, 0, []]);
  const some = await ask(
    "empty.ndjson",
    "missing.ndjson",
    "once.ndjson",
    "a.parquet",
    "column.csv",
  );
  expect(some.counts).toEqual([7, 4, ["BotScore"]]);
  const answers = [2, 5].map(async (it) => (await some.session.line(it))?.conditions[1]?.answer);
  expect(await Promise.all(answers)).toEqual([null, true]);
});

test("lines can be read again anywhere in a file, in every format", async () => {
  const text = many.join("\n");
  const csv = `EdgeResponseStatus,n\n${many.map((_, at) => `${at % 7},${at}`).join("\n")}`;
  const wanted = [0, 1, 999, 1000, 5001, 12_344];
  for (const [name, content] of [
    ["b.ndjson", text],
    ["b.ndjson.gz", gzipSync(text)],
    ["b.csv", csv],
  ] as const) {
    const sample = read(fileOf(name, content));
    await sample.load(["EdgeResponseStatus"], events);
    expect(sample.count).toBe(many.length);
    const found = (await sample.texts(wanted)).map((it) => Number(JSON.parse(it).n));
    expect(found, name).toEqual(wanted);
  }
});

test("columns are read on demand, and all have the same lines", async () => {
  const sample = read(fileOf("c.ndjson", many.slice(0, 2000).join("\n")));
  await sample.load([], events);
  expect(sample.names).toEqual(["EdgeResponseStatus", "n"]);
  await sample.load(["n"], events);
  await sample.load(["EdgeResponseStatus", "missing"], events);
  expect([...sample.columns.values()].map((it) => it.count)).toEqual([2000, 2000, 2000]);
  expect(sample.columns.get("n")?.value(1999)).toBe(1999);
  expect(sample.columns.get("missing")?.raw(3)).toBeUndefined();
});

test("a sample that is too large is truncated, which is reported", async () => {
  const name = fileOf("d.ndjson", many.join("\n"));
  const reader = () => logReader([name], folder, new Set());
  const few = new Sample(reader(), { lines: 100, memory: 1e9 });
  await few.load(["n"], events);
  expect([few.count, few.note]).toEqual([100, "Only the first 100 lines are used."]);
  const long = new Sample(reader(), { lines: 1e9, memory: 100_000 });
  await long.load(["EdgeResponseStatus"], events);
  const before = long.count;
  await long.load(["EdgeResponseStatus", "n"], events);
  expect(long.count).toBeLessThan(before);
  expect([...long.columns.values()].map((it) => it.count)).toEqual([long.count, long.count]);
  expect(long.note).toContain("too long to keep more in memory");
});

test("a canceled request leaves the last result", async () => {
  const session = new LabSession(read(fileOf("e.ndjson", many.join("\n"))));
  const asked = { tried, columns: [], field: undefined, window: undefined };
  await session.ask(asked, events);
  expect(session.shown("all")).toHaveLength(many.length);
  let left = 3;
  const stopping = { ...events, isStopped: () => left-- <= 0 };
  expect(await session.ask({ ...asked, columns: ["n"] }, stopping)).toBeUndefined();
  expect(session.rows([1], ["EdgeResponseStatus"])[0]?.cells).toEqual(["1"]);
});

const minutes = Array.from(
  { length: 60_000 },
  (_, at) =>
    `{"EdgeStartTimestamp":${1_760_000_000 + at * 60},"EdgeResponseStatus":${at % 7 === 0 ? 503 : 200},"ClientCountry":"${at}"}`,
);

test("everything is about the lines of the window", async () => {
  const session = new LabSession(
    new Sample(new TextReader("a", minutes.join("\n"), async () => {})),
  );
  const window = { since: 1_760_000_000_000, until: 1_760_000_000_000 + 70 * 60_000 };
  const ask = (of: typeof window | undefined) =>
    session.ask({ tried, columns: [], field: "EdgeResponseStatus", window: of }, events);
  const sum = (counts: readonly number[] = []) => counts.reduce((all, it) => all + it, 0);
  for (const [of, lines, kept] of [
    [undefined, 60_000, 8572],
    [window, 70, 10],
  ] as const) {
    const { run, histogram, values } = (await ask(of)) ?? {};
    expect([run?.lines, run?.counts.kept]).toEqual([lines, kept]);
    expect(run?.counts.conditions[0]).toEqual({ holds: kept, decides: lines, keeps: kept });
    expect([sum(histogram?.kept), sum(histogram?.dropped)]).toEqual([kept, lines - kept]);
    expect(sum(values?.rows.flatMap((it) => [it.kept, it.dropped]))).toBe(lines);
    expect([session.shown("all").length, session.shown("kept").length]).toEqual([lines, kept]);
  }
  // A line outside can still be opened.
  expect((await session.line(7 * 5000))?.outcome).toBe("kept");
  expect((await session.line(7 * 5000 + 1))?.outcome).toBe("dropped");
});

test("the counts so far are of lines from everywhere, and end with those of all", async () => {
  const session = new LabSession(
    new Sample(new TextReader("a", minutes.join("\n"), async () => {})),
  );
  const parts: (readonly [lines: number, kept: number])[] = [];
  const report = await session.ask(
    { tried, columns: [], field: undefined, window: undefined },
    {
      ...events,
      progress: (_, soFar) => {
        const { lines = 0, counts } = soFar?.() ?? {};
        if (counts) parts.push([lines, counts.kept]);
      },
    },
  );
  for (const [lines, kept] of parts)
    expect(Math.abs(kept - lines / 7)).toBeLessThan(lines / 70 + 20);
  expect([report?.run.lines, report?.run.counts.kept]).toEqual([60_000, 8572]);
});

test("the histogram counts every line in the window once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      async (at, length) => {
        const times = Float64Array.from(at);
        const outcomes = Uint8Array.from(at, (it) => it % 3);
        const run = { outcomes };
        const window = { since: at[0] ?? 0, until: (at[0] ?? 0) + length };
        const found = await histogramOf(run, times, window, events);
        if (!found) throw new Error("It was stopped.");
        const { kept, dropped, undetermined, step } = found;
        const sum = [...kept, ...dropped, ...undetermined].reduce((all, it) => all + it, 0);
        assert.equal(sum, at.filter((it) => it >= window.since && it < window.until).length);
        assert.ok(kept.length <= 62);
        assert.ok(step > 0);
      },
    ),
    { seed: 20_261_116, numRuns: times(4) },
  );
});

test("the most frequent values agree with sorting all of them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 600 }),
      async (values) => {
        const lines = values.map((it) => (it === null ? "{}" : `{"n":${it}}`));
        const sample = new Sample(new TextReader("a", lines.join("\n"), async () => {}));
        await sample.load(["n"], events);
        const column = sample.columns.get("n") as Column;
        const outcomes = Uint8Array.from(values, (_, at) => at % 3);
        const run = { outcomes };
        const found = await valuesOf(column, run, events);
        const counts = new Map<string | undefined, number>();
        for (const it of values) {
          const raw = it === null ? undefined : String(it);
          counts.set(raw, (counts.get(raw) ?? 0) + 1);
        }
        const sorted = [...counts].sort(
          ([a, x], [b, y]) => y - x || Number(a === undefined) - Number(b === undefined),
        );
        assert.equal(found?.count, counts.size);
        assert.deepEqual(
          found?.rows.map((it) => [it.raw, it.kept + it.dropped + it.undetermined]),
          sorted.slice(0, 100),
        );
      },
    ),
    { seed: 20_261_116, numRuns: times(7) },
  );
});

test("a row of columns has the names of the fields that its line has", () => {
  const columns = new Map(["A", "B"].map((it) => [it, new Column(it)]));
  for (const line of [{ A: 1 }, { B: null }] as const) {
    const values = new Map<string, unknown>(Object.entries(line));
    for (const it of columns.values())
      it.add({
        get: (name) => values.get(name),
        raw: (name) => (values.has(name) ? JSON.stringify(values.get(name)) : undefined),
        names: () => [...values.keys()],
      });
  }
  const row = new ColumnRow(columns);
  expect(row.names()).toEqual(["A"]);
  row.line = 1;
  expect(row.names()).toEqual(["B"]);
});
