import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { runnerFor } from "../../server/src/try/pool.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { textsIn } from "../../server/src/try/subject.ts";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";
import { httpRequestLines } from "../support/random/log-lines.ts";

const worker = bundlePath("try-worker.cjs");
const filter = `{ "where": { "and": [
  { "key": "EdgeResponseStatus", "operator": "geq", "value": "400" },
  { "key": "ClientRequestPath", "operator": "startsWith", "value": "/a" } ] } }`;
const subject = { path: "a.lpfilter", file: "/a.lpfilter", text: filter, context: defaultContext };
const question = {
  by: ["ClientCountry"],
  explain: true,
  window: undefined,
  print: undefined,
  head: undefined,
};

test("counts of workers add up to the whole, wherever files are split", async () => {
  const lines = [...httpRequestLines(400)];
  lines.splice(100, 0, "", '{"broken', "\r");
  lines.splice(350, 0, "[]");
  using folder = new Folder({
    "a.ndjson": lines.join("\n"),
    "b.ndjson.gz": gzipSync(`${lines.join("\r\n")}\r\n`),
    "c.csv": "EdgeResponseStatus,ClientRequestPath\n500,/api\n200,/api\n",
  });
  const sources = ["a.ndjson", "b.ndjson.gz", "c.csv"].map((path) => ({
    path,
    file: join(folder.path, path),
  }));
  const texts = textsIn(subject);
  const here = await tryHere(texts, question, sources);
  expect(here.counts.logs).toMatchObject({ lines: 806, unreadable: 4 });
  expect(here.counts.results[0]?.kept).toBeGreaterThan(10);
  for (const partBytes of [997, 40_000]) {
    const run = runnerFor([subject], { worker, leastWork: 0, partBytes, workers: 2 });
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
    };
    const there = await run(texts, question, sources, { onBytes }, undefined);
    expect(there.counts).toEqual(here.counts);
    expect(there.unreadable).toEqual(here.unreadable);
    expect(bytes).toBeGreaterThan(0);
  }
});

test("several texts and their earlier versions add up, too", async () => {
  const earlier = { ...subject, file: "/b.lpfilter", text: filter.replace("400", "500") };
  using folder = new Folder({ "a.ndjson": [...httpRequestLines(400)].join("\n") });
  const sources = [{ path: "a.ndjson", file: join(folder.path, "a.ndjson") }];
  const texts = [subject, earlier].flatMap(textsIn);
  const asked = { ...question, together: [0, 1], changes: [{ now: 0, before: 1 }] };
  const here = await tryHere(texts, asked, sources);
  expect(here.counts.together?.several).toBeGreaterThan(10);
  expect(here.counts.results[0]?.gained).toBeGreaterThan(10);
  const run = runnerFor([subject, earlier], { worker, leastWork: 0, partBytes: 9973, workers: 2 });
  const there = await run(texts, asked, sources, {}, undefined);
  expect(there.counts).toEqual(here.counts);
});

test.each([
  ["before the first", 0, { lines: 0, unread: 2 }],
  ["within a line", 1, { lines: 1, unread: 2 }],
  ["at the end of a file", 2, { lines: 2, unread: 1 }],
  ["within the last file", 3, { lines: 3, unread: 1 }],
  ["at the end", 4, { lines: 4, unread: 0 }],
])("a run that is stopped %s knows what it read", async (_, at, expected) => {
  let chunks = 0;
  async function* stream() {
    for (const it of ['{"EdgeResponseStatus":500}\n{"EdgeResp', 'onseStatus":500}']) {
      yield Buffer.from(it);
      chunks++;
    }
  }
  const sources = ["a", "b"].map((path) => ({ path, file: undefined, stream: stream() }));
  const isStopped = () => chunks >= at;
  const { counts, unread } = await tryHere(textsIn(subject), question, sources, { isStopped });
  expect({ lines: counts.logs.lines, unread }).toEqual(expected);
  expect(counts.logs.unreadable).toBe(0);
});

test("stopped workers return partial results", async () => {
  using folder = new Folder({ "a.ndjson": [...httpRequestLines(100)].join("\n") });
  const sources = [{ path: "a.ndjson", file: join(folder.path, "a.ndjson") }];
  const run = runnerFor([subject], { worker, leastWork: 0, partBytes: 10_000 });
  const { counts } = await run(
    textsIn(subject),
    question,
    sources,
    { isStopped: () => true },
    undefined,
  );
  expect(counts.logs.lines).toBe(0);
});
