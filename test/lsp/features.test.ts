import { afterEach, describe, expect, test } from "vitest";
import type {
  ClientCapabilities,
  CodeAction,
  CompletionItem,
  CompletionList,
  SemanticTokens,
  SemanticTokensDelta,
  TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { startClient, stopClients, type TestClient } from "../support/programs/lsp.ts";
import { toyLanguage } from "../support/toy-language.ts";

afterEach(stopClients);

const uri = "file:///nowhere/a.toy";
const textDocument = { uri };
const options = { tabSize: 2, insertSpaces: true };

async function opened(text: string, capabilities: ClientCapabilities = {}): Promise<TestClient> {
  const client = await startClient({ languages: [toyLanguage()], capabilities });
  await client.open(uri, text);
  return client;
}

function at(line: number, character: number) {
  return { line, character };
}

function over(start: [number, number], end: [number, number]) {
  return { start: at(...start), end: at(...end) };
}

function apply(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create(uri, "toy", 1, text), edits);
}

describe("completion", () => {
  const complete = (client: TestClient, context?: unknown) =>
    client.request<CompletionList | null>("textDocument/completion", {
      textDocument,
      position: at(0, 1),
      context,
    });

  test("keeps its order, and resolves documentation on request", async () => {
    const capabilities: ClientCapabilities = {
      textDocument: {
        completion: {
          completionItem: {
            snippetSupport: true,
            documentationFormat: ["markdown"],
            tagSupport: { valueSet: [1] },
          },
        },
      },
    };
    const client = await opened("go", capabilities);
    const list = await complete(client);
    expect(list?.items.map((it) => [it.label, it.sortText, it.insertTextFormat, it.tags])).toEqual([
      ["good", "00000", undefined, undefined],
      ["each", "00001", 2, [1]],
    ]);
    const [good, each] = list?.items ?? [];
    expect(good).toMatchObject({ detail: "a word", textEdit: { range: over([0, 0], [0, 2]) } });
    expect(good).not.toHaveProperty("documentation");
    await client.change(uri, 2, { text: "goo" });
    expect(await client.request<CompletionItem>("completionItem/resolve", good)).toMatchObject({
      label: "good",
      documentation: { kind: "markdown", value: "Means **well**." },
    });
    expect(await client.request("completionItem/resolve", each)).toEqual(each);
  });

  test("without snippets has no placeholders", async () => {
    const client = await opened("go");
    const each = (await complete(client))?.items[1];
    expect(each).toMatchObject({
      textEdit: { newText: "each it in list $x {  }" },
      deprecated: true,
      additionalTextEdits: [{ newText: "use each\n" }],
    });
    expect(each?.insertTextFormat).toBeUndefined();
  });

  test("ignores the trigger characters of other languages", async () => {
    const client = await opened("go");
    expect(await complete(client, { triggerKind: 2, triggerCharacter: "!" })).toBeNull();
    expect(await complete(client, { triggerKind: 2, triggerCharacter: "." })).not.toBeNull();
  });
});

describe("code actions", () => {
  const literals: ClientCapabilities = {
    textDocument: {
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    },
    workspace: { workspaceEdit: { documentChanges: true } },
  };
  const actions = (client: TestClient, only?: string[]) =>
    client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument,
      range: over([0, 0], [0, 3]),
      context: { diagnostics: [], ...(only && { only }) },
    });

  test("are the fixes, all fixes together, and the refactorings", async () => {
    const client = await opened("bad worse perhaps", literals);
    const found = await actions(client);
    expect(found.map((it) => [it.kind, it.title, it.isPreferred])).toEqual([
      ["quickfix", "Use 'good'", true],
      ["quickfix", "Use 'better'", undefined],
      ["source.fixAll.weir", "Apply all safe fixes", undefined],
      ["refactor.rewrite", "Shout", undefined],
    ]);
    expect(found[0]).toMatchObject({
      diagnostics: [{ code: "bad-word" }],
      edit: {
        documentChanges: [
          {
            textDocument: { uri, version: 1 },
            edits: [{ range: over([0, 0], [0, 3]), newText: "good" }],
          },
        ],
      },
    });
  });

  test("that do different things have different titles", async () => {
    const client = await opened("bad bad", literals);
    const found = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument,
      range: over([0, 0], [0, 7]),
      context: { diagnostics: [], only: ["quickfix"] },
    });
    expect(found.map((it) => it.title)).toEqual([
      "Use 'good' (line 1, column 1)",
      "Use 'better' (line 1, column 1)",
      "Use 'good' (line 1, column 5)",
      "Use 'better' (line 1, column 5)",
    ]);
  });

  test("with equal edits are merged, with both diagnostics", async () => {
    const client = await opened("sad", literals);
    const found = await actions(client, ["quickfix"]);
    expect(found).toMatchObject([
      {
        title: "Use 'glad'",
        isPreferred: true,
        diagnostics: [{ code: "sad-word" }, { code: "sad-mood" }],
      },
    ]);
  });

  test("are filtered by kind", async () => {
    const client = await opened("bad", literals);
    const kinds = async (only: string) => (await actions(client, [only])).map((it) => it.kind);
    expect(await kinds("quickfix")).toEqual(["quickfix", "quickfix"]);
    expect(await kinds("refactor")).toEqual(["refactor.rewrite"]);
    expect(await kinds("source.fixAll")).toEqual(["source.fixAll.weir"]);
    expect(await kinds("source.fixStyle")).toEqual([]);
    expect(await kinds("source.organizeImports")).toEqual([]);
  });

  test("fix everything, including problems that a fix reveals, but apply no guess", async () => {
    const text = "fine\nworse and bad, perhaps bad";
    const client = await opened(text, { textDocument: literals.textDocument ?? {} });
    const [all] = await actions(client, ["source.fixAll.weir"]);
    expect(apply(text, all?.edit?.changes?.[uri] ?? [])).toBe("fine\ngood and bad, perhaps good");
  });

  test("fix matters of style only on request", async () => {
    const text = "sad and bad";
    const client = await opened(text, { textDocument: literals.textDocument ?? {} });
    const fixedBy = async (only: string) => {
      const found = await actions(client, [only]);
      expect(found).toHaveLength(1);
      return apply(text, found[0]?.edit?.changes?.[uri] ?? []);
    };
    expect(await fixedBy("source.fixAll")).toBe("sad and good");
    expect(await fixedBy("source.fixStyle")).toBe("glad and good");
    const titles = (await actions(client)).map((it) => it.title);
    expect(titles).toContain("Apply all safe fixes, including style");
  });

  test("fix everything in a long text only on request", async () => {
    const client = await opened(`bad ${"fine ".repeat(30_000)}`, literals);
    const kinds = async (only?: string[]) => (await actions(client, only)).map((it) => it.kind);
    expect(await kinds()).not.toContain("source.fixAll.weir");
    expect(await kinds(["source.fixAll"])).toEqual(["source.fixAll.weir"]);
  });

  test("need a client with code action literals", async () => {
    const client = await opened("bad");
    expect(client.initialized?.capabilities.codeActionProvider).toBeUndefined();
    expect(await actions(client)).toEqual([]);
  });
});

describe("formatting", () => {
  test("with thousands of changes is one edit", async () => {
    const text = "a  b\n".repeat(3000);
    const client = await opened(text);
    const edits = await client.request<TextEdit[]>("textDocument/formatting", {
      textDocument,
      options,
    });
    expect(edits).toHaveLength(1);
    expect(apply(text, edits)).toBe("a b\n".repeat(3000));
  });

  test("supports a document, a range and typing", async () => {
    const text = "a  b\nc  d;";
    const client = await opened(text);
    const format = (method: string, params: object) =>
      client.request<TextEdit[]>(`textDocument/${method}`, { textDocument, options, ...params });
    expect(apply(text, await format("formatting", {}))).toBe("a b\nc d;");
    const range = over([1, 0], [1, 5]);
    expect(apply(text, await format("rangeFormatting", { range }))).toBe("a  b\nc d;");
    const typed = { position: at(1, 5), ch: ";" };
    expect(apply(text, await format("onTypeFormatting", typed))).toBe("a b\nc d;");
    expect(await format("onTypeFormatting", { ...typed, ch: "}" })).toEqual([]);
  });

  test("leaves a text unchanged that cannot be formatted", async () => {
    const client = await opened("unformattable  text");
    expect(await client.request("textDocument/formatting", { textDocument, options })).toBeNull();
  });
});

describe("semantic tokens", () => {
  test("are single-line, and sent as a delta after a change", async () => {
    const client = await opened("one /* two\n  three */ old");
    const full = await client.request<SemanticTokens>("textDocument/semanticTokens/full", {
      textDocument,
    });
    expect(full.data).toEqual([0, 0, 3, 1, 0, 0, 4, 6, 0, 0, 1, 0, 10, 0, 0, 0, 11, 3, 1, 1]);
    const delta = (previousResultId: string) =>
      client.request<SemanticTokensDelta | SemanticTokens>(
        "textDocument/semanticTokens/full/delta",
        { textDocument, previousResultId },
      );
    await client.change(uri, 2, { range: over([0, 0], [0, 3]), text: "eleven" });
    const second = await delta(full.resultId ?? "");
    expect(second).toMatchObject({ edits: [{ start: 2, deleteCount: 5, data: [6, 1, 0, 0, 7] }] });
    expect(await delta("gone")).toHaveProperty("data");
    expect(await delta(second.resultId ?? "")).toMatchObject({ edits: [] });
  });

  test("support a range", async () => {
    const client = await opened("one two\nthree\nfour");
    const range = over([1, 0], [1, 5]);
    expect(
      await client.request("textDocument/semanticTokens/range", { textDocument, range }),
    ).toEqual({ data: [1, 0, 5, 1, 0] });
  });
});

describe("other requests", () => {
  const rich: ClientCapabilities = {
    textDocument: {
      hover: { contentFormat: ["markdown", "plaintext"] },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      foldingRange: { lineFoldingOnly: true },
      documentLink: { tooltipSupport: true },
      publishDiagnostics: {
        relatedInformation: true,
        tagSupport: { valueSet: [1, 2] },
        codeDescriptionSupport: true,
      },
    },
  };
  const text = "one two\nhttp://x.example\n}";
  const position = at(0, 1);
  const range = over([0, 0], [0, 7]);
  const ask = (client: TestClient, method: string, params: object = {}) =>
    client.request(`textDocument/${method}`, { textDocument, ...params });

  test("of a client with many capabilities", async () => {
    const client = await opened(text, rich);
    expect(await ask(client, "hover", { position })).toEqual({
      contents: { kind: "markdown", value: "**one** is a `word`, see [more](https://x.example)" },
      range: over([0, 0], [0, 3]),
    });
    expect(await ask(client, "documentSymbol")).toMatchObject([
      { name: "words", kind: 18, children: [{ name: "one" }, { name: "two" }, {}, {}] },
    ]);
    expect(await ask(client, "foldingRange")).toEqual([{ startLine: 0, endLine: 1 }]);
    expect(await ask(client, "documentLink")).toMatchObject([
      { target: "http://x.example", tooltip: "Open it" },
    ]);
  });

  test("of a client with few capabilities", async () => {
    const client = await opened(text);
    expect(await ask(client, "hover", { position })).toMatchObject({
      contents: { kind: "plaintext", value: "one is a word, see more" },
    });
    expect(await ask(client, "documentSymbol")).toMatchObject([
      { name: "words", location: { uri } },
      { name: "one", containerName: "words" },
      {},
      {},
      {},
    ]);
    expect(await ask(client, "foldingRange")).toEqual([
      { startLine: 0, startCharacter: 0, endLine: 2, endCharacter: 1 },
    ]);
    const [link] = (await ask(client, "documentLink")) as object[];
    expect(link).not.toHaveProperty("tooltip");
  });

  test("of any client", async () => {
    const client = await opened(text);
    expect(await ask(client, "signatureHelp", { position })).toMatchObject({
      signatures: [{ label: "f(a, b)", parameters: [{ label: "a" }, { label: "b" }] }],
      activeParameter: 1,
    });
    expect(await ask(client, "documentHighlight", { position })).toEqual([
      { range: over([0, 0], [0, 3]) },
    ]);
    expect(await ask(client, "selectionRange", { positions: [position, at(0, 5)] })).toMatchObject([
      { range: over([0, 0], [0, 3]), parent: { range: over([0, 0], [2, 1]) } },
      { range: over([0, 4], [0, 7]) },
    ]);
    expect(await ask(client, "codeLens")).toEqual([
      {
        range: over([0, 0], [0, 0]),
        command: { title: "4 words", command: "weir.show", arguments: ["4 words"] },
      },
    ]);
    const press = { command: "weir.show", arguments: ["4 words"] };
    await client.request("workspace/executeCommand", press);
    expect(client.told).toContainEqual({
      method: "window/showMessage",
      params: { type: 3, message: "4 words" },
    });
    expect(await ask(client, "inlayHint", { range })).toMatchObject([
      { position: at(0, 3), label: "3" },
      {},
      {},
      {},
    ]);
  });

  test("diagnostics use the capabilities of the client", async () => {
    const client = await opened("bad perhaps", rich);
    const { diagnostics } = await client.until(() => client.published[0]);
    expect(diagnostics[0]).toMatchObject({
      codeDescription: { href: expect.stringMatching(/\/diagnostics\/bad-word\.html$/) },
      relatedInformation: [{ location: { uri }, message: "The first word is here." }],
    });
    expect(diagnostics[1]).toMatchObject({ severity: 2, tags: [1] });
  });
});

test("a document over 1 MB gets a reduced check, which is reported", async () => {
  const client = await opened(`bad ${"x ".repeat(740_000)}`);
  await client.untilPublished(
    uri,
    "large-file: This file is 1.4 MB; above 1 MB only syntax and limits are checked, and nothing is formatted.",
  );
  expect(await client.request("textDocument/documentSymbol", { textDocument })).toEqual([]);
  const position = at(0, 1);
  expect(await client.request("textDocument/hover", { textDocument, position })).not.toBeNull();
});

test("in a document over 1 MB only requests at a position are answered", async () => {
  const client = await opened(`bad  ${"x ".repeat(740_000)}`);
  const ask = (method: string, more: object) =>
    client.request(`textDocument/${method}`, { textDocument, ...more });
  const position = at(0, 1);
  expect(await ask("completion", { position })).toMatchObject({ items: expect.any(Array) });
  expect(await ask("signatureHelp", { position })).toMatchObject({ signatures: [{}] });
  expect(await ask("selectionRange", { positions: [position] })).toMatchObject([
    { range: over([0, 0], [0, 3]) },
  ]);
  expect(await ask("formatting", { options })).toBeNull();
  const range = over([0, 0], [0, 9]);
  for (const [method, more] of [
    ["rangeFormatting", { range, options }],
    ["onTypeFormatting", { position, ch: ";", options }],
    ["foldingRange", {}],
    ["codeLens", {}],
    ["inlayHint", { range }],
  ] as const)
    expect(await ask(method, more)).toEqual([]);
});
