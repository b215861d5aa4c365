import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";
import { httpRequestLines } from "../support/random/log-lines.ts";

/** `weir cost` on files. */

const start = Date.UTC(2026, 9, 1);
const line = (more: object, minutes = 0) => ({
  EdgeStartTimestamp: new Date(start + minutes * 60_000).toISOString().replace(".000", ""),
  EdgeResponseStatus: 200,
  ClientRequestPath: "/",
  ...more,
});
const text = (lines: readonly object[]) => lines.map((it) => `${JSON.stringify(it)}\n`).join("");
/** A line each `minutes / 100`, of which each tenth is an error. */
const day = (minutes = 1440) =>
  Array.from({ length: 101 }, (_, i) =>
    line({ EdgeResponseStatus: i % 10 === 0 ? 503 : 200 }, (i * minutes) / 100),
  );

const errors = { where: { key: "EdgeResponseStatus", operator: "geq", value: 500 } };
const names = ["EdgeResponseStatus", "EdgeStartTimestamp"];
const job = (more: object = {}, output: object = {}) =>
  JSON.stringify({
    name: "shop",
    dataset: "http_requests",
    destination_conf: "s3://acme-logs/shop/{DATE}?region=eu-central-1&access-key=SECRET",
    output_options: { field_names: names, timestamp_format: "rfc3339", ...output },
    ...more,
  });

async function cost(files: Readonly<Record<string, string>>, ...args: string[]) {
  using folder = new Folder({ "weir.json": "{}", ...files });
  const jobs = Object.keys(files).filter((it) => it.endsWith(".lpjob"));
  const all = ["cost", ...jobs, "--logs", "a.ndjson", ...args];
  const { out, err, status } = await weir(folder, [...all, "--format", "json"]);
  const { out: shown } = await weir(folder, all);
  return { ...JSON.parse(out), err, status, shown };
}

/** `{"EdgeResponseStatus":503,"EdgeStartTimestamp":"2026-10-01T00:00:00Z"}` and a line end. */
const lineBytes = 71;
const dear = JSON.stringify({ prices: { external: 1e6 } });

test("a job: what it sends of all lines, by field, and what a month costs", async () => {
  const filtered = job({ filter: JSON.stringify(errors) });
  const files = { "a.lpjob": filtered, "a.ndjson": text(day()), "weir.json": dear };
  const { jobs, logs, notes, status } = await cost(files);
  const month = (bytes: number) => (bytes * 30 * 1e6) / 1e9;
  expect([status, notes]).toEqual([0, [expect.stringContaining("The sample is too small")]]);
  expect(logs).toEqual({ lines: 101, bytes: text(day()).length, hours: 24 });
  expect(jobs).toHaveLength(1);
  const [{ sends, of, fields, ...rest }] = jobs;
  expect(rest).toMatchObject({
    path: "a.lpjob",
    name: "shop",
    dataset: "http_requests",
    destination: "s3://acme-logs",
    twice: [],
    suggestions: [],
  });
  expect(sends).toMatchObject({ lines: 11, bytes: 11 * lineBytes });
  expect(of).toMatchObject({ lines: 101, bytes: 101 * lineBytes });
  expect(sends.usdPerMonth).toBeCloseTo(month(sends.bytes), 2);
  expect(of.usdPerMonth).toBeCloseTo(month(of.bytes), 2);
  // The name, the value and one comma.
  const size = { EdgeStartTimestamp: 11 * 44, EdgeResponseStatus: 11 * 25 };
  expect(fields).toMatchObject([
    { name: "EdgeStartTimestamp", bytes: size.EdgeStartTimestamp, values: "several" },
    { name: "EdgeResponseStatus", bytes: size.EdgeResponseStatus, values: "one", used: true },
  ]);
  expect(fields[0].share).toBeCloseTo(size.EdgeStartTimestamp / sends.bytes, 10);
  expect(JSON.stringify(jobs)).not.toContain("SECRET");
});

test.each([
  ["half an hour of lines", job(), text(day(30)), "there is less than an hour of lines"],
  ["no timestamps", job(), '{"EdgeResponseStatus":503}\n', "the lines have no timestamps"],
  [
    "a destination that is filled in",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Of Weir.
    job({ destination_conf: "${env:TO}" }),
    text(day()),
    "the price depends on the destination, which is not known here",
  ],
  [
    "a dataset without rates",
    job({ dataset: "workers_trace_events" }, { field_names: ["EventTimestampMs"] }),
    '{"EventTimestampMs":1790812800000}\n{"EventTimestampMs":1790899200000}\n',
    "there are no public rates for 'workers_trace_events'",
  ],
])("no price for %s, with the reason", async (_, content, lines, reason) => {
  const { jobs, notes, shown } = await cost({ "a.lpjob": content, "a.ndjson": lines });
  expect(jobs[0].sends.usdPerMonth).toBeNull();
  expect(notes).toContain(`a.lpjob: No price, because ${reason}.`);
  expect(shown).not.toContain("$");
});

test.each([
  ["s3://b/p?region=x", 0.1],
  ["r2://b/p?account-id=a", 0.03],
])("%s has the public rate, as if what is included were used up", async (destination, dollars) => {
  const lines = text([line({ ClientRequestPath: "/".repeat(4_000_000) }), line({}, 60)]);
  const all = job({ destination_conf: destination }, { field_names: ["ClientRequestPath"] });
  const { jobs, shown } = await cost({ "a.lpjob": all, "a.ndjson": lines });
  const gigabytes = (jobs[0].sends.bytes * 30 * 24) / 1e9;
  expect(jobs[0].sends.usdPerMonth).toBeCloseTo(gigabytes * dollars, 2);
  expect(shown).toContain("(public rates of 2026-09-30, 25 GB included are used up)");
});

test("fields that are empty, have one value, are personal or not used", async () => {
  const fields = ["BotTags", "CacheCacheStatus", "ClientIP", "ZoneName", "EdgeResponseStatus"];
  const lines = text([
    { BotTags: [], CacheCacheStatus: "", ClientIP: "192.0.2.1", ZoneName: "a", Other: 1 },
    { BotTags: [], ClientIP: "192.0.2.2", ZoneName: "a", EdgeResponseStatus: 0 },
    { BotTags: null, CacheCacheStatus: null, ClientIP: "192.0.2.1", ZoneName: "a" },
  ]);
  const { jobs, shown } = await cost({
    "a.lpjob": job({}, { field_names: fields }),
    "a.ndjson": lines,
    "b.lpfilter": `// @keep { "CacheCacheStatus": "hit" }\n${JSON.stringify(errors)}`,
    "q.sql": "SELECT zonename FROM http_requests",
  });
  const of = (name: string) => jobs[0].fields.find((it: { name: string }) => it.name === name);
  expect(fields.map((it) => [it, of(it).values, of(it).personal, of(it).used])).toEqual([
    ["BotTags", "empty", false, false],
    ["CacheCacheStatus", "empty", false, true],
    ["ClientIP", "several", true, false],
    ["ZoneName", "one", false, true],
    ["EdgeResponseStatus", "one", false, true],
  ]);
  expect(shown).toContain("always empty: CacheCacheStatus, BotTags");
  expect(shown).toContain("personal: ClientIP");
  expect(shown).toContain("in no filter, test or query of this workspace: 2 of 5 fields");
});

/** Another method: a record with the field, less the record without it. */
test.each([
  ["ndjson", {}],
  ["CSV", { output_type: "csv", field_delimiter: ";" }],
  ["a template", { record_template: "{{.ClientRequestPath}} {{.ClientIP}} {{.ClientIP}}" }],
  ["own delimiters", { record_prefix: "<", record_suffix: ">", record_delimiter: "ü" }],
])(
  "the bytes of fields are those that the job would not print without them: %s",
  async (_, more) => {
    const fields = [
      "ClientIP",
      "ClientRequestPath",
      "EdgeStartTimestamp",
      "EdgeResponseStatus",
      "X",
    ];
    const lines = oddLines();
    const pushed = async (names: readonly string[]) => {
      using folder = new Folder({
        "a.lpjob": job({}, { ...more, field_names: names }),
        "a.ndjson": lines,
      });
      const args = ["try", "a.lpjob", "--logs", "a.ndjson", "--print", "pushed"];
      const chunks: Buffer[] = [];
      const outBytes = (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes));
      await weir(folder, args, "", { outBytes });
      return Buffer.concat(chunks).length;
    };
    const { jobs } = await cost({
      "a.lpjob": job({}, { ...more, field_names: fields }),
      "a.ndjson": lines,
    });
    const whole = await pushed(fields);
    expect(jobs[0].sends.bytes).toBe(whole);
    for (const { name, bytes } of jobs[0].fields)
      expect([name, bytes]).toEqual([
        name,
        whole - (await pushed(fields.filter((it) => it !== name))),
      ]);
  },
);

/** Escapes, doubled and escaped keys, blanks, wide numbers, nothing. */
function oddLines(): string {
  return [
    '{"ClientIP":"192.0.2.1","ClientRequestPath":"/\\u00e9","EdgeResponseStatus":200}',
    '{"\\u0043lientIP" : "a", "ClientRequestPath":"/ü","ClientRequestPath":"/\\ud83d\\ude00"}',
    '{"X":{"ClientIP":"b", "a" : [1, 2]},"EdgeResponseStatus":5e2,"EdgeStartTimestamp":null}',
    '{"X":9007199254740993,"EdgeStartTimestamp":"2026-10-01T00:00:00Z","ClientIP":""}',
    '{"ClientRequestPath":"a;b\\"c\\\\","EdgeResponseStatus":"404"}',
    "{}",
    "",
  ].join("\n");
}

test("what is sent twice, after sampling", async () => {
  const { jobs, shown } = await cost({
    "a.lpjob": job({ filter: JSON.stringify(errors) }),
    "b.lpjob": job({ destination_conf: "https://logs.example.com/in" }, { sample_rate: 0.5 }),
    "c.lpjob": job({ dataset: "dns_logs" }),
    "a.ndjson": text(day()),
  });
  expect(jobs.map((it: { twice: object[] }) => it.twice)).toEqual([
    [{ path: "b.lpjob", lines: 6, bytes: Math.round((11 * lineBytes) / 2), usdPerMonth: 0 }],
    [{ path: "a.lpjob", lines: 6, bytes: Math.round((11 * lineBytes) / 2), usdPerMonth: 0 }],
    [],
  ]);
  expect(shown).toContain("b.lpjob also sends");
});

test("fields that a job could leave out, together", async () => {
  const { jobs, notes } = await cost(
    { "a.lpjob": job(), "a.ndjson": text(day()) },
    ...["--without", "EdgeStartTimestamp", "--without", "Nope"],
  );
  const [{ without, fields }] = jobs;
  expect(without).toMatchObject({ fields: ["EdgeStartTimestamp"], bytes: fields[0].bytes });
  expect(notes).toContain("a.lpjob: The job does not send Nope.");
});

test.each([
  ["$1000", 0, undefined],
  ["100", 1, 0.464],
])("a budget of %s", async (budget, status, rate) => {
  const found = await cost(
    { "a.lpjob": job(), "a.ndjson": text(day()), "weir.json": dear },
    ...["--budget", budget],
  );
  expect(found.status).toBe(status);
  expect(found.budget.cost).toBeCloseTo((101 * lineBytes * 30) / 1e3, 2);
  expect(found.budget.rate).toBe(rate);
  if (rate === undefined) return;
  expect(found.budget.error).toBeCloseTo(1.96 * Math.sqrt((1 - rate) / 1000), 3);
  expect(found.budget.sampleRates).toEqual([{ path: "a.lpjob", sampleRate: rate }]);
});

test("a budget without a price fails", async () => {
  const { status, err } = await cost({ "a.lpjob": job(), "a.ndjson": "" }, "--budget", "$5");
  expect(status).toBe(1);
  expect(err).toContain("'--budget' cannot be judged");
});

test.each([
  ["twice as much", 2, "50%", 1],
  ["twice as much, allowed", 2, "100%", 0],
  ["nothing before", 0, "50%", 1],
  ["less", 0.5, "0%", 0],
])("two times: %s", async (_, times, most, status) => {
  const at = (hours: number, path: string) => line({ ClientRequestPath: path }, hours * 60);
  const before = times === 0 ? 0 : 10;
  const now = times === 0 ? 10 : 10 * times;
  const lines = [
    ...Array.from({ length: before }, (_, i) => at(i / 10, "/old")),
    ...Array.from({ length: now }, (_, i) => at(168 + i / (now + 1), i < 5 ? "/old" : "/new")),
  ];
  const found = await cost(
    { "a.lpjob": job({}, { field_names: ["ClientRequestPath"] }), "a.ndjson": text(lines) },
    ...["--since", "2026-10-08T00:00:00Z", "--until", "2026-10-08T01:00:00Z"],
    ...["--against", "7d", "--max-growth", most],
  );
  expect(found.jobs[0].against).toMatchObject({
    since: "2026-10-01T00:00:00.000Z",
    until: "2026-10-01T01:00:00.000Z",
    lines: before,
    growth: times === 0 ? null : expect.closeTo(times - 1, 1),
  });
  expect(found.jobs[0].sends.lines).toBe(now);
  if (times > 1)
    expect(found.jobs[0].against.grew[0]).toMatchObject({
      field: "ClientRequestPath",
      value: "/new",
      bytesBefore: 0,
    });
  expect([found.status, found.err]).toEqual([status, expect.stringMatching(status ? /./ : /^$/)]);
});

test("growth without lines of either time is not known", async () => {
  const { status, err } = await cost(
    { "a.lpjob": job(), "a.ndjson": text(day()) },
    ...["--against", "7d", "--max-growth", "10%"],
  );
  expect(status).toBe(1);
  expect(err).toContain(
    "'--max-growth' cannot be judged, because there are no lines of both times.",
  );
});

test("a change since a commit", async () => {
  using folder = new Folder({
    "a.lpjob": job(),
    "a.ndjson": text(day()),
    "weir.json": dear,
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
  folder.write("a.lpjob", job({ filter: JSON.stringify(errors) }));
  const args = ["cost", "a.lpjob", "--logs", "a.ndjson", "--base", "HEAD"];
  const { out } = await weir(folder, [...args, "--format", "json"]);
  expect(JSON.parse(out).jobs[0].base).toMatchObject({ lines: 101, bytes: 101 * lineBytes });
  expect((await weir(folder, args)).out).toMatch(/base +[\d.]+ kB less a month \(−89\.1%\), \$/);
});

test("without arguments, the jobs of the workspace, and filters that no job uses", async () => {
  using folder = new Folder({
    "weir.json": '{ "samples": { "http_requests": "a.ndjson" } }',
    "jobs/a.lpjob": job({ filter: "../f/used.lpfilter" }),
    "f/used.lpfilter": JSON.stringify(errors),
    "f/other.lpfilter": JSON.stringify(errors),
    "f/broken.lpfilter": "{",
    "a.ndjson": text(day()),
  });
  const { out, status } = await weir(folder, ["cost", "--format", "json"]);
  const { jobs, notes } = JSON.parse(out);
  expect(status).toBe(0);
  expect(jobs.map((it: { path: string }) => it.path)).toEqual(["f/other.lpfilter", "jobs/a.lpjob"]);
  expect(jobs[1].sends.lines).toBe(11);
  // A filter sends all fields, to a destination that is not known.
  expect(jobs[0]).toMatchObject({ name: null, destination: null, sends: { usdPerMonth: null } });
  expect(jobs[0].fields).toHaveLength(3);
  expect(notes.join("\n")).toContain("f/broken.lpfilter: ");
});

test("Markdown has numbers and names of fields, and values only with --values", async () => {
  using folder = new Folder({
    "a.lpjob": job({}, { field_names: ["ClientRequestPath", "EdgeResponseStatus"] }),
    "a.ndjson": text(
      Array.from({ length: 1000 }, (_, i) =>
        line({ ClientRequestPath: `/secret${i % 7}/${i % 3 ? "a" : "b.js"}` }, i),
      ),
    ),
  });
  const args = ["cost", "a.lpjob", "--logs", "a.ndjson", "--format", "markdown"];
  const [plain, full] = [await weir(folder, args), await weir(folder, [...args, "--values"])];
  expect(plain.out).toContain("a class of lines by ClientRequestPath");
  expect(plain.out).not.toMatch(/secret|\.js/);
  expect(full.out).toContain(".js");
});

test.each([
  [["--target", "0%"], "'--target' needs more than 0%."],
  [["--target", "half"], "'--target' needs a percentage such as '5%', found 'half'."],
  [["--budget", "much"], "'--budget' needs dollars such as '$200', found 'much'."],
  [["--max-growth", "5%"], "'--max-growth' needs '--against TIME'."],
  [["--max-growth", "5", "--against", "7d"], "'--max-growth' needs a percentage"],
  [["--against", "yesterday"], "'--against' needs a time such as '7d'"],
  [["--since", "10d", "--against", "7d"], "'--against 7d' is shorter than the time"],
  [["--since", "1h", "--until", "2h", "--against", "7d"], "There is no time between"],
  [["--keep", "none.lpfilter"], "none.lpfilter"],
  [["--keep", "dns.lpfilter"], "is for the dataset 'dns_logs', which no job has."],
  [["--keep", "a.cfrule"], "'--keep a.cfrule' has no filter."],
  [["--write", "x.lpfilter", "b.lpjob"], "'--write' needs a single job, but there are 2."],
  [["--write", "x.lpfilter"], "Nothing to write to 'x.lpfilter'"],
])("weir cost %j", async (args, message) => {
  using folder = new Folder({
    "a.lpjob": job(),
    "b.lpjob": job(),
    "a.cfrule": "ssl\n",
    "dns.lpfilter": `// @dataset dns_logs\n${JSON.stringify({ where: { key: "ColoCode", operator: "eq", value: "a" } })}`,
    "a.ndjson": text(day()),
  });
  const { err, status } = await weir(folder, ["cost", "a.lpjob", "--logs", "a.ndjson", ...args]);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

test("the random lines of other tests are measured without a difference to 'try'", async () => {
  const lines = [...httpRequestLines(300)].map((it) => `${it}\n`).join("");
  using folder = new Folder({ "a.lpjob": job({}, { field_names: undefined }), "a.ndjson": lines });
  const args = ["a.lpjob", "--logs", "a.ndjson", "--format", "json"];
  const [tried, costs] = [
    await weir(folder, ["try", ...args]),
    await weir(folder, ["cost", ...args]),
  ].map((it) => JSON.parse(it.out));
  expect(costs.jobs[0].sends.bytes).toBe(tried.results[0].pushedBytes);
});

test("a review of jobs with logs says what the change saves", async () => {
  using folder = new Folder({
    "a.lpjob": job(),
    "a.ndjson": text(day()),
    "weir.json": dear,
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
  folder.write("a.lpjob", job({ filter: JSON.stringify(errors) }));
  const args = ["review", "--base", "HEAD", "--logs", "a.ndjson"];
  const [pretty, markdown, json] = [
    await weir(folder, args),
    await weir(folder, [...args, "--format", "markdown"]),
    await weir(folder, [...args, "--format", "json"]),
  ];
  expect(pretty.out).toMatch(
    /'a.lpjob' .*; sends [\d.]+ kB less a month \(−89\.1%\), \$[\d.]+ less/,
  );
  expect(markdown.out).toContain("(−89.1%)");
  expect(JSON.parse(json.out).jobs[0].cost).toMatchObject({
    sends: { lines: 11 },
    base: { lines: 101 },
  });
});
