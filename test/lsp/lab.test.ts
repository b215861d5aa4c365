import { afterEach, expect, test } from "vitest";
import { nodePlatform } from "../../server/src/lsp/node-platform.ts";
import type {
  LabAnswer,
  LabEdits,
  LabLine,
  LabLines,
  LabNode,
  LabRefusal,
  LabSample,
  LabTexts,
} from "../../server/src/lsp/protocol.ts";
import { startServer } from "../../server/src/lsp/server.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { type Options, startClient, stopClients } from "../support/programs/lsp.ts";
import { until } from "../support/waiting.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const lines = [
  { EdgeStartTimestamp: "2026-01-01T00:00:00Z", ClientCountry: "de", EdgeResponseStatus: 200 },
  { EdgeStartTimestamp: "2026-01-01T00:00:10Z", ClientCountry: "fr", EdgeResponseStatus: 500 },
  { EdgeStartTimestamp: "2026-01-01T00:00:20Z", ClientCountry: "de", EdgeResponseStatus: 503 },
  { EdgeStartTimestamp: "2026-01-01T00:01:00Z", EdgeResponseStatus: 404 },
];
const ndjson = `${lines.map((it) => JSON.stringify(it)).join("\n")}\nnot json\n`;

const filter = `{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
    ]
  }
}
`;
const rule = `http.response.code ge 500 and ip.src.country eq "DE"\n`;
const files = {
  "weir.json": '{ "samples": { "http_requests": "logs/*.ndjson" } }',
  "logs/a.ndjson": ndjson,
  "a.lpfilter": filter,
  "a.lpjob": `{ "dataset": "http_requests", "output_options": { "sample_rate": 0.5, "field_names": ["ClientCountry"] }, "filter": "a.lpfilter" }`,
  "a.cfrule": rule,
  "a.tf": `resource "cloudflare_ruleset" "a" {\n  rules {\n    expression = "http.host eq \\"x\\""\n  }\n  rules {\n    expression = "http.response.code eq 404"\n  }\n}\n`,
};
const languageIds: Readonly<Record<string, string>> = { tf: "terraform" };

async function start(name: keyof typeof files, text: string = files[name], options: Options = {}) {
  const folder = folderWith(files);
  const client = await startClient({ folders: [folder], ...options });
  const uri = `${folder}/${name}`;
  const extension = name.split(".")[1] ?? "";
  await client.open(uri, text, languageIds[extension] ?? extension);
  const about = <Answer>(method: string, more: object = {}) =>
    client.request(method, { lab: "1", ...more }) as Promise<Answer>;
  const ask = (more: object = {}, sample: LabSample = { kind: "workspace" }) =>
    about<LabAnswer>("weir/tryLab", { textDocument: { uri }, sample, ...more });
  return { folder, client, uri, about, ask };
}

function conditions(node: LabNode): string[] {
  if (node.kind === "condition") return [`${node.label}: ${node.holds}, ${node.decides}`];
  return (node.children ?? []).flatMap(conditions);
}

test("a filter on the samples: what it keeps, why, and when", async () => {
  const { ask } = await start("a.lpfilter");
  const answer = await ask({ field: "ClientCountry" });
  expect(answer).toMatchObject({
    resource: "filter",
    sample: { name: "a.ndjson", lines: 5, unreadable: 1 },
    result: { kept: 1, undetermined: 0, keptBytes: JSON.stringify(lines[2]).length + 1 },
    span: { since: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 0, 1, 0, 1, 0, 1) },
    values: {
      field: "ClientCountry",
      canAdd: true,
      rows: [
        { raw: '"de"', kept: 1, dropped: 1 },
        { raw: '"fr"', kept: 0, dropped: 1 },
        { kept: 0, dropped: 1 },
      ],
    },
  });
  expect(answer.sample.problems).toEqual([
    { path: "logs/a.ndjson", line: 5, message: expect.stringContaining("Invalid JSON") },
  ]);
  expect(answer.sample.fields[0]).toMatchObject({ name: "EdgeStartTimestamp" });
  expect(conditions(answer.tree)).toEqual([
    "EdgeResponseStatus geq 500: 2, 2",
    'ClientCountry eq "de": 2, 2',
  ]);
  expect(answer.tree.children?.[1]?.range?.start).toEqual({ line: 4, character: 6 });
  const { kept = [], dropped = [], step } = answer.histogram ?? {};
  expect(step).toBe(2000);
  expect(kept.map((it, at) => [at, it]).filter(([, it]) => it)).toEqual([[10, 1]]);
  expect(dropped.reduce((sum, it) => sum + it, 0)).toBe(3);
});

test("an untitled document is tried on the samples of the workspace", async () => {
  const { client, about } = await start("a.lpfilter");
  const uri = "untitled:Untitled-1";
  await client.open(uri, filter, "lpfilter");
  const asked = { textDocument: { uri }, sample: { kind: "workspace" } };
  expect(await about("weir/tryLab", asked)).toMatchObject({
    sample: { name: "a.ndjson" },
    result: { kept: 1 },
  });
  expect(await client.request("weir/try", { textDocument: { uri } })).toMatchObject({
    results: [{ kept: 1 }],
  });
});

test("lines page by page, one in full, and their texts", async () => {
  const { ask, about } = await start("a.lpfilter");
  await ask({ columns: ["ClientCountry"] });
  const page = { outcome: "dropped", first: 1, count: 5, columns: ["ClientCountry", "Unknown"] };
  expect(await about<LabLines>("weir/tryLabLines", page)).toEqual({
    total: 3,
    rows: [
      { line: 1, outcome: "dropped", cells: ['"fr"', null] },
      { line: 3, outcome: "dropped", cells: [null, null] },
    ],
  });
  expect(await about<LabLine>("weir/tryLabLine", { line: 1 })).toMatchObject({
    text: JSON.stringify(lines[1]),
    outcome: "dropped",
    fields: [{ name: "EdgeStartTimestamp" }, { name: "ClientCountry", raw: '"fr"' }, {}],
    conditions: [
      { answer: true, decides: false },
      { answer: false, decides: true },
    ],
  });
  const window = { since: Date.UTC(2026, 0, 1, 0, 0, 20), until: Date.UTC(2026, 0, 1, 0, 2) };
  expect(await ask({ window })).toMatchObject({
    scope: { lines: 2, window },
    result: { kept: 1 },
    sample: { lines: 5 },
  });
  const texts = { outcome: "all", first: 0, count: 10 };
  expect(await about<LabTexts>("weir/tryLabTexts", texts)).toEqual({
    total: 2,
    texts: [lines[2], lines[3]].map((it) => JSON.stringify(it)),
  });
});

async function changed(name: keyof typeof files, add: object, text?: string) {
  const { ask, about, client, uri } = await start(name, text);
  await ask();
  const answer = await about<LabEdits | LabRefusal>("weir/tryLabAdd", add);
  if ("refusal" in answer) return answer.refusal;
  const before = answer.uri === uri ? (text ?? files[name]) : filter;
  stopClients();
  void client;
  return applied(before, answer.edits);
}

function applied(text: string, edits: LabEdits["edits"]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((it) => it.index + 1)];
  const offset = (at: { line: number; character: number }) => (starts[at.line] ?? 0) + at.character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (all, { range, newText }) =>
        all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
      text,
    );
}

const single = (operator: string, value: string) =>
  `{ "where": { "key": "ClientCountry", "operator": "${operator}", "value": ${value} } }`;
const plus = { kind: "condition", field: "ClientCountry", raw: '"fr"', isWanted: true };
const minus = { ...plus, isWanted: false };

test.each([
  ["a.lpfilter", plus, single("eq", '"de"'), single("in", '["de", "fr"]')],
  ["a.lpfilter", plus, single("in", '["de", "at"]'), single("in", '["de", "at", "fr"]')],
  ["a.lpfilter", minus, single("!eq", '"de"'), single("!in", '["de", "fr"]')],
  [
    "a.lpfilter",
    minus,
    single("eq", '"de"'),
    `{ "where": { "and": [${single("eq", '"de"').slice(11, -2)}, ${single("!eq", '"fr"').slice(11, -2)}] } }`,
  ],
  ["a.cfrule", plus, rule, `http.response.code ge 500 and ip.src.country in {"DE" "FR"}\n`],
  ["a.cfrule", minus, "ssl or not ssl", `(ssl or not ssl) and ip.src.country ne "FR"`],
  [
    "a.cfrule",
    minus,
    'ssl && http.host == "a"',
    'ssl && http.host == "a" && ip.src.country != "FR"',
  ],
] as const)("in %s, %j changes %s", async (name, add, before, after) => {
  expect(await changed(name, add, before)).toBe(after);
});

const status = { kind: "range", field: "EdgeResponseStatus", least: 400, most: 499 };
const statusIs = (operator: string, value: number) =>
  `{ "key": "EdgeResponseStatus", "operator": "${operator}", "value": ${value} }`;
const fr = '{ "key": "ClientCountry", "operator": "eq", "value": "fr" }';

test.each([
  ["a.lpfilter", { isWanted: true }, `${fr}, ${statusIs("geq", 400)}, ${statusIs("leq", 499)}`],
  [
    "a.lpfilter",
    { isWanted: false },
    `${fr}, { "or": [${statusIs("lt", 400)}, ${statusIs("gt", 499)}] }`,
  ],
  ["a.lpfilter", { isWanted: true, most: undefined }, `${fr}, ${statusIs("geq", 400)}`],
  ["a.lpfilter", { isWanted: false, least: undefined }, `${fr}, ${statusIs("gt", 499)}`],
  ["a.cfrule", { isWanted: true }, "ssl and http.response.code in {400..499}"],
  ["a.cfrule", { isWanted: false }, "ssl and not http.response.code in {400..499}"],
  ["a.cfrule", { isWanted: true, least: undefined }, "ssl and http.response.code le 499"],
  ["a.cfrule", { isWanted: false, most: undefined }, "ssl and http.response.code lt 400"],
] as const)("in %s, a range with %j gives %s", async (name, more, after) => {
  const isRule = name === "a.cfrule";
  const before = isRule ? "ssl" : `{ "where": { "and": [${fr}] } }`;
  expect(await changed(name, { ...status, ...more }, before)).toBe(
    isRule ? after : `{ "where": { "and": [${after}] } }`,
  );
});

test("a range of text, or of fractions in a rule, cannot be added", async () => {
  const refused = "This range cannot be written as a condition here.";
  const fraction = { ...status, least: 0.5, isWanted: true };
  expect(await changed("a.cfrule", fraction)).toBe(refused);
  expect(await changed("a.cfrule", { ...fraction, field: "ClientCountry" })).toBe(refused);
});

test("the form of timestamps is the same everywhere", async () => {
  const nanoseconds = 1_767_225_600_500_000_000n;
  const text = `{"EdgeStartTimestamp":${nanoseconds},"EdgeResponseStatus":200,"CacheStatus":["a"]}`;
  const { ask, about } = await start("a.lpfilter");
  const columns = ["EdgeStartTimestamp", "EdgeResponseStatus"];
  const answer = await ask(
    { columns, field: "EdgeStartTimestamp" },
    { kind: "text", id: "x", name: "pasted", text },
  );
  const time = "2026-01-01T00:00:00.500Z";
  const raw = String(nanoseconds);
  expect(answer.values?.rows).toEqual([{ raw, time, kept: 0, dropped: 1, undetermined: 0 }]);
  const page = { outcome: "all", first: 0, count: 1, columns };
  expect(await about<LabLines>("weir/tryLabLines", page)).toMatchObject({
    rows: [{ cells: [JSON.stringify(time), "200"] }],
  });
  expect((await about<LabLine>("weir/tryLabLine", { line: 0 })).fields).toEqual([
    { name: "EdgeStartTimestamp", raw, time, canAdd: true },
    { name: "EdgeResponseStatus", raw: "200", canAdd: true },
    { name: "CacheStatus", raw: '["a"]', canAdd: expect.any(Boolean) },
  ]);
});

test("a condition is added where the filter is: to a list, to an empty filter, to the file of a job", async () => {
  const added = '{ "key": "RayID", "operator": "eq", "value": "a" }';
  const ray = { kind: "condition", field: "RayID", raw: '"a"', isWanted: true };
  const longer = filter.replace('"de" }', `"de" },\n      ${added}`);
  expect(await changed("a.lpfilter", ray)).toBe(longer);
  expect(await changed("a.lpjob", ray)).toBe(longer);
  expect(await changed("a.lpfilter", ray, "{}\n")).toBe(
    `{\n  "where": {\n    "and": [\n      ${added}\n    ]\n  }\n}\n`,
  );
  expect(await changed("a.tf", { ...plus, field: "ClientRequestHost" })).toBe(
    files["a.tf"].replace('eq \\"x\\"', 'in {\\"x\\" \\"fr\\"}'),
  );
  expect(await changed("a.cfrule", { ...plus, field: "CacheCacheStatus" })).toBe(
    "This value cannot be written as a condition here.",
  );
});

test("an empty filter keeps everything, until its first condition", async () => {
  const { ask } = await start("a.lpfilter", "// @dataset http_requests\n");
  expect(await ask()).toMatchObject({ result: { kept: 4 }, tree: { kind: "and", children: [] } });
  const other = await start("a.lpfilter", '{ "where": {} } // all');
  expect(await other.ask()).toMatchObject({ result: { kept: 4 } });
});

test("a line is added as an example", async () => {
  expect(await changed("a.lpfilter", { kind: "example", line: 2 })).toBe(
    `// @keep { "EdgeResponseStatus": 503, "ClientCountry": "de" }\n${filter}`,
  );
  expect(await changed("a.cfrule", { kind: "example", line: 1 })).toBe(
    `# @no-match GET https://www.example.com/ http.response.code=500 ip.src.country=FR\n${rule}`,
  );
});

test("an example is added once, and not inside a comment", async () => {
  const example = { kind: "example", line: 2 };
  const once = await changed("a.lpfilter", example);
  expect(await changed("a.lpfilter", example, once)).toBe(once);
  const comment = "/* of the\n   shop */ ";
  expect(await changed("a.lpfilter", example, `${comment}${filter}`)).toBe(`${comment}${once}`);
});

test("each text in a host has a lens that opens the lab; rules have the trace and the review", async () => {
  const folder = folderWith(files);
  const capabilities = { experimental: { weir: { lab: true } } };
  const client = await startClient({ folders: [folder], capabilities });
  const uri = `${folder}/a.tf`;
  await client.open(uri, files["a.tf"], "terraform");
  const lenses = (await client.request("textDocument/codeLens", {
    textDocument: { uri },
  })) as { command?: { title: string; arguments?: unknown[] } }[];
  const placesOf = (title: string) =>
    lenses.filter((it) => it.command?.title === title).map((it) => it.command?.arguments);
  const places = [
    [uri, { line: 2, character: 18 }],
    [uri, { line: 5, character: 18 }],
  ];
  expect(placesOf("Try on logs")).toEqual(places);
  expect(placesOf("Trace")).toEqual(places);
  expect(placesOf("Review")).toEqual(places);
});

test("a job: the expected output after sampling", async () => {
  const { ask } = await start("a.lpjob");
  const answer = await ask();
  expect(answer).toMatchObject({ resource: "job", result: { kept: 1, pushed: 1 } });
  expect(answer.tree.children?.[0]?.uri).toMatch(/\/a\.lpfilter$/);
});

test("a rule: fields that the lines do not have leave it undetermined", async () => {
  const { ask } = await start("a.cfrule", "http.response.code eq 404 or cf.edge.server_port eq 1");
  expect(await ask()).toMatchObject({
    resource: "rule",
    result: { kept: 1, undetermined: 3, missing: "in no log: cf.edge.server_port" },
    tree: { children: [{ holds: 1 }, { holds: 0, unknown: 4 }] },
  });
});

test("of several texts in a document, the one at the cursor", async () => {
  const { ask } = await start("a.tf");
  const at = async (line: number) => (await ask({ position: { line, character: 20 } })).tree.label;
  expect(await at(2)).toContain("http.host");
  expect(await at(5)).toContain("404");
  expect(await at(7)).toContain("404");
});

test("pasted lines in any format; the text is sent once", async () => {
  const { ask } = await start("a.lpfilter");
  const sample = { kind: "text", id: "p1", name: "pasted" } as const;
  expect(await ask({}, sample)).toEqual({
    refusal: "The lines are not in memory. Select the sample again.",
    lacks: "p1",
  });
  const text = "ClientCountry,EdgeResponseStatus\nde,503\nde,200\n";
  expect(await ask({}, { ...sample, text })).toMatchObject({ result: { kept: 1 } });
  expect(await ask({}, sample)).toMatchObject({ sample: { lines: 2, name: "pasted" } });
});

const both = (country: string) => `{ "where": { "and": [${statusIs("geq", 500)}, ${country}] } }`;

test.each([
  [
    "a.lpfilter",
    both('{ "key": "ClientCountry", "operator": "equals", "value": "de" }'),
    { kept: 0, undetermined: 2 },
    { fix: both('{ "key": "ClientCountry", "operator": "eq", "value": "de" }') },
  ],
  [
    "a.lpfilter",
    both('{ "key": "ClientCountry", "operator": "eq", "value": }'),
    { undetermined: 2 },
  ],
  ["a.lpfilter", both(""), { kept: 2, undetermined: 0 }],
  ["a.lpfilter", both("nonsense"), { kept: 0, undetermined: 2 }],
  ["a.lpfilter", '{ "where": { "key": 1 } }', { kept: 0, undetermined: 4 }],
  ["a.lpfilter", "nonsense", { kept: 0, undetermined: 4 }],
  ["a.cfrule", "http.response.code ge 500 and ip.src.country eq", { undetermined: 2 }],
  ["a.cfrule", "http.response.code ge 500) or ssl", { kept: 0, undetermined: 4 }],
] as const)(
  "in %s with errors, the rest is tried: %s",
  async (name, text, result, more: { readonly fix?: string } = {}) => {
    const { ask, about } = await start(name, text);
    const answer = await ask();
    expect(answer).toMatchObject({ result, scope: { lines: 4 } });
    if (result.undetermined > 0) expect(answer.problems?.[0]?.message).toMatch(/\.$/);
    if (more.fix) expect(applied(text, answer.problems?.[0]?.fix?.edits ?? [])).toBe(more.fix);
    const page = { outcome: "all", first: 0, count: 9, columns: [] };
    expect(await about<LabLines>("weir/tryLabLines", page)).toMatchObject({ total: 4 });
  },
);

test("a missing sample is refused with a reason", async () => {
  const { about } = await start("a.lpfilter");
  expect(await about("weir/tryLabLines", { lab: "none" })).toBeNull();
  const other = await start("a.lpfilter", `// @dataset gateway_dns\n${single("eq", '"de"')}`);
  expect(await other.ask()).toEqual({
    noSample: true,
    refusal:
      "No sample logs for 'gateway_dns'. Choose a log file, paste lines, or add 'samples' to 'weir.json'.",
  });
});

test("a file that changes is read again", async () => {
  const { ask, folder } = await start("a.lpfilter");
  await ask();
  const { appendFileSync } = await import("node:fs");
  appendFileSync(new URL(`${folder}/logs/a.ndjson`), `${JSON.stringify(lines[2])}\n`);
  expect(await ask()).toMatchObject({ result: { kept: 2 }, sample: { lines: 6 } });
});

test("an older request whose sample is opened late does not stop a newer one", async () => {
  const { logs } = nodePlatform;
  if (!logs) throw new Error("Node has files.");
  const opening: (() => void)[] = [];
  const late = {
    ...logs,
    async read(...args: Parameters<typeof logs.read>) {
      const reader = await logs.read(...args);
      await new Promise<void>((resolve) => opening.push(resolve));
      return reader;
    },
  };
  const { ask, client } = await start("a.lpfilter", filter, {
    serve: (connection) => startServer(connection, { ...nodePlatform, logs: late }),
  });
  const older = ask();
  await until(() => opening.length === 1);
  const newer = ask({ field: "ClientCountry" });
  await until(() => opening.length === 2);
  for (const open of opening.reverse()) open();
  expect(await older).toBeNull();
  expect(await newer).toMatchObject({ result: { kept: 1 }, values: { field: "ClientCountry" } });
  expect(client.logged).toEqual([]);
});

test("the first errors of a text, and how many more there are", async () => {
  const condition = '{ "key": "ClientCountry", "operator": "equals", "value": "de" }';
  const text = `{ "where": { "and": [${Array(5).fill(condition).join(", ")}] } }`;
  const { ask } = await start("a.lpfilter", text);
  const { problems = [], moreProblems } = await ask();
  expect(problems).toHaveLength(3);
  expect(moreProblems).toBeGreaterThanOrEqual(2);
});
