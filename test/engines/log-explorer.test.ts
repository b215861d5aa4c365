/** Log Explorer of the emulator, which refuses what the service documents that it refuses. */
import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const baseUrl = "http://127.0.0.1:8787/client/v4";
const env = { WEIR_API_TOKEN: defaults.token, WEIR_BASE_URL: baseUrl };
const place = { zone: defaults.zone, account: defaults.account };
const config = (more: object = place) => ({
  profiles: { p: { baseUrl, ...more } },
  engines: { explorer: { kind: "log-explorer", profile: "p" } },
});
const condition = (key: string, value: unknown) => ({ key, operator: "!eq", value });
const filter = (where: object, dataset = "http_requests") =>
  `// @dataset ${dataset}\n${JSON.stringify({ where })}`;
const hosts = (count: number) => ({
  and: Array.from({ length: count }, (_, n) => condition("ClientRequestHost", `${n}.example`)),
});

interface Sent {
  readonly url: string;
  readonly type: string | null;
  readonly body: string;
}

async function tried(
  files: Record<string, string>,
  args: readonly string[] = [],
  {
    answer,
    weirJson = config(),
  }: { answer?: (sent: Sent) => Response | undefined; weirJson?: object } = {},
) {
  using folder = new Folder({ ...files, "weir.json": JSON.stringify(weirJson) });
  const emulator = createEmulator();
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({
      url: request.url,
      type: request.headers.get("content-type"),
      body: await request.clone().text(),
    });
    return answer?.(sent.at(-1) as Sent) ?? emulator.fetch(request);
  };
  const all = ["try", ...Object.keys(files), "--engine", "explorer", ...args];
  const given = await weir(folder, [...all, "--format", "json"], "", { env, fetch });
  return { ...given, sent, answer: given.out.startsWith("{") ? JSON.parse(given.out) : undefined };
}

const errors = filter({ key: "EdgeResponseStatus", operator: "geq", value: 500 });
const hour = ["--since", "1h"];

test("counts with the credential of the profile, by statements as plain text", async () => {
  const { answer, sent, err } = await tried({ "a.lpfilter": errors }, [
    ...hour,
    "--by",
    "EdgeResponseStatus",
  ]);
  assert.equal(err, "");
  expect(answer.results[0]).toMatchObject({
    kept: 12,
    undetermined: 0,
    lines: 60,
    keptBytes: null,
  });
  expect(answer.results[0].by.EdgeResponseStatus.kept).toEqual([[503, 12]]);
  expect(answer.engine).toMatchObject({
    name: "explorer",
    kind: "log-explorer",
    scannedBytes: null,
  });
  expect(answer.engine.statements).toHaveLength(2);
  const queries = sent.filter((it) => it.url.endsWith("/logs/explorer/query/sql"));
  expect(queries.map((it) => it.body)).toEqual(answer.engine.statements);
  expect(new Set(queries.map((it) => it.type))).toEqual(new Set(["text/plain"]));
  expect(queries[0]?.body).toMatch(
    /WHERE EdgeStartTimestamp >= '.*' AND .* AND date >= '.*' AND date <= '/,
  );
});

test("a filter with too many predicates is refused with their count, and the others are counted", async () => {
  const { answer } = await tried({ "a.lpfilter": errors, "b.lpfilter": filter(hosts(21)) }, hour);
  expect(answer.results).toMatchObject([
    { kept: 12 },
    {
      error:
        "It needs 26 predicates with the time range; Log Explorer accepts 25. Shorten it with 'weir shrink'.",
    },
  ]);
  const most = await tried({ "b.lpfilter": filter(hosts(20)) }, hour);
  expect(most.answer.results).toMatchObject([{ kept: 60 }]);
});

test("several texts are counted by as few statements as the limit allows", async () => {
  const files = Object.fromEntries(
    [10, 10, 10, 3].map((count, n) => [`${n}.lpfilter`, filter(hosts(count))]),
  );
  const { answer } = await tried(files, hour);
  expect(answer.results.map((it: { kept: number }) => it.kept)).toEqual([60, 60, 60, 60]);
  expect(answer.engine.statements).toHaveLength(2);
});

test("each dataset has its own table, of the zone or of the account", async () => {
  const audit = filter({ key: "ActionType", operator: "eq", value: "" }, "audit_logs");
  const { answer, sent } = await tried({ "a.lpfilter": errors, "b.lpfilter": audit }, hour);
  expect(answer.results).toMatchObject([{ kept: 12 }, { kept: 60 }]);
  expect(
    sent.some((it) => it.url.includes(`/accounts/${defaults.account}/logs/explorer/query`)),
  ).toBe(true);
  const zoneOnly = await tried({ "a.lpfilter": errors, "b.lpfilter": audit }, hour, {
    weirJson: config({ zone: defaults.zone }),
  });
  expect(zoneOnly.answer.results).toMatchObject([
    { kept: 12 },
    { error: "Lines of 'audit_logs' belong to 'account', which the profile does not name." },
  ]);
});

test.each([
  [[], "Log Explorer needs a time range. Add '--since', as in '--since 1h'."],
  [[...hour, "--head", "5"], "Log Explorer counts all lines of a time range. Omit '--head'."],
])("refused before anything is sent: %j", async (args, message) => {
  const { err, sent, status } = await tried({ "a.lpfilter": errors }, args);
  assert.equal(status, 2);
  expect(err).toContain(message);
  expect(sent).toEqual([]);
});

const envelope = (result: unknown, status = 200) =>
  Response.json({ result, success: status < 300, errors: [], messages: [] }, { status });

test.each<[string, (sent: Sent) => Response | undefined, string]>([
  [
    "a timeout",
    ({ url }) => (url.endsWith("/sql") ? envelope(null, 504) : undefined),
    "Nothing was counted. Use a shorter time range",
  ],
  [
    "a generic refusal",
    ({ url }) => (url.endsWith("/sql") ? envelope(null, 400) : undefined),
    "Use a shorter time range",
  ],
  [
    "a dataset that is not enabled",
    ({ url }) => (url.endsWith("/datasets") ? envelope([]) : undefined),
    "Log Explorer does not store 'http_requests' of this zone. Enable the dataset there",
  ],
  [
    "no schema",
    ({ url }) => (url.endsWith("/available") ? envelope([]) : undefined),
    "Log Explorer does not tell the fields of 'http_requests'.",
  ],
  ["a refused credential", () => envelope(null, 403), "rejected the request (403)"],
])("nothing is counted after %s", async (_, answer, message) => {
  const { err, out, status } = await tried({ "a.lpfilter": errors }, hour, { answer });
  assert.equal(status, 2);
  expect(out).toContain(`"error": `);
  expect(err).toContain(message);
  expect(err).not.toContain(defaults.token);
});

test("a foreign weir.json cannot send the credential elsewhere", async () => {
  const weirJson = {
    profiles: { p: { baseUrl: "https://evil.example/client/v4", ...place } },
    engines: { explorer: { kind: "log-explorer", profile: "p" } },
  };
  const { err, sent, status } = await tried({ "a.lpfilter": errors }, hour, { weirJson });
  assert.equal(status, 2);
  expect(sent).toEqual([]);
  expect(err).toContain("evil.example");
  expect(err).not.toContain(defaults.token);
});

describe("the emulator refuses", () => {
  const range = "date >= '2026-01-01'";
  const many = Array.from({ length: 25 }, (_, n) => `BotScore <> ${n}`).join(" AND ");
  // biome-ignore format: one row each
  test.each([
    ["SELECT COUNT(*) FROM http_requests", 504, "The query timed out."],
    ["SELECT COUNT(*) FROM nothing", 400, "Unknown table 'nothing'."],
    [`SELECT nothing FROM http_requests WHERE ${range}`, 400, "Unknown column 'nothing'."],
    [`SELECT position('a', RayID) FROM http_requests WHERE ${range}`, 400, "Unknown function 'position'."],
    [`SELECT COUNT(*) FROM http_requests WHERE ${range} AND ${many}`, 400, "The query has 26 predicates; at most 25 are allowed."],
    [`SELECT RayID FROM http_requests WHERE ${range} LIMIT 10001`, 400, "LIMIT is at most 10000."],
    [`SELECT COUNT(*) FROM (SELECT * FROM http_requests) WHERE ${range}`, 400, "Only one SELECT over one table"],
    [`SELECT COUNT(*) FROM http_requests JOIN b ON 1 = 1 WHERE ${range}`, 400, "Only one SELECT over one table"],
    [`SELECT COUNT(*) FILTER (WHERE TRUE) FROM http_requests WHERE ${range}`, 400, "Only one SELECT over one table"],
    [`SELECT COUNT(*) FROM http_requests WHERE ${range} AND RayID > 5`, 400, "Values of different types cannot be compared."],
    [`SELECT COUNT(*) FROM http_requests WHERE ${range};`, 400, "Unexpected ';'."],
  ])("%s", async (body, status, message) => {
    const emulator = createEmulator();
    const response = await emulator.fetch(`${baseUrl}/zones/${defaults.zone}/logs/explorer/query/sql`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${defaults.token}`, "content-type": "text/plain" },
    });
    assert.equal(response.status, status);
    const answer = (await response.json()) as { errors: { message: string }[] };
    expect(answer.errors[0]?.message).toContain(message);
  });
});
