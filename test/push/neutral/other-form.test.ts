import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expressionKey, filterKey } from "../../../server/src/push/plan/normal.ts";
import { listResources } from "../../../server/src/push/resources.ts";
import { rule } from "../faults/sequences.ts";
import { Harness, type HarnessOptions } from "../harness.ts";

/** A service that answers in another form than it was sent. */
function inOtherForm(options: HarnessOptions): Harness {
  const h = new Harness(options);
  h.replaceResponse = async (_, answer) => {
    const text = await answer.text();
    const body = text.startsWith("{") ? JSON.stringify(rewritten(JSON.parse(text))) : text;
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
  return h;
}

function rewritten(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (name === "expression") return `( ${value.replaceAll(" eq ", " == ")} )`;
    return name === "filter" ? JSON.stringify(turned(JSON.parse(value)), null, 1) : value;
  }
  if (Array.isArray(value))
    return name === "field_names" ? value.toReversed() : value.map((it) => rewritten(it));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, it]): [string, unknown][] => {
    const isDefault = it === false || (key === "enabled" && it === true && "ref" in value);
    return isDefault && key !== "success" ? [] : [[key, rewritten(it, key)]];
  });
  const isJob = "destination_conf" in value;
  const filled = isJob ? { max_upload_bytes: null, frequency: "high", logpull_options: null } : {};
  return { ...filled, ...Object.fromEntries(entries.reverse()) };
}

/** The same filter with its properties the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned).reverse();
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, it]) => [key, turned(it)]);
  return Object.fromEntries(entries.reverse());
}

const condition = (key: string, value: unknown) =>
  `{ "key": "${key}", "operator": "eq", "value": ${JSON.stringify(value)} }`;
const filter = `{ "where": { "and": [${condition("ClientRequestHost", "a.example")}, ${condition("EdgeResponseStatus", 500)}] } }\n`;

function jobText(options: object): string {
  const base = { name: "shop", dataset: "http_requests", destination_conf: "gs://logs/a" };
  const rest = { enabled: false, frequency: "high", filter: "./shop.lpfilter" };
  return JSON.stringify({ ...base, ...rest, output_options: options });
}

const files = {
  "shop.lpjob": jobText({ field_names: ["RayID", "ClientIP"], timestamp_format: "unixnano" }),
  "shop.lpfilter": filter,
  "a.cfrule": rule('http.host eq "a.example" and ssl', "block", "# @paused false\n"),
  "b.cfrule": rule("(ssl)", "log"),
};

describe.each(["firewall-rules", "rulesets"] as const)("%s and jobs in another form", (target) => {
  test("are not different, and nothing is sent again", async () => {
    using h = inOtherForm({ files, rulesTarget: target });
    const paths = ["shop.lpjob", "a.cfrule", "b.cfrule"];
    for (const it of paths) expect(await h.push(it)).toMatchObject({ outcome: "created" });
    h.requests.length = 0;
    for (const it of [...paths, "shop.lpfilter"]) {
      const compared = await h.compare(it);
      expect(compared, it).toMatchObject({ outcome: "unchanged", plan: { changes: [] } });
      expect(compared.message).toMatch(
        /^The file matches the service\. On the service, '.*' is written differently, with the same meaning\.$/,
      );
      const pushed = await h.push(it);
      expect(pushed).toMatchObject({ outcome: "unchanged" });
      expect(pushed.message).toContain("is written differently, with the same meaning.");
    }
    const before = paths.map((it) => h.folder.read(it));
    expect((await h.pull()).map((it) => it.outcome)).toEqual(paths.map(() => "unchanged"));
    expect(await h.pull("shop.lpfilter")).toMatchObject([{ outcome: "unchanged" }]);
    expect(paths.map((it) => h.folder.read(it))).toEqual(before);
    expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
    const { resources } = await listResources(h.session());
    const standings = resources.filter((it) => it.path !== undefined).map((it) => it.standing);
    expect(new Set(standings)).toEqual(new Set(["in-sync"]));
  });

  test("are still compared: a change of either side is seen", async () => {
    using h = inOtherForm({ files, rulesTarget: target });
    for (const it of ["shop.lpjob", "a.cfrule"]) await h.push(it);
    h.write("shop.lpfilter", filter.replace("500", "501"));
    h.write("a.cfrule", rule('http.host eq "b.example" and ssl'));
    for (const it of ["shop.lpjob", "shop.lpfilter", "a.cfrule"])
      expect((await h.compare(it)).message).toBe("The file has changed since the last push.");
    h.write("shop.lpfilter", filter);
    h.change("jobs", { filter: filter.replace("500", "502") });
    for (const it of ["shop.lpjob", "shop.lpfilter"])
      expect((await h.compare(it)).message).toBe("The service has changed since the last push.");
  });
});

test("what was not compared is said, even if all else is the same", async () => {
  const text = jobText({ batch_prefix: `\${env:PREFIX}` });
  using h = new Harness({ files: { ...files, "shop.lpjob": text }, env: { PREFIX: "pre" } });
  await h.push("shop.lpjob");
  h.env = {};
  expect(await h.compare("shop.lpjob")).toMatchObject({
    outcome: "unchanged",
    message:
      "The file matches the service. Not compared, because these variables are not set: PREFIX.",
  });
});

test("the order of fields matters in CSV", async () => {
  const csv = { output_type: "csv", field_names: ["RayID", "ClientIP"] };
  using h = new Harness({ files: { ...files, "shop.lpjob": jobText(csv) } });
  await h.push("shop.lpjob");
  for (const options of [
    { ...csv, field_names: ["ClientIP", "RayID"] },
    // The service has the format.
    { field_names: ["ClientIP", "RayID"], sample_rate: 1 },
  ]) {
    h.write("shop.lpjob", jobText(options));
    const { plan } = await h.compare("shop.lpjob");
    expect(plan?.changes.map((it) => it.name)).toContain("output_options.field_names");
  }
  h.write("shop.lpjob", jobText({ field_names: ["RayID", "ClientIP"], output_type: "csv" }));
  expect(await h.compare("shop.lpjob")).toMatchObject({ outcome: "unchanged" });
});

test("an entry of an earlier version, which hashed what is written, is still valid", async () => {
  const expression = 'http.host eq "a.example"';
  using h = new Harness({ files: { "a.cfrule": rule(expression) } });
  await h.push("a.cfrule");
  const written = [
    ["action", "block"],
    ["expression", expression],
  ];
  const hash = `sha256-${createHash("sha256").update(JSON.stringify(written)).digest("hex")}`;
  const entry = h.entry("a.cfrule");
  expect(entry?.hash).not.toBe(hash);
  h.session().lock.set("a.cfrule", "local", { ...entry, hash } as never);
  const since = async () => (await h.compare("a.cfrule")).plan?.since;
  expect(await since()).toEqual({ file: false, service: false });
  h.write("a.cfrule", rule("ssl"));
  expect(await since()).toEqual({ file: true, service: false });
});

describe("expressions with the same key", () => {
  test.each([
    ["ssl", "(ssl)"],
    ['ssl and http.host eq "a"', '( (http.host == "a") && ssl )'],
    [
      "(ssl and cf.client.bot) and ip.src eq 10.0.0.1",
      "ip.src eq 10.0.0.1 and (cf.client.bot and ssl)",
    ],
    ["not ssl", "!(ssl)"],
    ['http.host in {"a" "b"}', 'http.host in { "b" "a" "a" } # comment'],
    ['http.host eq "a\\"b"', 'http.host eq r#"a"b"#'],
    ["http.request.timestamp.sec eq 10", "http.request.timestamp.sec eq 0xa"],
  ])("%s, %s", (one, other) => {
    expect(expressionKey(other)).toBe(expressionKey(one));
  });

  test.each([
    ["ssl and cf.client.bot", "ssl or cf.client.bot"],
    ['http.host eq "a"', 'http.host eq "A"'],
    ['http.host eq "a"', 'http.host ne "a"'],
    ["ssl", "not ssl"],
    ['any(http.request.headers["a"][*] eq "x")', 'any(http.request.headers["b"][*] eq "x")'],
    ['any(http.request.headers["a"][*] eq "x")', 'all(http.request.headers["a"][*] eq "x")'],
    ['http.request.headers["a"][0] eq "x"', 'http.request.headers["a"][1] eq "x"'],
    ['lower(http.host) eq "a"', 'upper(http.host) eq "a"'],
    ['concat(http.host, "a") eq "x"', 'concat("a", http.host) eq "x"'],
    [
      "(ssl or cf.client.bot) and ip.src eq 10.0.0.1",
      "ssl or cf.client.bot and ip.src eq 10.0.0.1",
    ],
    ["ip.src in {10.0.0.0/8}", "ip.src in {10.0.0.0/9}"],
    ["ip.src in $a", "ip.src in $b"],
    ['http.host matches "a"', 'http.host contains "a"'],
    ["ssl xor ssl", "ssl"],
  ])("differ: %s, %s", (one, other) => {
    expect(expressionKey(other)).not.toBe(expressionKey(one));
  });
});

test.each([
  [
    '{"where":{"key":"a","operator":"in","value":[1,2]}}',
    '{ "where": { "value": [2, 1], "operator": "in", "key": "a" } }',
    true,
  ],
  ['{"where":{"and":[{"a":1},{"b":2}]}}', '{"where":{"and":[{"b":2},{"a":1}]}}', true],
  ['{"where":{"and":[{"a":1},{"b":2}]}}', '{"where":{"or":[{"b":2},{"a":1}]}}', false],
  [
    '{"where":{"key":"a","value":12345678901234567890}}',
    '{"where":{"key":"a","value":12345678901234567891}}',
    false,
  ],
  ['{"a":1,"a":2}', '{"a":2,"a":1}', false],
  ['{"a":"1"}', '{"a":1}', false],
  ["{", "{", true],
])("filters %s and %s are the same: %s", (one, other, isSame) => {
  expect(filterKey(one) === filterKey(other)).toBe(isSame);
});
