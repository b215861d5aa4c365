import { afterEach, expect, test, vi } from "vitest";
import {
  CancellationTokenSource,
  type CodeAction,
  type CompletionList,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { breakSettingsOf, startClient, stopClients } from "./support/programs/lsp.ts";
import { type Analyzed, toyLanguage } from "./support/toy-language.ts";

afterEach(() => {
  stopClients();
  vi.restoreAllMocks();
});

const languages = [toyLanguage()];
const uri = "file:///nowhere/a.toy";
const position = { line: 0, character: 0 };

test("diagnostics are pushed with their version to a client that does not pull", async () => {
  const client = await startClient({ languages });
  expect(client.initialized?.capabilities.diagnosticProvider).toBeUndefined();
  await client.open(uri, "a bad day");
  const first = await client.untilPublished(uri, "bad-word: 'bad' is a bad word. Use 'good'.");
  expect(first).toEqual({
    uri,
    version: 1,
    diagnostics: [
      {
        range: { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } },
        severity: 1,
        code: "bad-word",
        source: "weir",
        message: "'bad' is a bad word. Use 'good'.",
      },
    ],
  });
  const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } };
  await client.change(uri, 2, { range, text: "nice" });
  expect((await client.untilPublished(uri)).version).toBe(2);
  await client.close(uri);
  await client.until(() => client.published.length === 3);
  expect(client.published[2]).toEqual({ uri, diagnostics: [] });
});

test("an outdated version is never analyzed", async () => {
  const analyzed: Analyzed = [];
  const client = await startClient({ languages: [toyLanguage(analyzed)] });
  await client.open(uri, "0");
  await client.until(() => client.published.length === 1);
  await client.together(() => {
    for (let version = 2; version <= 30; version++) {
      void client.change(uri, version, { text: `${version}` });
    }
  });
  await client.until(() => client.published.length === 2);
  expect(client.published.map((it) => it.version)).toEqual([1, 30]);
  expect(analyzed).toEqual(["0", "30"]);
});

test("a client that pulls receives no pushed diagnostics, and unchanged reports", async () => {
  const client = await startClient({
    languages,
    capabilities: { textDocument: { diagnostic: {} } },
  });
  await client.open(uri, "bad");
  const pull = (previousResultId?: string) =>
    client.request<{ kind: string; resultId: string; items?: unknown[] }>(
      "textDocument/diagnostic",
      { textDocument: { uri }, previousResultId },
    );
  const first = await pull();
  expect(first).toMatchObject({ kind: "full", items: [{ code: "bad-word" }] });
  expect(await pull(first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
  await client.change(uri, 2, { text: "fine" });
  expect(await pull(first.resultId)).toMatchObject({ kind: "full", items: [] });
  expect(client.published).toEqual([]);
});

test("each version is analyzed once, whatever is requested", async () => {
  const analyzed: Analyzed = [];
  const client = await startClient({ languages: [toyLanguage(analyzed)] });
  await client.open(uri, "one word");
  const textDocument = { uri };
  await Promise.all([
    client.request("textDocument/hover", { textDocument, position }),
    client.request("textDocument/documentSymbol", { textDocument }),
    client.request("textDocument/completion", { textDocument, position }),
    client.untilPublished(uri),
  ]);
  expect(analyzed).toEqual(["one word"]);
});

test("a crash in one request is logged, and the server continues", async () => {
  const client = await startClient({ languages });
  await client.open(uri, "crash");
  const hover = (line: number) =>
    client.request("textDocument/hover", {
      textDocument: { uri },
      position: { line, character: 0 },
    });
  expect(await hover(0)).toBeNull();
  await client.until(() => client.logged.find((it) => it.includes("This hover is broken.")));
  await client.change(uri, 2, { text: "fine" });
  expect(await hover(0)).toMatchObject({ contents: { value: expect.stringContaining("fine") } });
});

test("a crash in the diagnostics of one document does not affect others", async () => {
  const client = await startClient({ languages });
  await client.open("file:///nowhere/b.toy", "explode");
  await client.open(uri, "bad");
  await client.untilPublished(uri, "bad-word: 'bad' is a bad word. Use 'good'.");
  expect(client.logged.join()).toContain("These diagnostics are broken.");
});

test.each([
  ["hover", { position }],
  ["signatureHelp", { position }],
  ["references", { position, context: { includeDeclaration: true } }],
  ["rename", { position, newName: "x" }],
  ["prepareRename", { position }],
  ["codeAction", { range: { start: position, end: position }, context: { diagnostics: [] } }],
  ["selectionRange", { positions: [position] }],
  ["documentSymbol", {}],
  ["semanticTokens/full", {}],
])("a crash before a response is logged as well: %s", async (method, params) => {
  breakSettingsOf("broken.toy");
  const textDocument = { uri: "file:///nowhere/broken.toy" };
  const client = await startClient({
    languages,
    capabilities: { textDocument: { diagnostic: {} } },
  });
  await client.open(textDocument.uri, "word");
  expect(await client.request(`textDocument/${method}`, { textDocument, ...params })).toBeNull();
  await client.until(() => client.logged.find((it) => it.includes("These settings are broken.")));
});

test("a crash before the diagnostics is logged, and the others are sent", async () => {
  breakSettingsOf("broken.toy");
  const client = await startClient({ languages });
  await client.open("file:///nowhere/broken.toy", "bad");
  await client.open(uri, "bad");
  await client.untilPublished(uri, "bad-word: 'bad' is a bad word. Use 'good'.");
  expect(client.logged.join()).toContain("These settings are broken.");
});

test("a canceled request gets the matching error", async () => {
  const client = await startClient({ languages });
  await client.open(uri, "word");
  const source = new CancellationTokenSource();
  let answer: Promise<unknown> | undefined;
  await client.together(() => {
    const asked = { textDocument: { uri }, position };
    answer = client.request("textDocument/hover", asked, source.token);
    source.cancel();
  });
  await expect(answer).rejects.toMatchObject({ code: -32800 });
});

test("a request about a position in an outdated version is refused", async () => {
  const client = await startClient({ languages });
  await client.open(uri, "word");
  let hover: Promise<unknown> | undefined;
  await client.together(() => {
    hover = client.request("textDocument/hover", { textDocument: { uri }, position });
    void client.change(uri, 2, { text: "another" });
  });
  await expect(hover).rejects.toMatchObject({ code: -32801 });
});

test("completions may be for an older text, because the editor filters them by what was typed since", async () => {
  const client = await startClient({ languages });
  await client.open(uri, "word go");
  let list: Promise<unknown> | undefined;
  await client.together(() => {
    const asked = { textDocument: { uri }, position: { line: 0, character: 7 } };
    list = client.request("textDocument/completion", asked);
    void client.change(uri, 2, { text: "word goo" });
    void client.change(uri, 3, { text: "word good" });
  });
  const range = { start: { line: 0, character: 5 }, end: { line: 0, character: 7 } };
  expect(await list).toMatchObject({ items: [{ label: "good", textEdit: { range } }, {}] });
});

test("a request about the whole document uses its newest version", async () => {
  const client = await startClient({ languages });
  await client.open(uri, "word");
  let symbols: Promise<unknown> | undefined;
  await client.together(() => {
    symbols = client.request("textDocument/documentSymbol", { textDocument: { uri } });
    void client.change(uri, 2, { text: "another" });
  });
  expect(await symbols).toMatchObject([{ name: "words" }, { name: "another" }]);
});

test("other files, unknown methods and requests after shutdown are not answered", async () => {
  const client = await startClient({ languages });
  await client.open("file:///nowhere/notes.txt", "bad", "plaintext");
  const asked = { textDocument: { uri: "file:///nowhere/notes.txt" }, position };
  expect(await client.request("textDocument/hover", asked)).toBeNull();
  await expect(client.request("weir/unknown", {})).rejects.toMatchObject({ code: -32601 });
  await client.notify("$/setTrace", { value: "verbose" });
  expect(await client.request("shutdown", undefined)).toBeNull();
  await expect(client.request("textDocument/hover", asked)).rejects.toMatchObject({ code: -32600 });
});

test("a filter, from its first diagnostic to its last", async () => {
  const filter = "untitled:Untitled-1";
  const textDocument = { uri: filter };
  const client = await startClient({
    capabilities: {
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  });
  const text = '{ "key": "", "operator": "eq", "value": "192.0.2.1" }';
  await client.open(filter, text, "lpfilter");
  await client.until(() =>
    client.published[0]?.diagnostics.some((it) => it.code === "missing-where"),
  );
  const list = await client.request<CompletionList>("textDocument/completion", {
    textDocument,
    position: { line: 0, character: 10 },
  });
  const [chosen] = list.items.filter((it) => it.label === "ClientIP");
  const completed = apply(text, [chosen?.textEdit as TextEdit]);
  await client.change(filter, 2, { text: completed });
  const [fix] = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument,
    range: { start: position, end: position },
    context: { diagnostics: [], only: ["quickfix"] },
  });
  await client.change(filter, 3, { text: apply(completed, fix?.edit?.changes?.[filter] ?? []) });
  await client.untilPublished(filter);
});

test("signatures are shown only in languages with calls", async () => {
  const client = await startClient();
  await client.open("untitled:a", 'lower(http.host) eq "a"', "cfrule");
  await client.open("untitled:b", '{ "where": {} }', "lpfilter");
  const ask = (uri: string) =>
    client.request("textDocument/signatureHelp", {
      textDocument: { uri },
      position: { line: 0, character: 6 },
    });
  expect(await ask("untitled:a")).toMatchObject({
    signatures: [{ label: expect.stringContaining("lower(") }],
  });
  expect(await ask("untitled:b")).toBeNull();
});

function apply(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create(uri, "", 1, text), edits);
}
