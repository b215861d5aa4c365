import { afterEach, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import type {
  ExamplesResult,
  ShownTrace,
  TraceAnswer,
  TraceFieldsResult,
  TraceInput,
} from "../../server/src/lsp/protocol.ts";
import { serveSentFiles } from "../../server/src/lsp/web-server.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const terraform = (path: string) => `resource "cloudflare_ruleset" "waf" {
  zone_id = "z1"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    {
      ref        = "office"
      action     = "skip"
      action_parameters = { ruleset = "current" }
      expression = "ip.src eq 192.0.2.1"
    },
    {
      ref        = "admin"
      action     = "block"
      expression = "http.request.uri.path eq \\"${path}\\""
    },
    {
      ref        = "bots"
      action     = "managed_challenge"
      expression = "cf.bot_management.score lt 30"
    },
  ]
}
`;

const request: TraceInput = {
  method: "GET",
  url: "https://example.com/admin",
  headers: [],
  fields: ["ip.src=203.0.113.7"],
};

async function start(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const client = await startClient({ folders: [folder] });
  const ask = (more: Partial<TraceInput> = {}, name?: string) =>
    client.request<TraceAnswer>("weir/trace", {
      request: { ...request, ...more },
      ...(name !== undefined && { textDocument: { uri: `${folder}/${name}` } }),
    });
  return { folder, client, ask };
}

function results({ steps }: ShownTrace): readonly string[] {
  return steps.flatMap((it) => it.rules.map(({ name, result }) => `${name}: ${result}`));
}

test("a request through the rules of the workspace, with places", async () => {
  const { folder, ask } = await start({ "infra/waf.tf": terraform("/admin") });
  const { trace, files } = await ask();
  expect(files).toBe(1);
  expect(trace).toMatchObject({ kind: "block" });
  expect(trace.outcome).toBe("blocked with 403 by 'admin': http.request.uri.path is \"/admin\"");
  expect(results(trace)).toEqual(["office: not-matched", "admin: matched", "bots: not-reached"]);
  const admin = trace.steps.flatMap((it) => it.rules).find((it) => it.name === "admin");
  expect(admin).toMatchObject({
    action: "block",
    place: { uri: `${folder}/infra/waf.tf`, label: "infra/waf.tf:12" },
  });
  expect((await ask({ fields: ["ip.src=192.0.2.1"] })).trace.kind).toBe("origin");
});

test("the text of the editor counts, and rules that cannot be read are unknown", async () => {
  const { folder, client, ask } = await start({ "infra/waf.tf": terraform("/admin") });
  const uri = `${folder}/infra/waf.tf`;
  await client.open(uri, terraform("/adm"), "terraform");
  expect(
    (await ask({ fields: [...request.fields, "cf.bot_management.score=90"] })).trace.kind,
  ).toBe("origin");
  await client.change(uri, 2, { text: terraform("/adm").replace("path eq", "path eqq") });
  const { trace } = await ask();
  expect(trace.kind).toBe("unknown");
  expect(results(trace)).toContain("admin: unknown");
});

test("the problem of a request, and an empty folder", async () => {
  const { ask } = await start({ "waf.tf": terraform("/admin") });
  expect(await ask({ fields: ["ip.srk=1"] })).toEqual({
    refusal: "Unknown field 'ip.srk'. Did you mean 'ip.src'?",
    isInRequest: true,
  });
  expect(await ask({ url: "example.com" })).toMatchObject({ isInRequest: true });
  const empty = await start({ "notes.yaml": "a: 1\n" });
  expect(await empty.ask()).toMatchObject({ refusal: expect.stringContaining("no rules here") });
});

test("rules of several zones: the host decides, or the zone that was selected", async () => {
  const other = terraform("/admin").replace('"waf"', '"other"').replace('"z1"', '"z2"');
  const { client, ask } = await start({ "waf.tf": terraform("/adm"), "other.tf": other });
  expect(await ask()).toEqual({
    refusal: "There are rules of several zones. Select the zone, or enter a URL with its host.",
    zones: ["z2", "z1"],
  });
  const selected = await ask({ zone: "z2" });
  expect(selected).toMatchObject({ trace: { kind: "block" }, zones: ["z2", "z1"], zone: "z2" });
  // The zone of an older request.
  expect(await ask({ zone: "z3" })).toMatchObject({ zones: ["z2", "z1"] });
  const alone = await start({ "waf.tf": terraform("/admin") });
  const notes = expect.arrayContaining(["There are no rules of zone 'z3' here."]);
  expect(await alone.ask({ zone: "z3" })).toMatchObject({ trace: { kind: "block", notes } });
  const asked = { request: { ...request, zone: "z2" }, text: "" };
  const added = await client.request<{ text: string }>("weir/traceTest", asked);
  expect(added.text).toContain("    zone: z2\n");
});

test("a trace starts in the zone of the rule, or of the file", async () => {
  const zone = 'resource "cloudflare_zone" "a" { name = "a.example" }\n';
  const first = terraform("/a").replace('"z1"', "cloudflare_zone.a.id");
  const second = terraform("/b").replace('"waf"', '"b"').replace('"z1"', '"z2"');
  const files = { "both.tf": `${zone}${first}${second}`, "b.tf": terraform("/c"), "c.tf": "" };
  const { folder, client } = await start(files);
  const startOf = async (name: keyof typeof files, before?: string) => {
    const uri = `${folder}/${name}`;
    await client.open(uri, files[name], "terraform");
    const line = files[name].slice(0, files[name].indexOf(before ?? "")).split("\n").length - 1;
    const position = { line, character: 20 };
    const asked = { textDocument: { uri }, ...(before !== undefined && { position }) };
    return client.request("weir/traceStart", asked);
  };
  expect(await startOf("both.tf", 'path eq \\"/a')).toEqual({
    zone: "a.example",
    host: "a.example",
  });
  expect(await startOf("both.tf", 'path eq \\"/b')).toEqual({ zone: "z2" });
  expect(await startOf("both.tf")).toEqual({});
  expect(await startOf("b.tf")).toEqual({ zone: "z1" });
  expect(await startOf("c.tf")).toEqual({});
});

test("a canceled request answers nothing", async () => {
  const { client } = await start({ "waf.tf": terraform("/admin") });
  const source = new CancellationTokenSource();
  const asked = client.request("weir/trace", { request }, source.token);
  source.cancel();
  await expect(asked).rejects.toThrow(/cancel/i);
});

test("the request of a log line: what it does not have is unknown", async () => {
  const { client, ask } = await start({ "waf.tf": terraform("/admin") });
  const line = {
    ClientRequestMethod: "GET",
    ClientRequestHost: "example.com",
    ClientRequestURI: "/admin?a=1",
    ClientRequestScheme: "https",
    ClientIP: "203.0.113.7",
  };
  const read = await client.request<{ request: TraceInput }>("weir/traceRequest", {
    text: JSON.stringify(line),
  });
  expect(read.request).toMatchObject({
    method: "GET",
    url: "https://example.com/admin?a=1",
    isPartial: true,
  });
  expect(read.request.fields).toEqual(['ip.src="203.0.113.7"']);
  expect((await ask(read.request)).trace.outcome).toContain("blocked with 403 by 'admin'");
  expect(await client.request("weir/traceRequest", { text: "curl -XPOST example.com/a" })).toEqual({
    request: { method: "POST", url: "http://example.com/a", headers: [], fields: [] },
  });
  const { fields } = await client.request<TraceFieldsResult>("weir/traceFields", {});
  expect(fields.find((it) => it.name === "ip.src.country")).toMatchObject({ type: "String" });
});

test.each([
  ["", ["tests:", "  - request: GET https://example.com/admin"]],
  ["rules: [infra]\n", ["rules: [infra]", "tests:", "  - request: GET https://example.com/admin"]],
  [
    "tests:\n- request: GET https://example.com/\n  expect: { outcome: origin }\nrules: [.]\n",
    [
      "tests:",
      "- request: GET https://example.com/",
      "  expect: { outcome: origin }",
      "- request: GET https://example.com/admin",
    ],
  ],
])("a request becomes a test at the end of %j", async (text, expected) => {
  const { client } = await start({ "waf.tf": terraform("/admin") });
  const asked = { request: { ...request, headers: ["x-a: yes"] }, text };
  const added = await client.request<{ text: string; line: number }>("weir/traceTest", asked);
  const lines = added.text.split("\n");
  expect(lines.slice(0, expected.length)).toEqual(expected);
  expect(lines[added.line]).toContain("request: GET https://example.com/admin");
  expect(added.text).toContain('headers: { x-a: "yes" }');
  expect(added.text).toContain('set: { ip.src: "203.0.113.7" }');
  expect(added.text).toContain("expect: { outcome: block, by: admin }");
});

const tests = `tests:
  - name: admin is closed
    request: GET https://example.com/admin ip.src=203.0.113.7
    expect: { outcome: block, by: admin }
  - request: GET https://example.com/admin ip.src=192.0.2.1
    expect: { outcome: block, by: admn }
`;

test("tests of a file: results with expected, actual and the steps", async () => {
  const { folder, client } = await start({ "waf.tf": terraform("/admin"), "a.trace.yaml": tests });
  const { documents } = await client.request<ExamplesResult>("weir/examples", {});
  const [file] = documents;
  expect(documents).toHaveLength(1);
  expect(file).toMatchObject({
    uri: `${folder}/a.trace.yaml`,
    examples: [
      { label: "admin is closed", outcome: "passed" },
      { label: "GET https://example.com/admin ip.src=192.0.2.1", outcome: "failed" },
    ],
  });
  expect(file?.examples[1]?.message).toBe(
    "outcome: expected block, found origin; by: expected admn, found nothing",
  );
  expect(file?.examples[1]?.actual).toContain("reaches the origin");
  expect(file?.examples[1]?.details).toContain("'office' skips the rest of this ruleset");
});

test("unknown rules are errors in the editor, and follow the files", async () => {
  const { folder, client } = await start({ "waf.tf": terraform("/admin") });
  const uri = `${folder}/a.trace.yaml`;
  await client.open(uri, tests, "yaml");
  await client.untilPublished(uri, "trace-test: Unknown rule 'admn'. Did you mean 'admin'?");
  await client.open(
    `${folder}/waf.tf`,
    terraform("/admin").replace('"admin"', '"admn"'),
    "terraform",
  );
  await client.untilPublished(uri, "trace-test: Unknown rule 'admin'. Did you mean 'admn'?");
});

test("in a browser, only one document", async () => {
  const client = await startClient({ serve: serveSentFiles });
  await client.notify("weir/files", { files: [], isAll: true });
  const uri = "memory:///rules.json";
  const rules = [{ ref: "a", action: "block", expression: 'http.host eq "example.com"' }];
  const phase = "http_request_firewall_custom";
  await client.open(uri, JSON.stringify({ kind: "zone", phase, rules }), "json");
  await client.open("memory:///other.json", "{}", "json");
  const asked = { request, textDocument: { uri }, isAlone: true };
  expect(await client.request("weir/trace", asked)).toMatchObject({
    trace: { kind: "block" },
    files: 1,
  });
  await client.change(uri, 2, { text: "{}" });
  const refusal = "There are no rules here. Paste a rule or a ruleset, Terraform or JSON.";
  expect(await client.request("weir/trace", asked)).toEqual({ refusal });
});
