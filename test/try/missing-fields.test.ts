import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { defaultContext } from "../../server/src/languages.ts";
import { Replay } from "../../server/src/logs/replay.ts";
import { tryLines } from "../../server/src/try/lines.ts";
import { runnerFor } from "../../server/src/try/pool.ts";
import { resolveTry, runTry, type TryRequest } from "../../server/src/try/try-request.ts";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

/** A field that no line has says nothing about the lines: logs only have the fields that a job selected. */

const condition = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const bots = condition("BotScore", "lt", 30);
const errors = condition("EdgeResponseStatus", "geq", 500);
const where = (node: unknown) => JSON.stringify({ where: node });
const line = (fields: object) => `${JSON.stringify(fields)}\n`;
const statuses = [200, 503, 404].map((EdgeResponseStatus) => line({ EdgeResponseStatus }));
const text = statuses.join("");
const parquet = readFileSync(join(import.meta.dirname, "../logs/fixtures/http_requests.parquet"));

async function answer(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  stdin = "",
) {
  using folder = new Folder(files);
  const { out, err, status } = await weir(folder, ["try", ...args, "--format", "json"], stdin);
  const { logs, results } = JSON.parse(out);
  return { logs, result: results[0], err, status };
}

describe("a field that no line has", () => {
  test.each<[string, Readonly<Record<string, string | Uint8Array>>, number]>([
    ["NDJSON", { "a.ndjson": text }, 3],
    ["gzip", { "a.ndjson.gz": gzipSync(text) }, 3],
    ["CSV", { "a.csv": "EdgeResponseStatus\n200\n503\n" }, 2],
    ["Parquet", { "a.parquet": parquet }, 3],
    ["several files", { "a.ndjson": text, "b.csv": "EdgeResponseStatus\n200\n" }, 4],
    ["null only", { "a.ndjson": '{"BotScore":null}\n{"a":{"BotScore":1}}\n' }, 2],
    ["lines of another dataset", { "a.ndjson": '{"QueryName":"a"}\n' }, 1],
  ])("%s: is reported, and leaves every line undetermined", async (_, logs, lines) => {
    const files = { "a.lpfilter": where(bots), ...logs };
    const found = await answer(files, ["a.lpfilter", "--logs", ...Object.keys(logs)]);
    expect(found.result).toMatchObject({ kept: 0, undetermined: lines, missed: ["BotScore"] });
    expect(found.status).toBe(0);
  });

  test("standard input", async () => {
    const files = { "a.lpfilter": where(bots) };
    const missing = await answer(files, ["a.lpfilter", "--logs", "-"], text);
    expect(missing.result).toMatchObject({ kept: 0, undetermined: 3, missed: ["BotScore"] });
    const late = await answer(files, ["a.lpfilter", "--logs", "-"], text + line({ BotScore: 50 }));
    expect(late.result).toMatchObject({ kept: 3, undetermined: 0 });
    expect(late.result).not.toHaveProperty("missed");
  });

  test("only matters where it decides", async () => {
    const files = { "and.lpfilter": where({ and: [bots, errors] }), "a.ndjson": text };
    const both = await answer(files, ["and.lpfilter", "--logs", "a.ndjson", "--explain"]);
    expect(both.result).toMatchObject({ kept: 0, undetermined: 1, missed: ["BotScore"] });
    expect(both.result.conditions).toMatchObject([
      { holds: 0, decides: 0 },
      { holds: 1, decides: 0 },
    ]);
    const either = { "or.lpfilter": where({ or: [bots, errors] }), "a.ndjson": text };
    const one = await answer(either, ["or.lpfilter", "--logs", "a.ndjson"]);
    expect(one.result).toMatchObject({ kept: 1, undetermined: 2 });
  });

  test.each([
    ["kept", [1]],
    ["undetermined", [0, 2]],
    ["dropped", []],
  ])("--print %s", async (print, expected) => {
    using folder = new Folder({ "a.lpfilter": where({ or: [errors, bots] }), "a.ndjson": text });
    const args = ["try", "a.lpfilter", "--print", print, "--logs"];
    const printed = expected.map((it) => statuses[it]).join("");
    expect((await weir(folder, [...args, "a.ndjson"])).out).toBe(printed);
    expect((await weir(folder, [...args, "-"], text)).out).toBe(printed);
  });

  test("a job: how much it sends is a range", async () => {
    const job = { dataset: "http_requests", output_options: { sample_rate: 0.5 } };
    const filter = JSON.stringify({ where: { or: [errors, bots] } });
    const files = { "a.lpjob": JSON.stringify({ ...job, filter }), "a.ndjson": text.repeat(2) };
    const { result } = await answer(files, ["a.lpjob", "--logs", "a.ndjson"]);
    expect(result).toMatchObject({ kept: 2, undetermined: 4, pushed: 1, pushedAtMost: 3 });
    using folder = new Folder(files);
    const { out } = await weir(folder, ["try", "a.lpjob", "--logs", "a.ndjson"]);
    expect(out).toContain("sends about 1 to 3 lines, at least 27 B\n");
  });

  test("a job: fields that it sends are reported", async () => {
    const output_options = { field_names: ["EdgeResponseStatus", "RayID", "ClientIP"] };
    const job = JSON.stringify({ dataset: "http_requests", output_options });
    const files = { "a.lpjob": job, "a.ndjson": text };
    const { result, err } = await answer(files, ["a.lpjob", "--logs", "a.ndjson"]);
    expect(result).toMatchObject({ kept: 3, undetermined: 0, pushed: 3 });
    expect(result).not.toHaveProperty("missed");
    expect(err).toBe(
      "weir: a.lpjob: No line has 'RayID', 'ClientIP'; the job sends more than is estimated without them.\n",
    );
  });

  test("--by has no values of it, and --since only looks at lines of that time", async () => {
    const at = (hour: number, more: object) =>
      line({ EdgeStartTimestamp: `2025-11-12T1${hour}:00:00Z`, ...more });
    const logs = at(1, { BotScore: 5 }) + at(2, {}) + at(3, {});
    const files = { "a.lpfilter": where({ or: [errors, bots] }), "a.ndjson": logs + text };
    const args = ["a.lpfilter", "--logs", "a.ndjson", "--by", "BotScore"];
    const all = await answer(files, args);
    expect(all.result).toMatchObject({ kept: 6, undetermined: 0 });
    expect(all.result.by.BotScore.kept).toEqual([
      [0, 5],
      [5, 1],
    ]);
    const some = await answer(files, [...args, "--since", "2025-11-12T12:00:00Z"]);
    expect(some.result).toMatchObject({
      kept: 0,
      undetermined: 2,
      missed: ["EdgeResponseStatus", "BotScore"],
      by: { BotScore: { kept: [], dropped: [] } },
    });
  });

  test("--by with a name that neither the dataset nor a line has is an error", async () => {
    const files = { "a.lpfilter": where(errors), "a.ndjson": text + line({ Own: "a" }) };
    const by = (name: string) => answer(files, ["a.lpfilter", "--logs", "a.ndjson", "--by", name]);
    expect(await by("edgeResponsStatus")).toMatchObject({
      status: 2,
      err: "weir: No line has the field 'edgeResponsStatus' of '--by'. Did you mean 'EdgeResponseStatus'?\n",
    });
    expect(await by("Nope")).toMatchObject({
      status: 2,
      err: "weir: No line has the field 'Nope' of '--by'.\n",
    });
    expect(await by("Own")).toMatchObject({ status: 0, err: "" });
    expect(await by("ClientIP")).toMatchObject({ status: 0, err: "" });
  });

  test("--head only looks at the lines that are counted", async () => {
    const files = { "a.lpfilter": where(bots), "a.ndjson": `{\n${text}${line({ BotScore: 1 })}` };
    const some = await answer(files, ["a.lpfilter", "--logs", "a.ndjson", "--head", "4"]);
    expect(some.result).toMatchObject({ kept: 0, undetermined: 3, missed: ["BotScore"] });
    const all = await answer(files, ["a.lpfilter", "--logs", "a.ndjson", "--head", "5"]);
    expect(all.result).toMatchObject({ kept: 4, undetermined: 0 });
  });

  test("a rule needs no look at the logs", async () => {
    const files = { "a.cfrule": "cf.bot_management.score lt 30", "a.ndjson": text };
    const { result } = await answer(files, ["a.cfrule", "--logs", "a.ndjson"]);
    expect(result).toMatchObject({ undetermined: 3, missed: ["cf.bot_management.score"] });
  });

  test("in a host file, conditions keep their places", async () => {
    const terraform = `resource "cloudflare_logpush_job" "a" {
  dataset = "http_requests"
  filter  = jsonencode({ where = { key = "BotScore", operator = "lt", value = 30 } })
}
`;
    const { result } = await answer({ "a.tf": terraform, "a.ndjson": text }, [
      ...["a.tf", "--logs", "a.ndjson", "--explain"],
    ]);
    expect(result).toMatchObject({ undetermined: 3, missed: ["BotScore"] });
    expect(result.conditions[0].range.start.line).toBe(2);
  });

  test("without lines, nothing is missing", async () => {
    const files = { "a.lpfilter": where(bots), "a.ndjson": "\n{\n" };
    const { result } = await answer(files, ["a.lpfilter", "--logs", "a.ndjson"]);
    expect(result).not.toHaveProperty("missed");
  });

  test("lines in a browser", () => {
    const subject = { path: "a.lpfilter", file: "/a.lpfilter", context: defaultContext };
    const found = tryLines({ ...subject, text: where({ or: [errors, bots] }) }, `${text}\n{`);
    expect(found).toMatchObject({ kept: 1, undetermined: 2, unreadable: 1, missed: ["BotScore"] });
    expect(tryLines({ ...subject, text: where(bots) }, '{"BotScore":1}\n{}')).toMatchObject({
      kept: 2,
      undetermined: 0,
    });
    expect(tryLines({ ...subject, text: where(bots) }, "{")).not.toHaveProperty("missed");
  });
});

test("a field that only some files have says nothing about the lines of the others", async () => {
  const files = {
    "a.lpfilter": where(bots),
    "a.csv": "EdgeResponseStatus\n200\n503\n",
    "b.csv": "BotScore\n5\n",
    "c.ndjson": text,
    "d.parquet": parquet,
  };
  const logs = Object.keys(files).slice(1);
  const { result, err } = await answer(files, ["a.lpfilter", "--logs", ...logs]);
  expect(result).toMatchObject({ kept: 1, undetermined: 8, missed: ["BotScore"] });
  expect(err).toBe(
    "weir: a.csv: No line has 'BotScore', as in 2 other files; what depends on it is undetermined.\n",
  );
  const guarded = await answer(files, ["a.lpfilter", "--max-share", "50%", "--logs", ...logs]);
  expect(guarded.status).toBe(1);
  expect(guarded.err).toContain("keeps 11.1–100% of the lines, possibly more than the 50.0%");
});

test("what a field decides besides is noted, too", async () => {
  const output_options = { field_names: ["RayID", "ClientIP"] };
  const files = {
    "a.lpjob": JSON.stringify({ dataset: "http_requests", output_options }),
    "a.ndjson": line({ RayID: "a" }),
    "b.ndjson": line({ ClientIP: "192.0.2.1", ClientCountry: "de" }),
  };
  const args = ["a.lpjob", "--by", "ClientCountry", "--logs", "a.ndjson", "b.ndjson"];
  const { err, result } = await answer(files, args);
  expect(err).toBe(
    "weir: a.ndjson: No line has 'ClientIP'; the job sends more than is estimated without it.\n" +
      "weir: b.ndjson: No line has 'RayID'; the job sends more than is estimated without it.\n" +
      "weir: a.ndjson: No line has 'ClientCountry'; '--by' does not count it.\n",
  );
  expect(result.by.ClientCountry.kept).toEqual([["de", 1]]);
});

test("--head counts the lines of all files", async () => {
  const files = { "a.lpfilter": where(bots), "a.ndjson": line({ BotScore: 1 }), "b.ndjson": text };
  const late = { ...files, "b.ndjson": text + line({ BotScore: 1 }) };
  const args = ["a.lpfilter", "--logs", "a.ndjson", "b.ndjson", "--head"];
  const some = await answer(late, [...args, "3"]);
  expect(some.result).toMatchObject({ kept: 1, undetermined: 2, missed: ["BotScore"] });
  expect((await answer(late, [...args, "5"])).result).toMatchObject({ kept: 5, undetermined: 0 });
  expect((await answer(files, [...args, "1"])).result).not.toHaveProperty("missed");
});

test("lines of another dataset are reported as lines of another dataset", async () => {
  const dns = line({ QueryName: "a", ResolverDecision: "allowed", SrcIP: "192.0.2.1" });
  const files = {
    "a.lpfilter": where(errors),
    "dns.ndjson": dns,
    "dns.csv": "QueryName,SrcIP\na,192.0.2.1\n",
    "own.ndjson": line({ x: 1, y: 2, RayID: "a" }),
    "same.ndjson": line({ RayID: "a", ClientIP: "192.0.2.1" }),
  };
  const message = "The lines have none of the fields of 'a.lpfilter' (http_requests).";
  const guess = " They look like lines of 'gateway_dns'.";
  const args = ["a.lpfilter", "--logs"];
  for (const [name, more] of Object.entries({ dns: guess, own: "" })) {
    const { err, logs } = await answer(files, [...args, `${name}.ndjson`]);
    expect(err).toBe(`weir: ${name}.ndjson: ${message}${more}\n`);
    expect(logs.lines).toBe(1);
  }
  expect((await answer(files, [...args, "same.ndjson"])).err).toBe("");
  expect((await answer(files, [...args, "dns.csv"])).err).toContain(guess);
  expect((await answer(files, [...args, "-"], dns)).err).toBe(`weir: -: ${message}${guess}\n`);
});

test("a column of nulls is a column", async () => {
  const files = {
    "a.lpfilter": where(condition("ClientASN", "eq", 0)),
    "a.csv": "ClientASN,RayID\n,\n",
    "b.csv": "ClientASN\n",
    "c.ndjson": text,
  };
  const args = ["a.lpfilter", "--logs"];
  expect((await answer(files, [...args, "a.csv"])).result).toMatchObject({ kept: 1 });
  const none = await answer(files, [...args, "b.csv", "c.ndjson"]);
  expect(none.result).toMatchObject({ kept: 0, undetermined: 3, missed: ["ClientASN"] });
});

test("a field that is null is not called missing", async () => {
  const files = {
    "a.lpfilter": where(bots),
    "b.cfrule": "cf.bot_management.score lt 30",
    "null.ndjson": '{"BotScore":null}\n{"RayID":"a"}\n',
    "none.ndjson": text,
  };
  const said = async (file: string, logs: string) => {
    using folder = new Folder(files);
    const { out } = await weir(folder, ["try", file, "--logs", logs]);
    return out.split("\n")[2];
  };
  const absent = "add it to 'field_names' of the job";
  expect(await said("a.lpfilter", "null.ndjson")).toBe(
    "  undetermined: 2 lines; no usable value in the logs: BotScore",
  );
  expect(await said("a.lpfilter", "none.ndjson")).toContain(absent);
  expect(await said("b.cfrule", "none.ndjson")).toContain(absent);
  files["null.ndjson"] = '{"BotScore":null}\n';
  expect(await said("b.cfrule", "null.ndjson")).toBe(
    "  undetermined: 1 line; no usable value in the logs: cf.bot_management.score",
  );
  const subject = { path: "a.lpfilter", file: "/a.lpfilter", context: defaultContext };
  const tried = tryLines({ ...subject, text: where(bots) }, files["null.ndjson"]);
  expect(tried).toMatchObject({ missing: "no usable value in the logs: BotScore" });
});

test("DuckDB counts the same", async () => {
  const home = await ensureOracle("duckdb");
  using folder = new Folder({
    "a.lpfilter": where({ or: [errors, { and: [bots, condition("ClientASN", "eq", 0)] }] }),
    "b.lpfilter": where(condition("ClientASN", "!eq", 7)),
    "a.ndjson": text,
    "b.ndjson.gz": gzipSync('{"ClientASN":null,"BotScore":null}\n'),
    "c.parquet": parquet,
  });
  const run = async (...more: string[]) => {
    const args = ["try", ".", "--logs", ...more, "--format", "json"];
    const { logs, results } = JSON.parse(
      (await weir(folder, args, "", { env: { WEIR_DUCKDB: home } })).out,
    );
    const shown = ["kept", "undetermined", "missed"] as const;
    const counts = results.map((it: Record<string, unknown>) => shown.map((name) => it[name]));
    return { counts, notes: logs.notes };
  };
  for (const logs of [["a.ndjson", "b.ndjson.gz"], ["c.parquet"], ["a.ndjson", "c.parquet"]]) {
    const duckdb = await run(...logs, "--engine", "duckdb");
    expect(duckdb).toEqual(await run(...logs));
    expect(duckdb.counts[1][1]).toBeGreaterThan(0);
  }
  folder.write("d.ndjson", `${text.repeat(500)}${line({ ClientASN: 7, BotScore: 1 })}`);
  const late = await run("d.ndjson", "--engine", "duckdb");
  expect(late).toEqual(await run("d.ndjson"));
  expect(late.counts).toEqual([
    [1500, 0, undefined],
    [1500, 0, undefined],
  ]);
}, 120_000);

/** Reads all lines before it evaluates any. */
function naive(node: Node, lines: readonly Record<string, unknown>[]): (boolean | undefined)[] {
  const has = (field: string) => lines.some((it) => (it[field] ?? undefined) !== undefined);
  const holds = (it: Node, row: Record<string, unknown>, ifUnknown: boolean): boolean => {
    if ("and" in it) return it.and.every((part) => holds(part, row, ifUnknown));
    if ("or" in it) return it.or.some((part) => holds(part, row, ifUnknown));
    if (!has(it.key)) return ifUnknown;
    const value = Number(row[it.key] ?? 0);
    return { eq: value === it.value, "!eq": value !== it.value, lt: value < it.value }[it.operator];
  };
  return lines.map((row) => {
    const least = holds(node, row, false);
    return least === holds(node, row, true) ? least : undefined;
  });
}

type Node =
  | { readonly and: readonly Node[] }
  | { readonly or: readonly Node[] }
  | { readonly key: string; readonly operator: "eq" | "!eq" | "lt"; readonly value: number };

const fields = ["BotScore", "EdgeResponseStatus", "ClientASN"];
const { node: anyFilter } = fc.letrec<{ node: Node; leaf: Node }>((tie) => ({
  leaf: fc.record({
    key: fc.constantFrom(...fields),
    operator: fc.constantFrom("eq" as const, "!eq" as const, "lt" as const),
    value: fc.nat(2),
  }),
  node: fc.oneof(
    { maxDepth: 2 },
    tie("leaf"),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
  ),
}));
const anyLine = fc.dictionary(
  fc.constantFrom(...fields, "RayID"),
  fc.option(fc.nat(2), { freq: 3 }),
  { maxKeys: 2 },
);

test("any filter on any lines: as if each file were read before its lines are counted", async () => {
  const worker = bundlePath("try-worker.cjs");
  const lines = fc.array(anyLine, { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(anyFilter, lines, fc.nat(8), async (node, rows, split) => {
    const texts = rows.map(line);
    const [first, last] = [texts.slice(0, split).join(""), texts.slice(split).join("")];
    using folder = new Folder({ "a.ndjson": first, "b.ndjson.gz": gzipSync(last) });
    const subject = { path: "a.lpfilter", file: "/a.lpfilter", text: where(node) };
    const request: TryRequest = {
      subjects: [{ ...subject, context: defaultContext }],
      logs: ["a.ndjson", "b.ndjson.gz"],
      folder: folder.path,
      question: { by: [], explain: true, print: undefined, head: undefined },
    };
    const byFile = [...naive(node, rows.slice(0, split)), ...naive(node, rows.slice(split))];
    const check = async (
      asked: TryRequest,
      run?: ReturnType<typeof runnerFor>,
      outcomes = byFile,
    ) => {
      const count = (wanted: unknown) => outcomes.filter((it) => it === wanted).length;
      const { results } = await runTry(asked, resolveTry(asked), {}, run);
      const [{ kept, undetermined, conditions } = {}] = results;
      assert.deepEqual(
        { kept, undetermined },
        { kept: count(true), undetermined: count(undefined) },
      );
      return conditions;
    };
    const explained = await check(request);
    const stdin = Readable.from(texts.map((it) => Buffer.from(it)));
    await check({ ...request, logs: ["-"], stdin }, undefined, naive(node, rows));
    await check({ ...request, question: { ...request.question, explain: false } });
    if (split !== 4) return;
    const threads = runnerFor(request.subjects, {
      worker,
      leastWork: 0,
      partBytes: 30,
      workers: 2,
    });
    assert.deepEqual(await check(request, threads), explained);
  });
  await fc.assert(property, { seed: 29, numRuns: times(4, 400) });
}, 120_000);

test("a stream is read again from its start, of which only a limited part is kept", async () => {
  const chunks = ["one", "two", "three"];
  let isClosed = false;
  async function* source() {
    try {
      yield* chunks;
    } finally {
      isClosed = true;
    }
  }
  const read = async (stream: AsyncIterable<Buffer>) => {
    const found: string[] = [];
    for await (const it of stream) found.push(it.toString());
    return found;
  };
  expect(await read(new Replay(source, 3).ahead())).toEqual(["one"]);
  isClosed = false;
  const replay = new Replay(source, 4);
  for await (const it of replay.ahead()) {
    expect(it.toString()).toBe("one");
    break;
  }
  expect(await read(replay.ahead())).toEqual(["one", "two"]);
  expect(isClosed).toBe(false);
  expect(await read(replay)).toEqual(chunks);
  expect(isClosed).toBe(true);
});
