// The lab with several texts: prices, changes since the last commit, and texts together. The command line says the same.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { LabAnswer, LabLines } from "../../server/src/lsp/protocol.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { weir } from "../support/programs/cli.ts";
import { type Options, startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

/** 200 lines of two hours: statuses 200, 301, 404 and 500 in turn. */
const lines = Array.from({ length: 200 }, (_, at) =>
  JSON.stringify({
    EdgeStartTimestamp: new Date(Date.UTC(2026, 0, 1) + at * 36_000).toISOString(),
    EdgeResponseStatus: [200, 301, 404, 500][at % 4],
    ClientCountry: at % 10 === 0 ? "fr" : "de",
  }),
);

const is = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const filter = (...all: object[]) => JSON.stringify({ where: { and: all } });
const job = (text: string, more: object = {}) =>
  JSON.stringify({
    dataset: "http_requests",
    destination_conf: "s3://logs/http?region=eu-west-1",
    output_options: { field_names: ["ClientCountry", "EdgeResponseStatus"], sample_rate: 0.5 },
    filter: text,
    ...more,
  });
const errors = filter(is("EdgeResponseStatus", "geq", 500));
const notFound = filter(is("EdgeResponseStatus", "geq", 404));
const french = filter(is("ClientCountry", "eq", "fr"));

async function start(
  files: Readonly<Record<string, string>>,
  name: string,
  options: Options & { readonly isCommitted?: boolean } = {},
) {
  const folder = folderWith({
    "weir.json": '{ "samples": { "http_requests": "a.ndjson" } }',
    "a.ndjson": `${lines.join("\n")}\n`,
    ...files,
  });
  if (options.isCommitted) commit(fileURLToPath(folder));
  const client = await startClient({ folders: [folder], ...options });
  const uri = `${folder}/${name}`;
  await client.open(uri, files[name] ?? "", name.split(".")[1] ?? "");
  let version = 1;
  const change = (text: string) => client.change(uri, ++version, { text });
  const ask = (more: object = {}) =>
    client.request("weir/tryLab", {
      ...{ lab: "1", textDocument: { uri }, sample: { kind: "workspace" } },
      ...more,
    }) as Promise<LabAnswer>;
  const shown = (outcome: string) =>
    client.request("weir/tryLabLines", {
      ...{ lab: "1", outcome, first: 0, count: 3, columns: ["EdgeResponseStatus"] },
    }) as Promise<LabLines>;
  return { folder, client, change, ask, shown };
}

function commit(cwd: string): void {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], { cwd });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
}

const external = "(external destination; rates of 2026-09-30; estimated from 2 hours of lines)";

test.each([
  [
    "of its fields",
    job(errors),
    `about 0.00043 GB a month, $0.00; without the filter 0.0017 GB, $0.00 ${external}`,
  ],
  [
    "of all fields",
    job(errors, { output_options: {} }),
    `about 0.0016 GB a month, $0.00; without the filter 0.0064 GB, $0.00 ${external}`,
  ],
  [
    "with a part undetermined",
    job(filter(is("BotScore", "lt", 30))),
    `about 0 GB to 0.0017 GB a month, $0.00 to $0.00; without the filter 0.0017 GB, $0.00 ${external}`,
  ],
  [
    "to R2",
    job(errors, { destination_conf: "r2://logs/x" }),
    "about 0.00043 GB a month, $0.00; without the filter 0.0017 GB, $0.00 (R2; rates of 2026-09-30; estimated from 2 hours of lines)",
  ],
])("the price of a job %s has the bytes of 'weir cost'", async (_, text, price) => {
  const { ask, folder } = await start({ "a.lpjob": text }, "a.lpjob");
  const { result } = await ask();
  expect(result.price).toEqual({ text: price });
  const args = ["cost", "a.lpjob", "--logs", "a.ndjson", "--format", "json"];
  const { out } = await weir({ path: fileURLToPath(folder) }, args);
  const [{ of }] = JSON.parse(out).jobs;
  const [, all] = /without the filter ([\d.]+) GB/.exec(price) ?? [];
  expect(((of.bytes * monthOfHours) / 2 / 1e9).toPrecision(2)).toBe(Number(all).toPrecision(2));
});

const monthOfHours = 30 * 24;

test("there is no price for less than an hour of lines, a filter, or a text with errors", async () => {
  const { ask } = await start({ "a.lpjob": job(errors) }, "a.lpjob");
  const since = Date.UTC(2026, 0, 1);
  const { result } = await ask({ window: { since, until: since + 1_800_000 } });
  expect(result.price).toEqual({
    error: "There is less than an hour of lines (29 min), which is too little.",
  });
  expect(
    (await (await start({ "a.lpfilter": errors }, "a.lpfilter")).ask()).result,
  ).not.toHaveProperty("price");
  const broken = await start({ "a.lpjob": job("{") }, "a.lpjob");
  expect((await broken.ask()).result).not.toHaveProperty("price");
});

test("lines gained and lost since the last commit are counted and shown", async () => {
  const {
    ask,
    shown,
    change: edit,
  } = await start({ "a.lpjob": job(notFound) }, "a.lpjob", {
    isCommitted: true,
  });
  expect(await ask()).not.toHaveProperty("change");
  expect(await shown("lost")).toEqual({ total: 0, rows: [] });
  await edit(job(errors));
  const { change } = await ask();
  expect(change).toEqual({
    ...{ gained: 0, gainedAtMost: 0, lost: 50, lostAtMost: 50 },
    before: {
      ...{ kept: 100, undetermined: 0, keptBytes: expect.any(Number) },
      month: expect.stringMatching(/^about .* a month, \$/),
    },
  });
  expect(await shown("lost")).toMatchObject({
    total: 50,
    rows: [{ line: 2, outcome: "dropped", cells: ["404"] }, {}, {}],
  });
  expect(await shown("gained")).toMatchObject({ total: 0 });
  await edit(job(filter(is("BotScore", "lt", 30))));
  expect((await ask()).change).toMatchObject({ gained: 0, gainedAtMost: 100, lostAtMost: 100 });
  const since = Date.UTC(2026, 0, 1);
  await edit(job(errors));
  const window = { since, until: since + 3_600_000 };
  expect((await ask({ window })).change).toMatchObject({ lost: 25, before: { kept: 50 } });
});

test("without a commit of the file, nothing is compared", async () => {
  const files = { "a.lpfilter": errors };
  const without = await start(files, "a.lpfilter");
  await without.change(notFound);
  expect(await without.ask()).not.toHaveProperty("change");
  const { ask, client, folder } = await start(files, "a.lpfilter", { isCommitted: true });
  await client.open(`${folder}/new.lpfilter`, errors, "lpfilter");
  const added = await ask({ textDocument: { uri: `${folder}/new.lpfilter` } });
  expect(added).not.toHaveProperty("change");
});

const terraform = `resource "cloudflare_logpush_job" "a" {
  dataset = "http_requests"
  filter = jsonencode({ where = { key = "EdgeResponseStatus", operator = "geq", value = 404 } })
}
resource "cloudflare_logpush_job" "b" {
  dataset = "http_requests"
  filter = jsonencode({ where = { key = "ClientCountry", operator = "eq", value = "fr" } })
}
`;

test("texts of a file and of others together", async () => {
  const { ask, folder } = await start(
    { "a.tf": terraform, "c.lpfilter": french, "d.lpfilter": "{", "e.cfrule": "ssl" },
    "a.tf",
  );
  const closed = await ask();
  expect(closed.texts?.map((it) => [it.name, it.isThis])).toEqual([
    ["a.tf:1", true],
    ["a.tf:5", undefined],
  ]);
  expect(closed).not.toHaveProperty("together");
  const others = ["c.lpfilter", "d.lpfilter", "e.cfrule"].map((it) => `${folder}/${it}`);
  const { texts, together } = await ask({ together: true, others });
  expect(texts?.map((it) => it.name)).toEqual(["a.tf:1", "a.tf:5", "c.lpfilter"]);
  expect(together).toEqual({
    ...{ none: 90, one: 90, several: 20 },
    pairs: [
      [0, 1, 10],
      [0, 2, 10],
      [1, 2, 20],
    ],
  });
});
