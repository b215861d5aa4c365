import { afterEach, describe, expect, test } from "vitest";
import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver/node";
import { defaultContext, languages } from "../../../server/src/languages.ts";
import {
  analyzeInEditor,
  briefWhenLarge,
} from "../../../server/src/lsp/documents/large-documents.ts";
import { isLong } from "../../support/long.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";
import { toyLanguage } from "../../support/toy-language.ts";

afterEach(stopClients);

const trees = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };

async function outline<Shape>(text: string, capabilities: object): Promise<Shape> {
  const client = await startClient({ languages, capabilities });
  const uri = "untitled:long";
  await client.open(uri, text, "lpjob");
  return client.request<Shape>("textDocument/documentSymbol", { textDocument: { uri } });
}

const list = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join(", ");

describe("an outline has no more than 5,000 symbols", () => {
  const options = list(3_000, (index) => `"option${index}": 1`);
  const job = `{ "output_options": { ${options} }, ${list(4_000, (index) => `"p${index}": 1`)} }`;

  test("the outermost, then as many nested ones as fit", async () => {
    const symbols = await outline<DocumentSymbol[]>(job, trees);
    expect(symbols).toHaveLength(4_001);
    expect(symbols[0]?.children).toHaveLength(999);
    expect(symbols[0]?.children?.at(-1)?.name).toBe("option998");
    expect(symbols.at(-1)?.name).toBe("p3999");
  });

  test("the same symbols for a client without hierarchy", async () => {
    const symbols = await outline<SymbolInformation[]>(job, {});
    expect(symbols).toHaveLength(5_000);
    expect(symbols[999]).toMatchObject({ name: "option998", containerName: "output_options" });
  });

  test("no nested ones when the outermost exceed the limit", async () => {
    const many = `{ "output_options": { ${options} }, ${list(9_000, () => '"p": 1')} }`;
    const symbols = await outline<DocumentSymbol[]>(many, trees);
    expect(symbols).toHaveLength(5_000);
    expect(symbols[0]?.children).toEqual([]);
  });
});

test("features that are disabled for large texts do not parse them", () => {
  let reads = 0;
  const toy = toyLanguage();
  const counting: typeof toy = {
    ...toy,
    analyze(text, context) {
      reads++;
      return toy.analyze(text, context);
    },
  };
  const analysis = analyzeInEditor(counting, "bad", { ...defaultContext, brief: true });
  const options = { tabSize: 2, insertSpaces: true };
  expect(analysis.format(options)).toBeUndefined();
  expect(analysis.formatRange({ start: 0, end: 3 }, options)).toEqual([]);
  expect(analysis.formatOnType(3, "}", options)).toEqual([]);
  expect(analysis.symbols()).toEqual([]);
  expect(reads).toBe(0);
  analysis.diagnostics();
  analysis.hover(1);
  expect(reads).toBe(1);
});

describe("a text over 16 MB is not parsed", () => {
  const size = 16 * 1024 * 1024 + 1;
  /** All languages handle large texts alike, so the short suite tests one; weir.json is handled separately. */
  const names = ["a.lpfilter", "weir.json", ...(isLong ? ["a.lpjob", "a.cfrule"] : [])];

  test.each(["é", ...(isLong ? ["[1,", "\n"] : [])])("of %j, by a language", (piece) => {
    const toy = toyLanguage();
    const analyze = () => {
      throw new Error("It was read.");
    };
    const text = piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));
    const context = briefWhenLarge(text, defaultContext);
    const analysis = analyzeInEditor({ ...toy, analyze }, text, context);
    expect(analysis.diagnostics().map((it) => it.message)).toEqual([
      "This file is 16.0 MB; files over 16 MB are not checked.",
    ]);
    expect(analysis.hover(1)).toBeUndefined();
    expect(analysis.complete(1)).toEqual([]);
  });

  test.each(names)("as %s", async (name) => {
    const client = await startClient({ languages, folders: ["file:///w"] });
    const textDocument = { uri: `file:///w/${name}` };
    await client.open(textDocument.uri, `[${"1,".repeat(size / 2)}`, "");
    const { diagnostics } = await client.until(() =>
      client.published.find((it) => it.uri === textDocument.uri && it.diagnostics.length > 0),
    );
    expect(diagnostics).toMatchObject([{ code: "large-file", range: { start: { line: 0 } } }]);
    const position = { line: 0, character: 9 };
    expect(await client.request("textDocument/hover", { textDocument, position })).toBeNull();
    expect(await client.request("textDocument/documentSymbol", { textDocument })).toEqual([]);
    const range = { start: position, end: position };
    await client.change(textDocument.uri, 2, { range, text: "2" });
    await client.change(textDocument.uri, 3, { text: "" });
    await client.until(
      () => !client.published.at(-1)?.diagnostics.some((it) => it.code === "large-file"),
    );
    expect(client.logged).toEqual([]);
  });
});
