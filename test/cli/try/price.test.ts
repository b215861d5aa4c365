import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

/** `--price`: what a month of a job costs. */

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const job = (destination: string, more = `, "filter": ${errors}`, dataset = "http_requests") =>
  `{ "dataset": "${dataset}", "destination_conf": "${destination}"${more},
     "output_options": { "field_names": ["EdgeResponseStatus", "EdgeStartTimestamp"], "timestamp_format": "rfc3339" } }`;

const start = Date.UTC(2026, 9, 1);
const line = (status: number, minutes: number) =>
  JSON.stringify({
    EdgeStartTimestamp: new Date(start + minutes * 60_000).toISOString().replace(".000", ""),
    EdgeResponseStatus: status,
    ClientRequestPath: "/not-sent",
  });
const logs = (minutes: number, count = 101) =>
  Array.from({ length: count }, (_, i) =>
    line(i % 10 === 0 ? 503 : 200, (i * minutes) / (count - 1)),
  ).join("\n");

/** `{"EdgeResponseStatus":503,"EdgeStartTimestamp":"2026-10-01T00:00:00Z"}` and a line end. */
const lineBytes = 71;

async function priceOf(files: Readonly<Record<string, string>>, ...args: string[]) {
  using folder = new Folder(files);
  const all = ["try", "a.lpjob", "--logs", "a.ndjson", "--price", ...args];
  const { out, err } = await weir(folder, [...all, "--format", "json"]);
  if (out === "") throw new Error(err);
  const { out: shown } = await weir(folder, all);
  return { price: JSON.parse(out).results[0].price, shown };
}

/** So that the prices of a few lines can be seen. */
const dear = (more: object) => JSON.stringify({ prices: { included: 0, ...more } });

test("a month is extrapolated from the lines, as the job sends them", async () => {
  const files = { "a.lpjob": job("s3://b/p?region=eu-central-1"), "a.ndjson": logs(1440) };
  const { price, shown } = await priceOf({ ...files, "weir.json": dear({ external: 1e6 }) });
  const month = (lines: number) => (lines * lineBytes * 30) / 1e9;
  expect(price).toMatchObject({
    hours: 24,
    rates: "weir.json",
    destination: "external",
  });
  expect(price.gigabytes).toBeCloseTo(month(11), 5);
  expect(price.without.gigabytes).toBeCloseTo(month(101), 5);
  expect(price.dollars).toBeCloseTo(month(11) * 1e6, 2);
  expect(price.without.dollars).toBeCloseTo(month(101) * 1e6, 2);
  expect(shown).toMatch(
    / {2}about 0\.000023 GB a month, \$23\.\d\d; without the filter 0\.00022 GB, \$215\.\d\d \(external destination; prices of weir\.json; estimated from 24 hours of lines\)/,
  );
});

test.each([
  ["r2://b/p?account-id=a", "r2", "(R2; rates of 2026-09-30; estimated from 24 hours of lines)"],
  ["https://logs.example.com/in", "external", "(external destination; rates of 2026-09-30;"],
])("%s has the public rates, after what is included", async (destination, name, shownAs) => {
  const files = { "a.lpjob": job(destination), "a.ndjson": logs(1440) };
  const { price, shown } = await priceOf(files);
  expect(price).toMatchObject({ dollars: 0, destination: name, rates: "2026-09-30" });
  expect(shown).toContain(shownAs);
});

test.each([
  ["half an hour of lines", job("s3://b/p"), logs(30), /less than an hour of lines \(30 min\)/],
  ["a single line", job("s3://b/p"), line(503, 0), /less than an hour of lines \(0 s\)/],
  ["lines without timestamps", job("s3://b/p"), '{"EdgeResponseStatus":503}', /no timestamps/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Of Weir.
  ["a destination that is filled in", job("${env:TO}"), logs(90), /depends on the destination/],
  ["no public rate", job("s3://b/p", "", "workers_trace_events"), logs(90), /no public rates/],
])("no price for %s, and the reason", async (_, text, content, reason) => {
  const { price, shown } = await priceOf({ "a.lpjob": text, "a.ndjson": content });
  expect(price).toEqual({ error: expect.stringMatching(reason) });
  expect(shown).toMatch(/^ {2}no price: /m);
  expect(shown).not.toContain("$");
});

test("an hour of lines is enough, also if the last one is a bit early", async () => {
  const files = { "a.lpjob": job("s3://b/p"), "a.ndjson": logs(59.99) };
  expect((await priceOf(files)).price).toMatchObject({ hours: 1 });
});

test("undetermined lines give a range", async () => {
  const bots = '{ "where": { "key": "BotScore", "operator": "lt", "value": "30" } }';
  const { price, shown } = await priceOf({
    "a.lpjob": job("s3://b/p", `, "filter": ${bots}`),
    "a.ndjson": logs(1440),
    "weir.json": dear({ external: 1e6 }),
  });
  expect(price).toMatchObject({ gigabytes: 0, dollars: 0 });
  expect(price.dollarsAtMost).toBe(price.without.dollars);
  expect(shown).toMatch(/about 0 GB to 0\.00022 GB a month, \$0\.00 to \$215/);
});

test("the earlier version is priced, too", async () => {
  using folder = new Folder({
    "a.lpjob": job("s3://b/p", ""),
    "a.ndjson": logs(1440),
    "weir.json": dear({ external: 1e6 }),
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
  folder.write("a.lpjob", job("s3://b/p"));
  const args = ["try", "a.lpjob", "--logs", "a.ndjson", "--price", "--base", "HEAD"];
  const { out } = await weir(folder, args);
  expect(out).toContain("gains 0 lines, loses 90 lines");
  expect(out).toMatch(/^ {2}before: about 0\.00022 GB a month, \$215/m);
});

test.each([
  [["a.lpfilter"], "'--price' needs a job"],
  [["a.lpjob", "--engine", "duckdb"], "'--engine duckdb' cannot be combined with '--price'."],
])("weir try %j --price", async (args, message) => {
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.lpjob": job("s3://b/p"),
    "a.ndjson": logs(90),
  });
  const { err, status } = await weir(folder, ["try", ...args, "--logs", "a.ndjson", "--price"]);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

test("prices in weir.json are checked", async () => {
  using folder = new Folder({ "weir.json": '{ "prices": { "extern": 1, "r2": -1 } }' });
  const { out } = await weir(folder, ["check", "weir.json"]);
  expect(out).toContain("Unknown setting 'extern'. Did you mean 'external'?");
  expect(out).toContain("Expected a number that is not negative, found '-1'.");
});
