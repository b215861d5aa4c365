import { afterEach, expect, test } from "vitest";
import type { CodeLens } from "vscode-languageserver";
import type { TraceAnswer, TraceInput } from "../../server/src/lsp/protocol.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const rules = (...conditions: readonly string[]) =>
  JSON.stringify({
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: conditions.map((expression, at) => ({ ref: `r${at}`, action: "block", expression })),
  });
const blocked = (name: string, when: string) =>
  `  - name: ${name}\n    when: ${when}\n    expect: { outcome: block }\n`;
const admin = blocked("admin", 'http.request.uri.path eq "/admin"');
const login = blocked("login", 'http.request.uri.path eq "/login"');
const listed = blocked("listed", 'http.request.uri.path eq "/listed"');

/** A policy file and rules in the editor, and the lenses of the file. */
async function start(always: string, json: string, experimental?: object, more = {}) {
  const folder = folderWith({ "waf.json": json, ...more });
  const capabilities = { ...(experimental && { experimental: { weir: experimental } }) };
  const client = await startClient({ folders: [folder], capabilities });
  const uri = `${folder}/a.trace.yaml`;
  await client.open(uri, always, "yaml");
  const lenses = async () => {
    const textDocument = { uri };
    return (await client.request<CodeLens[]>("textDocument/codeLens", { textDocument })).map(
      ({ range, command }) => ({ line: range.start.line, ...command }),
    );
  };
  return { folder, client, uri, lenses };
}

const adminRule = 'http.request.uri.path eq "/admin"';

test.each<[about: string, always: string, titles: readonly string[]]>([
  ["one holds", `always:\n${admin}`, ["0 ✓ 1 holds"]],
  ["two hold", `always:\n${admin}${admin}`, ["0 ✓ 2 hold"]],
  ["one is broken", `rules: ["*.json"]\nalways:\n${login}`, ["1 ✗ 1 broken"]],
  [
    "each state",
    `always:\n${admin}${login}${listed}${blocked("bad", "ip.src eqq 1")}`,
    ["0 ✓ 1 holds", "0 ✗ 1 broken", "0 ? 1 not known", "0 ✗ 1 invalid"],
  ],
  ["no policies", "always: []\n", []],
  ["only tests", "tests: []\n", []],
])("lenses above the policies of a file: %s", async (_, always, titles) => {
  const { lenses } = await start(
    always,
    rules(adminRule, 'http.request.uri.path eq "/listed" and ip.src in $office'),
  );
  expect((await lenses()).map(({ line, title }) => `${line} ${title}`)).toEqual(titles);
});

test("a lens follows rules in other files that are typed", async () => {
  const { folder, client, lenses } = await start(`always:\n${admin}`, rules(adminRule));
  expect((await lenses()).map((it) => it.title)).toEqual(["✓ 1 holds"]);
  await client.open(`${folder}/waf.json`, rules('http.request.uri.path eq "/adm"'), "json");
  expect((await lenses()).map((it) => it.title)).toEqual(["✗ 1 broken"]);
});

test("a broken policy opens its request in the trace, of the same rules", async () => {
  const { client, uri, lenses } = await start(
    `rules: [waf.json]\nalways:\n${login}`,
    rules(adminRule),
    { lab: true },
    { "other.json": rules("true") },
  );
  const found = await lenses();
  expect(found).toMatchObject([
    { line: 1, title: "✗ 1 broken", command: "weir.trace" },
    { line: 3, title: "✗ Trace", command: "weir.trace" },
  ]);
  for (const { arguments: args = [] } of found) {
    const [from, , request] = args as [string, unknown, TraceInput];
    expect(from).toBe(uri);
    expect(request).toMatchObject({ method: "GET", url: expect.stringMatching(/\/login$/) });
    const asked = { request, textDocument: { uri } };
    const { trace } = await client.request<TraceAnswer>("weir/trace", asked);
    expect(trace.kind).toBe("origin");
  }
});
