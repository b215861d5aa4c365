import { afterEach, describe, expect, test, vi } from "vitest";
import { languages } from "../../../server/src/languages.ts";
import { keyOf } from "../../../server/src/lsp/files/uris.ts";
import { Messages } from "../../../server/src/lsp/wire/messages.ts";
import { folderWith, removeAt, removeFolders, writeAt } from "../../support/folders.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.useRealTimers();
});

const uri = "untitled:a";
const textDocument = { uri };

describe("an invalid position is refused, and the server continues", () => {
  const wrong = [{}, { line: 0 }, { character: 0 }, { line: "0", character: "0" }, null, 7];
  const odd = [{ line: 0.5, character: 0 }, { line: null, character: 0 }, [], "0:0"];
  const texts = [
    ["cfrule", 'http.host eq "a" and '],
    ["lpfilter", '{ "where": { "key": "'],
    ["lpjob", '{ "dataset": "'],
  ] as const;
  const methods = ["completion", "hover", "signatureHelp", "documentHighlight", "prepareRename"];
  const withMore = ["references", "rename", "onTypeFormatting", "definition"];

  test.each(texts)("%s", async (language, text) => {
    const client = await startClient({ languages });
    await client.open(uri, text, language);
    const more = { context: {}, newName: "x", ch: "}", options: { tabSize: 2 } };
    for (const position of [...wrong, ...odd]) {
      for (const method of [...methods, ...withMore]) {
        const asked = client.request(`textDocument/${method}`, { textDocument, position, ...more });
        await asked.catch((error) => expect([-32602, -32601]).toContain(error.code));
      }
      const range = { start: position, end: position };
      for (const method of ["codeAction", "rangeFormatting", "inlayHint", "semanticTokens/range"]) {
        const asked = client.request(`textDocument/${method}`, { textDocument, range, ...more });
        await asked.catch((error) => expect(error.code).toBe(-32602));
      }
      await client.change(uri, 2, { range, text: "?" } as never);
    }
    for (const far of [-5, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const position = { line: far, character: far };
      await client.request("textDocument/completion", { textDocument, position });
    }
    expect(
      await client.request("textDocument/completion", {
        textDocument,
        position: { line: 0, character: text.length },
      }),
    ).not.toBeNull();
  });
});

describe("parameters without a member that is needed are refused with its name", () => {
  const position = { line: 0, character: 0 };
  const range = { start: position, end: position };
  test.each([
    ["textDocument/hover", null, "textDocument"],
    ["textDocument/hover", { position }, "textDocument"],
    ["textDocument/completion", { textDocument: { uri: 5 }, position }, "textDocument"],
    ["textDocument/references", { textDocument }, "position"],
    ["textDocument/semanticTokens/full/delta", null, "textDocument"],
    ["textDocument/formatting", { textDocument }, "options"],
    ["textDocument/rename", { textDocument, position, newName: {} }, "newName"],
    ["textDocument/selectionRange", { textDocument, positions: [{}] }, "positions"],
    ["textDocument/codeAction", { textDocument, range: { start: position } }, "range"],
    ["textDocument/inlayHint", { range }, "textDocument"],
    ["workspace/symbol", {}, "query"],
    ["workspace/executeCommand", { command: null }, "command"],
    ["weir/tryLab", { lab: "a", textDocument }, "sample"],
    ["weir/examples", { textDocument: null }, "textDocument"],
    ["weir/traceTest", { request: {} }, "text"],
  ])("%s %j", async (method, params, member) => {
    const client = await startClient({ languages });
    await expect(client.request(method, params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`'${method}' needs '${member}': `),
    });
  });
});

test.each(["weir/examples", "weir/traceFields", "weir/traceStart"])(
  "%s without an object is refused",
  async (method) => {
    const client = await startClient({ languages });
    for (const params of [null, []])
      await expect(client.request(method, params)).rejects.toMatchObject({ code: -32602 });
  },
);

test("a null range means the whole text", async () => {
  const client = await startClient({ languages });
  await client.open(uri, "ssl", "cfrule");
  await client.change(uri, 2, { range: null, text: "http.hots" } as never);
  await client.until(() =>
    client.published.some((it) => it.diagnostics[0]?.code === "unknown-field"),
  );
});

test("requests at the wrong time are refused with the specified code", async () => {
  const client = await startClient({ languages });
  const params = { processId: null, rootUri: null, capabilities: {} };
  await expect(client.request("initialize", params)).rejects.toMatchObject({ code: -32600 });
  expect(await client.request("shutdown", undefined)).toBeNull();
  const asked = [
    ["textDocument/hover", { textDocument, position: { line: 0, character: 0 } }],
    ["weir/x", {}],
    ["initialize", params],
    ["shutdown", undefined],
  ] as const;
  for (const [method, sent] of asked)
    await expect(client.request(method, sent), method).rejects.toMatchObject({ code: -32600 });
});

test("an empty code action kind means all kinds", async () => {
  const capabilities = {
    textDocument: {
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    },
  };
  const client = await startClient({ languages, capabilities });
  await client.open(uri, 'http.hots eq "a"', "cfrule");
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const all = await client.request<unknown[]>("textDocument/codeAction", {
    textDocument,
    range,
    context: { diagnostics: [], only: [""] },
  });
  expect(all.length).toBeGreaterThan(0);
});

test("a client that never answers configuration requests gets the defaults", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const capabilities = { workspace: { configuration: true } };
  const client = await startClient({
    languages,
    capabilities,
    configuration: () => new Promise(() => {}),
  });
  await client.open(uri, "http.hots", "cfrule");
  await client.untilAsked("workspace/configuration");
  await vi.advanceTimersByTimeAsync(60_000);
  await client.until(() =>
    client.published.some((it) => it.diagnostics[0]?.code === "unknown-field"),
  );
});

test("without file watching a changed weir.json is detected on open and on save", async () => {
  const folder = folderWith({ "weir.json": "{}", "a.cfrule": "http.hots", "b.cfrule": "ssl" });
  const client = await startClient({ languages, folders: [folder] });
  const a = `${folder}/a.cfrule`;
  await client.open(a, "http.hots", "cfrule");
  const severities = () =>
    client.published.findLast((it) => it.uri === a)?.diagnostics.map((it) => it.severity);
  await client.until(() => severities()?.[0] === 1);
  writeAt(`${folder}/weir.json`, '{ "severity": { "unknown-field": "warning" } }');
  await client.open(`${folder}/b.cfrule`, "ssl", "cfrule");
  await client.until(() => severities()?.[0] === 2);
  writeAt(`${folder}/weir.json`, '{ "severity": { "unknown-field": "off" } }');
  await client.notify("textDocument/didSave", { textDocument: { uri: a } });
  await client.until(() => severities()?.length === 0);
});

test("a deleted weir.json that the watcher missed is detected on open", async () => {
  const weirJson = '{ "severity": { "unknown-field": "off" } }';
  const folder = folderWith({ "weir.json": weirJson, "a.cfrule": "http.hots", "b.cfrule": "ssl" });
  const workspace = { didChangeWatchedFiles: { dynamicRegistration: true } };
  const client = await startClient({ languages, capabilities: { workspace }, folders: [folder] });
  const a = `${folder}/a.cfrule`;
  await client.open(a, "http.hots", "cfrule");
  const found = () => client.published.findLast((it) => it.uri === a)?.diagnostics.length;
  await client.until(() => found() === 0);
  removeAt(`${folder}/weir.json`);
  await client.open(`${folder}/b.cfrule`, "ssl", "cfrule");
  await client.until(() => found() === 1);
});

test("20 edits of weir.json cause one refresh of each kind", async () => {
  const refreshes = { refreshSupport: true };
  const workspace = {
    diagnostics: refreshes,
    codeLens: refreshes,
    inlayHint: refreshes,
    semanticTokens: refreshes,
  };
  const folder = folderWith({ "weir.json": "{}" });
  const client = await startClient({ languages, capabilities: { workspace }, folders: [folder] });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const config = `${folder}/weir.json`;
  await client.open(config, "{}", "json");
  for (let key = 0; key < 20; key++) {
    await client.change(config, key + 2, { text: `{${" ".repeat(key)}}` });
    await client.request("textDocument/hover", {
      textDocument: { uri: config },
      position: { line: 0, character: 0 },
    });
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1000);
  await client.until(() =>
    client.asked.some((it) => it.method === "workspace/semanticTokens/refresh"),
  );
  await client.request("textDocument/hover", {
    textDocument: { uri: config },
    position: { line: 0, character: 0 },
  });
  const asked = client.asked.map((it) => it.method).filter((it) => it.endsWith("/refresh"));
  expect([...asked].sort()).toEqual([...new Set(asked)].sort());
});

test("a file has one key, however its URI is escaped", () => {
  expect(keyOf("file:///C%3A/a%20b/%c3%a4")).toBe(keyOf("file:///c:/a b/%C3%A4"));
  expect(keyOf("untitled:A:")).toBe("untitled:A:");
});

test("the file extension takes precedence over the language ID, which is case-insensitive", async () => {
  const client = await startClient({ languages });
  await client.open("file:///w/a.cfrule", "http.hots", "lpfilter");
  await client.open("untitled:b", "http.hots", "CfRule");
  for (const it of ["file:///w/a.cfrule", "untitled:b"])
    await client.until(() =>
      client.published
        .find((sent) => sent.uri === it)
        ?.diagnostics.some((found) => found.code === "unknown-field"),
    );
});

test("a message that is not JSON is reported and skipped", () => {
  const passed: string[] = [];
  let broken = 0;
  const messages = new Messages(
    () => {},
    () => broken++,
  );
  messages.on("data", (chunk: Buffer) => passed.push(String(chunk)));
  const frame = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const good = frame('{"jsonrpc":"2.0","method":"é"}');
  for (const byte of Buffer.from(
    frame('{"a":') + good + frame("}{") + frame("x".repeat(99)) + good,
  ))
    messages.write(Buffer.of(byte));
  expect(broken).toBe(3);
  expect(passed.join("")).toBe(good + good);
});
