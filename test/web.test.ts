import { afterEach, describe, expect, test } from "vitest";
import type { CodeAction, CompletionList, Diagnostic, Hover } from "vscode-languageserver/node";
import { bundlesOfServer, serverBundle } from "../client/src/server/worker-script.ts";
import { SentFiles } from "../server/src/lsp/files/sent-files.ts";
import { type FilesParams, filesNotification } from "../server/src/lsp/protocol.ts";
import { serveSentFiles } from "../server/src/lsp/web-server.ts";
import { type Options, startClient, stopClients, type TestClient } from "./support/programs/lsp.ts";
import { readBundle, startWebServer } from "./support/programs/web-server.ts";

afterEach(stopClients);

const folder = "vscode-vfs://github/acme/edge%20rules";
const settings = `${folder}/weir.json`;
const filter = `${folder}/in/a.lpfilter`;
const uses = (dataset: string) => `{ "datasets": { "in/*": "${dataset}" } }`;
const asks = (field: string) =>
  `{ "where": { "key": "${field}", "operator": "eq", "value": "x" } }`;

type Start = (files: Readonly<Record<string, string>>) => Promise<TestClient>;

async function begin(
  open: (options: Options) => Promise<TestClient>,
  files: Readonly<Record<string, string>>,
): Promise<TestClient> {
  const client = await open({
    folders: [folder],
    capabilities: {
      textDocument: { diagnostic: {}, codeAction: { codeActionLiteralSupport: literals } },
      workspace: { diagnostics: { refreshSupport: true } },
    },
  });
  await send(client, files, true);
  return client;
}

const literals = { codeActionKind: { valueSet: [] } };

function send(
  client: TestClient,
  files: Readonly<Record<string, string | null>>,
  isAll = false,
): Promise<void> {
  const texts = Object.entries(files).map(([uri, text]) => ({ uri, text }));
  const params: FilesParams = { files: texts, isAll };
  return client.notify(filesNotification, params);
}

async function findings(client: TestClient, uri = filter): Promise<string[]> {
  const { items } = await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  return items.map((it) => `${it.code}: ${it.message}`);
}

const servers: [string, Start][] = [
  ["as it is built", (files) => begin(startWebServer, files)],
  [
    "from its sources",
    (files) => begin((it) => startClient({ ...it, serve: serveSentFiles }), files),
  ],
];

describe.each(servers)("the server in a browser, %s", (_, start) => {
  test("finds problems with the received settings, and detects changes to them", async () => {
    const client = await start({ [settings]: uses("dns_logs") });
    await client.open(filter, asks("QueryNam"), "lpfilter");
    expect(await findings(client)).toEqual([
      "unknown-field: 'dns_logs' has no field 'QueryNam'. Did you mean 'QueryName'?",
    ]);
    await send(client, { [settings]: uses("gateway_dns") });
    await client.untilAsked("workspace/diagnostic/refresh");
    expect(await findings(client)).toEqual([
      expect.stringContaining("'gateway_dns' has no field 'QueryNam'"),
    ]);
    await send(client, { [settings]: null });
    expect(await findings(client)).toEqual([
      expect.stringContaining("'http_requests' has no field 'QueryNam'"),
    ]);
  });

  test("completes, explains and fixes", async () => {
    const client = await start({});
    await client.open(filter, asks("ClientRequesrHost"), "lpfilter");
    const at = { textDocument: { uri: filter }, position: { line: 0, character: 24 } };
    const { items } = await client.request<CompletionList>("textDocument/completion", at);
    expect(items.map((it) => it.label)).toContain("ClientRequestHost");
    const where = { ...at, position: { line: 0, character: 4 } };
    const hover = await client.request<Hover>("textDocument/hover", where);
    expect(JSON.stringify(hover)).toContain("1 of 30 operators");
    const range = { start: at.position, end: at.position };
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      ...at,
      range,
      context: { diagnostics: [] },
    });
    expect(actions.map((it) => it.title)).toContain("Use 'ClientRequestHost'");
  });

  test("uses the jobs and filters of the workspace, including closed files", async () => {
    const job = `${folder}/a.lpjob`;
    const client = await start({
      [job]: '{ "name": "a", "dataset": "dns_logs", "filter": "./in/a.lpfilter" }',
      [filter]: asks("QueryNam"),
    });
    await client.open(filter, asks("QueryNam"), "lpfilter");
    expect(await findings(client)).toEqual([
      expect.stringContaining("'dns_logs' has no field 'QueryNam'"),
    ]);
    expect((await findings(client, job)).join()).not.toContain("a.lpfilter");
    await client.close(filter);
    await send(client, { [filter]: null });
    expect((await findings(client, job)).join()).toContain("./in/a.lpfilter");
  });

  test("refuses commands that need the service with a reason, and copies otherwise", async () => {
    const client = await start({});
    await client.open(filter, asks("ClientIP"), "lpfilter");
    const run = (command: string, more = {}) =>
      client.request("workspace/executeCommand", {
        command,
        arguments: [{ uri: filter, ...more }],
      });
    const refusal = expect.stringMatching(/^Cannot push from a browser: /);
    for (const it of ["weir.push", "weir.profiles", "weir.verify", "weir.remoteText"])
      expect(await run(it)).toEqual({ refusal });
    const text = JSON.stringify('{"where":{"key":"ClientIP","operator":"eq","value":"x"}}');
    expect(await run("weir.copyEscaped")).toEqual({ text });
    expect(await run("weir.copySql")).toEqual({ text: expect.stringContaining("SELECT *") });
    expect(await run("weir.compareMeaning")).toEqual({
      refusal: "In a browser, a file can only be compared with another file.",
    });
    expect(await run("weir.compareMeaning", { other: filter })).toMatchObject({
      relation: "equal",
    });
    expect(
      await client.request("textDocument/codeLens", { textDocument: { uri: filter } }),
    ).toMatchObject([{ command: { command: "weir.show" } }]);
  });

  test("shows the effect of a filter on pasted lines", async () => {
    const client = await start({ [filter]: asks("ClientIP") });
    await client.open(filter, asks("ClientIP"));
    const sample = { kind: "text", id: "1", name: "pasted", text: '{"ClientIP":"x"}\n{}\n{' };
    const asked = { lab: "1", textDocument: { uri: filter }, field: "ClientIP" };
    expect(await client.request("weir/tryLab", { ...asked, sample })).toMatchObject({
      sample: { lines: 3, unreadable: 1, fields: [{ name: "ClientIP" }] },
      result: { kept: 1 },
      values: { rows: [{ raw: '"x"', kept: 1 }, { dropped: 1 }] },
    });
    const page = { lab: "1", outcome: "all", first: 0, count: 9, columns: ["ClientIP"] };
    expect(await client.request("weir/tryLabLines", page)).toMatchObject({
      rows: [{ cells: ['"x"'] }, { cells: [null] }],
    });
    expect(
      await client.request("weir/tryLab", { ...asked, sample: { kind: "workspace" } }),
    ).toHaveProperty("refusal");
  });

  test("tries a filter, a job and a rule on lines of text", async () => {
    const client = await start({ [filter]: asks("ClientIP") });
    const open = (name: string, text: string) => client.open(`${folder}/${name}`, text);
    const tried = (name: string, lines: string) =>
      client.request("weir/tryLines", { textDocument: { uri: `${folder}/${name}` }, lines });
    const lines = '{"ClientIP":"x"}\r\n\n{"ClientIP":"192.0.2.1"}\n[]\n{"Cli';
    await open("in/a.lpfilter", asks("ClientIP"));
    expect(await tried("in/a.lpfilter", `\ufeff${lines}`)).toEqual({
      ...{ lines: 4, kept: 1, undetermined: 0, unreadable: 2 },
      outcomes: ["kept", "blank", "dropped", "unreadable", "unreadable"],
      reasons: [[], [], [expect.objectContaining({ holds: false })], [], []],
      problems: [
        { line: 4, message: "Expected a JSON object." },
        { line: 5, message: "Invalid JSON." },
      ],
    });
    await open("a.lpjob", '{ "dataset": "http_requests", "filter": "in/a.lpfilter" }');
    expect(await tried("a.lpjob", lines)).toMatchObject({ lines: 4, kept: 1 });
    await open("b.lpjob", '{ "dataset": "http_requests", "filter": "none.lpfilter" }');
    expect(await tried("b.lpjob", lines)).toEqual({
      refusal: "Cannot read the filter 'none.lpfilter'. No such file.",
    });
    await open("a.cfrule", "ip.src eq 192.0.2.2 and cf.bot_management.js_detection.passed");
    expect(await tried("a.cfrule", lines)).toMatchObject({
      outcomes: ["undetermined", "blank", "dropped", "unreadable", "unreadable"],
      missed: ["ip.src", "cf.bot_management.js_detection.passed"],
    });
    await open("b.cfrule", "ip.src eq");
    expect(await tried("b.cfrule", lines)).toHaveProperty("refusal");
    expect(await tried("closed.cfrule", lines)).toBeNull();
  });

  test("copies only our files, and rejects other commands", async () => {
    const client = await start({ [filter]: '{ "were": 1 }' });
    const copy = (...given: unknown[]) =>
      client.request("workspace/executeCommand", { command: "weir.copyEscaped", arguments: given });
    expect(await copy({ uris: [filter] })).toEqual({
      refusal: expect.stringMatching(/^'a\.lpfilter' has an error/),
    });
    expect(await copy({})).toEqual({ refusal: 'Missing file. Pass { "uri": "file:///…" }.' });
    expect(await copy(7)).toHaveProperty("refusal");
    const unknown = client.request("workspace/executeCommand", { command: "weir.fly" });
    await expect(unknown).rejects.toThrow("Unknown command 'weir.fly'.");
  });

  test("is notified of new files, but not of unchanged ones", async () => {
    const job = `${folder}/a.lpjob`;
    const client = await start({});
    await client.open(job, '{ "name": "a", "filter": "./in/a.lpfilter" }', "lpjob");
    expect((await findings(client, job)).join()).toContain("./in/a.lpfilter");
    await send(client, { [filter]: asks("ClientIP") });
    await client.untilAsked("workspace/diagnostic/refresh");
    expect((await findings(client, job)).join()).not.toContain("./in/a.lpfilter");
    const before = client.asked.length;
    await send(client, { [filter]: asks("ClientIP"), [`${folder}/none.lpjob`]: null });
    expect((await findings(client, job)).join()).not.toContain("./in/a.lpfilter");
    expect(client.asked).toHaveLength(before);
  });

  test("ignores cancellation, and continues", async () => {
    const client = await start({ [filter]: asks("ClientIP") });
    const run = () =>
      client.request("workspace/executeCommand", {
        command: "weir.copyEscaped",
        arguments: [{ uri: filter }],
      });
    const copied = await run();
    await client.notify("window/workDoneProgress/cancel", { token: "any" });
    expect(await run()).toEqual(copied);
    expect(await client.request("shutdown", undefined)).toBeNull();
  });

  test("checks policies", async () => {
    const policies = [
      { name: "ref", for: "rule", schema: { required: ["ref"] }, message: "Add a ref." },
    ];
    const client = await start({ [settings]: JSON.stringify({ policies }) });
    await client.open(`${folder}/a.cfrule`, "# @action block\nssl\n", "cfrule");
    expect(await findings(client, `${folder}/a.cfrule`)).toEqual([
      "policy: Policy 'ref': Add a ref.",
    ]);
  });

  test("supports rules", async () => {
    const client = await start({});
    await client.open(`${folder}/a.cfrule`, 'http.hots eq "a"', "cfrule");
    expect(await findings(client, `${folder}/a.cfrule`)).toEqual([
      "unknown-field: Unknown field 'http.hots'. Did you mean 'http.host'?",
    ]);
  });
});

test("files that arrive before the first request are used", () => {
  const files = new SentFiles();
  files.take({ files: [{ uri: settings, text: "{}" }] });
  expect(files.textAt(settings)).toBe("{}");
  expect(files.textAt(filter)).toBeUndefined();
});

describe("the bundles for browsers", () => {
  const loadedBy = (name: string) => [
    ...new Set([...readBundle(name).matchAll(/\brequire\("([^"]+)"\)/g)].map((it) => it[1])),
  ];

  test.each(bundlesOfServer)("%s loads nothing but languages", (name) => {
    const languages = bundlesOfServer.filter((it) => it !== serverBundle).map((it) => `./${it}`);
    expect(loadedBy(name).filter((it) => !languages.includes(it ?? ""))).toEqual([]);
  });

  test("the client only loads the editor API", () => {
    expect(loadedBy("web-client.js")).toEqual(["vscode"]);
  });

  test.each([...bundlesOfServer, "web-client.js"])("%s opens no connection", (name) => {
    const text = readBundle(name);
    expect(/\bfetch\(|XMLHttpRequest|new WebSocket|importScripts/.exec(text)?.[0]).toBeUndefined();
    expect(text.length).toBeLessThan(1_500_000);
  });
});
