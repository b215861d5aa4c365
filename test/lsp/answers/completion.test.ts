import { afterEach, describe, expect, test } from "vitest";
import {
  type ClientCapabilities,
  type CodeAction,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Location,
} from "vscode-languageserver/node";
import { languages } from "../../../server/src/languages.ts";
import { folderWith, removeFolders } from "../../support/folders.ts";
import { readCursor } from "../../support/marks.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

type Looks = NonNullable<NonNullable<ClientCapabilities["textDocument"]>["completion"]>;

async function complete(name: string, marked: string, completion: Looks = {}, weir?: object) {
  const { text, offset } = readCursor(marked);
  const client = await startClient({
    languages,
    capabilities: { textDocument: { completion }, experimental: { weir } },
  });
  const uri = `file:///w/${name}`;
  await client.open(uri, text, name.replace(/.*\./, ""));
  const list = () =>
    client.request<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: { line: 0, character: offset },
    });
  const { items } = await list();
  const find = (label: string) => items.find((it) => it.label === label);
  return { client, list, items, find };
}

const key = '{ "where": { "key": "Cl<|>ie", "operator": "eq" } }';

describe("a typed bracket or comma", () => {
  const offered = async (name: string, marked: string): Promise<boolean> => {
    const { client } = await complete(name, marked);
    const { offset } = readCursor(marked);
    const found = await client.request<CompletionList | null>("textDocument/completion", {
      textDocument: { uri: `file:///w/${name}` },
      position: { line: 0, character: offset },
      context: { triggerKind: 2, triggerCharacter: marked[marked.indexOf("<|>") - 1] },
    });
    return found !== null && found.items.length > 0;
  };

  test.each([
    ["a.lpfilter", "{<|>}"],
    ["a.lpfilter", '{ "where": {<|>}}'],
    ["a.lpfilter", '{ "where": { "and": [<|>] } }'],
    ["a.lpfilter", '{ "where": { "and": [{ "key": "RayID" },<|>'],
    ["a.lpjob", "{<|>}\n"],
    ["a.cfrule", "http.request.method in {<|>}"],
    ["a.cfrule", "(<|>)"],
  ])("at the end of a line opens no list, so that Enter is a new line: %s %s", async (...row) => {
    expect(await offered(...row)).toBe(false);
  });

  test.each([
    ["a.lpfilter", '{ "where": { "and": [<|>{ "key": "RayID" }] } }'],
    ["a.cfrule", 'http.request.method in {<|>"GET"}'],
  ])("opens a list before other text: %s %s", async (...row) => {
    expect(await offered(...row)).toBe(true);
  });

  test.each([
    ["a.lpfilter", '{ "where": { "and": <|> } }', "[ ]"],
    ["a.cfrule", "http.request.method in <|>", "{ }"],
  ])("ends a list that is still open: %s %s", async (file, text, label) => {
    const { find } = await complete(file, text);
    expect(find(label)?.filterText).toBe("list");
  });
});

describe("a completion inside quotes", () => {
  test("starts after the opening quote and ends before the closing one", async () => {
    const { find } = await complete("a.lpfilter", key);
    expect(find("ClientIP")?.textEdit).toEqual({
      range: { start: { line: 0, character: 21 }, end: { line: 0, character: 25 } },
      newText: "ClientIP",
    });
    expect(find("ClientIP")?.filterText).toBeUndefined();
  });

  test("offers to insert or to replace the rest of the word", async () => {
    const looks = { completionItem: { insertReplaceSupport: true } };
    const { find } = await complete("a.lpfilter", key, looks);
    expect(find("ClientIP")?.textEdit).toMatchObject({
      insert: { start: { character: 21 }, end: { character: 23 } },
      replace: { start: { character: 21 }, end: { character: 25 } },
    });
  });

  test("removes the quotes around values that need none", async () => {
    const marked = '{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": "<|>" } }';
    const looks = { completionItem: { snippetSupport: true } };
    const { find } = await complete("a.lpfilter", marked, looks);
    const at = marked.indexOf("<|>");
    expect(find("true")).toMatchObject({
      textEdit: { newText: "true", range: { start: { character: at }, end: { character: at } } },
      additionalTextEdits: [
        { newText: "", range: { start: { character: at - 1 }, end: { character: at } } },
        { newText: "", range: { start: { character: at }, end: { character: at + 1 } } },
      ],
    });
  });

  test("is one edit, including the quotes, for a client without snippets", async () => {
    const marked = '{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": "<|>" } }';
    const { find } = await complete("a.lpfilter", marked);
    const at = marked.indexOf("<|>");
    expect(find("true")).toMatchObject({
      filterText: '"true',
      textEdit: { range: { start: { character: at - 1 }, end: { character: at + 1 } } },
    });
    expect(find("true")?.additionalTextEdits).toBeUndefined();
  });
});

test("a client without snippets receives one line", async () => {
  const { find } = await complete("a.lpfilter", "<|>");
  expect(find("where and")?.textEdit?.newText).not.toContain("\n");
});

test("kinds are limited to those of the client", async () => {
  const marked = "http.host <|>";
  const old = await complete("a.cfrule", marked);
  expect(old.find("eq")?.kind).toBe(CompletionItemKind.Keyword);
  const valueSet = [CompletionItemKind.Operator];
  const now = await complete("a.cfrule", marked, { completionItemKind: { valueSet } });
  expect(now.find("eq")?.kind).toBe(CompletionItemKind.Operator);
});

test("types and parameters are label details where the client supports them", async () => {
  const looks = { completionItem: { labelDetailsSupport: true } };
  const { find } = await complete("a.cfrule", "<|>", looks);
  expect(find("http.host")?.labelDetails).toEqual({ description: "String" });
  expect(find("starts_with")?.labelDetails).toEqual({
    detail: "(source, substring)",
    description: "Boolean",
  });
});

test("commands are only sent to a client that runs them", async () => {
  const plain = await complete("a.cfrule", "<|>");
  expect(plain.items.filter((it) => it.command)).toEqual([]);
  const vscode = await complete("a.cfrule", "<|>", {}, { editorCommands: true });
  expect(vscode.find("starts_with")?.command?.command).toBe("runCommands");
});

test("an item of an older list is resolved as well", async () => {
  const { client, list, find } = await complete("a.cfrule", "<|>");
  await list();
  const item = await client.request<CompletionItem>("completionItem/resolve", find("http.host"));
  expect(item.documentation).toBeDefined();
});

test("a job links to its filter", async () => {
  const text = '{ "filter": "./f.lpfilter" }';
  const folder = folderWith({ "a.lpjob": text, "f.lpfilter": "{}" });
  const client = await startClient({ languages, folders: [folder] });
  await client.open(`${folder}/a.lpjob`, text, "lpjob");
  const found = await client.request<Location[]>("textDocument/definition", {
    textDocument: { uri: `${folder}/a.lpjob` },
    position: { line: 0, character: 16 },
  });
  expect(found.map((it) => it.uri)).toEqual([`${folder}/f.lpfilter`]);
});

test("fixes are matched by the diagnostics that the client sends", async () => {
  const capabilities: ClientCapabilities = {
    textDocument: {
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    },
  };
  const client = await startClient({ languages, capabilities });
  const uri = "file:///w/a.cfrule";
  await client.open(uri, 'ssl and http.hots eq "a"', "cfrule");
  const { diagnostics } = await client.until(() => client.published.find((it) => it.uri === uri));
  const start = { line: 0, character: 0 };
  const ask = (sent: unknown) =>
    client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start, end: start },
      context: { diagnostics: sent },
    });
  const kinds = (found: CodeAction[]) => found.filter((it) => it.kind === "quickfix").length;
  expect(kinds(await ask(diagnostics))).toBeGreaterThan(0);
  expect(kinds(await ask([]))).toBe(0);
  expect(kinds(await ask(null))).toBe(0);
});

describe("after '@before' and '@after'", () => {
  const rule = (more: string) => `# @action block\n${more}ssl\n`;

  async function offers(text: string): Promise<string[]> {
    const folder = folderWith({
      "rules/office.cfrule": rule("# @ref office\n# @description The office\n"),
      "rules/no-ref.cfrule": rule(""),
      "rules/two words.cfrule": rule(""),
      "other/log.cfrule": rule("# @description Logs\n"),
      "rules/a.lpfilter": "{}",
      "rules/own.cfrule": text.replace("<|>", ""),
    });
    const client = await startClient({ languages, folders: [folder] });
    const { text: own, offset } = readCursor(text);
    const uri = `${folder}/rules/own.cfrule`;
    await client.open(uri, own, "cfrule");
    const line = own.slice(0, offset).split("\n").length - 1;
    const character = offset - (own.lastIndexOf("\n", offset - 1) + 1);
    const asked = { textDocument: { uri }, position: { line, character } };
    const list = await client.request<CompletionList>("textDocument/completion", asked);
    return list.items.map((it) => `${it.label} (${it.detail ?? ""})`);
  }

  test.each(["# @before <|>\nssl", "# @after of<|>fice\nssl", "# @action log\n# @before <|>"])(
    "the other rules are offered: %j",
    async (text) => {
      expect(await offers(text)).toEqual([
        "../other/log.cfrule (Logs)",
        "no-ref.cfrule ()",
        "office (The office)",
      ]);
    },
  );

  test.each(["# @position <|>\nssl", "ssl\n# @before <|>"])("nowhere else: %j", async (text) => {
    expect(await offers(text)).not.toContain("office (The office)");
  });
});
