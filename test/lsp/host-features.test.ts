import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentHighlight,
  Hover,
  InlayHint,
  Location,
  Range,
  SignatureHelp,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { startClient, stopClients, type TestClient } from "../support/programs/lsp.ts";

/** The same rule in each host. All results are inside the string, in the notation of the host. */

const rule = 'lower(http.host) eq "a" and ip.src in $office or ssl == true and ip.src in $office';
const escaped = rule.replaceAll('"', '\\"');

const hosts: Readonly<Record<string, string>> = {
  "main.tf": `resource "cloudflare_filter" "f" {\n  expression = "${escaped}"\n}\n`,
  "heredoc.tf": `resource "cloudflare_filter" "f" {\n  expression = <<-EOT\n    ${rule}\n  EOT\n}\n`,
  "main.tf.json": `{ "resource": { "cloudflare_filter": { "f": {\n  "expression": "${escaped}" } } } }\n`,
  "quoted.yaml": `cache_rules:\n  - expression: '${rule}'\n`,
  "block.yaml": `cache_rules:\n  - expression: |\n      ${rule}\n`,
  "body.json": `{ "phase": "http_request_cache_settings", "rules": [{\n  "expression": "${escaped}" }] }\n`,
  "notes.md": `# Notes\n\n\`\`\`cfrule\n${rule}\n\`\`\`\n`,
};

let client: TestClient;
beforeAll(async () => {
  const valueSet = ["quickfix", "refactor.rewrite"];
  client = await startClient({
    capabilities: {
      textDocument: {
        diagnostic: {},
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet } } },
      },
    },
  });
});
afterAll(stopClients);

describe.each(Object.entries(hosts))("%s", (name, text) => {
  const uri = `file:///nowhere/${name}`;
  const textDocument = { uri };
  const document = TextDocument.create(uri, "", 1, text);
  const at = (part: string, more = 0) => ({
    textDocument,
    position: document.positionAt(text.indexOf(part) + more),
  });
  const whole = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const under = (range: Range | undefined) => document.getText(range);
  const edited = (edits: readonly TextEdit[]) => TextDocument.applyEdits(document, [...edits]);

  beforeAll(() => client.open(uri, text));

  test("hover", async () => {
    const { range } = await client.request<Hover>("textDocument/hover", at("http.host", 2));
    expect(under(range)).toBe("http.host");
  });

  test("completion", async () => {
    const found = await client.request<CompletionList | CompletionItem[]>(
      "textDocument/completion",
      at("ssl", 3),
    );
    const items = Array.isArray(found) ? found : found.items;
    const edit = items.find((it) => it.label === "ssl")?.textEdit as TextEdit;
    expect(edited([edit])).toBe(text);
  });

  test("signature help", async () => {
    const found = await client.request<SignatureHelp>(
      "textDocument/signatureHelp",
      at("http.host"),
    );
    expect(found.signatures.map((it) => it.label)).toEqual(["lower(value: String): String"]);
  });

  test("highlights, references and rename", async () => {
    const place = at("$office", 2);
    const marked = await client.request<DocumentHighlight[]>(
      "textDocument/documentHighlight",
      place,
    );
    expect(marked.map((it) => under(it.range))).toEqual(["$office", "$office"]);
    const context = { includeDeclaration: true };
    const found = await client.request<Location[]>("textDocument/references", {
      ...place,
      context,
    });
    const here = found.filter((it) => it.uri === uri);
    expect(here.map((it) => under(it.range))).toEqual(["office", "office"]);
    const { changes } = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...place,
      newName: "home",
    });
    expect(edited(changes?.[uri] ?? [])).toBe(text.replaceAll("$office", "$home"));
  });

  test("code actions", async () => {
    const start = document.positionAt(text.indexOf("== true"));
    const end = document.positionAt(text.indexOf("== true") + 7);
    const found = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument,
      range: { start, end },
      context: { diagnostics: [] },
    });
    const fix = found.find((it) => it.title === "Remove '== true'");
    expect(edited(fix?.edit?.changes?.[uri] ?? [])).toBe(text.replace(" == true", ""));
  });

  test("format this expression", async () => {
    const loose = text.replace(" eq ", "   eq  ").replace(" or ssl", " or  ssl");
    const place = { uri: uri.replace("nowhere", "elsewhere") };
    const actionsIn = async (content: string) => {
      const position = TextDocument.create("", "", 1, content).positionAt(content.indexOf("lower"));
      return client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument: place,
        range: { start: position, end: position },
        context: { diagnostics: [], only: ["refactor"] },
      });
    };
    await client.open(place.uri, loose);
    const action = (await actionsIn(loose)).find((it) => it.title === "Format this expression");
    const changes = action?.edit?.changes?.[place.uri] ?? [];
    expect(TextDocument.applyEdits(TextDocument.create("", "", 1, loose), changes)).toBe(text);
    await client.change(place.uri, 2, { text });
    const titles = (await actionsIn(text)).map((it) => it.title);
    expect(titles).not.toContain("Format this expression");
  });

  test("inlay hints and lenses", async () => {
    const hints = await client.request<InlayHint[]>("textDocument/inlayHint", {
      textDocument,
      range: whole,
    });
    const shown = hints.map(({ position, label }) => ({
      range: { start: position, end: position },
      newText: `«${label}»`,
    }));
    const grouped = rule.replace(" or ", "«)» or «(»").replace(/^.*$/, "«(»$&«)»");
    expect(edited(shown)).toBe(
      text.replace(rule, grouped).replace(escaped, grouped.replaceAll('"', '\\"')),
    );
    const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument });
    expect(lenses.map((it) => it.command?.title)).toEqual([
      'Matches requests where (lower(http.host) is "a" and ip.src is in the list $office)… · 82 of 4,096 characters',
    ]);
  });

  test("nothing outside, and no features of the host's own extension", async () => {
    const outside = { textDocument, position: { line: 0, character: 1 } };
    for (const method of ["hover", "signatureHelp", "definition", "prepareRename"])
      expect(await client.request(`textDocument/${method}`, outside), method).toBeNull();
    const found = await client.request<CompletionList | null>("textDocument/completion", outside);
    expect(found?.items ?? []).toEqual([]);
    for (const method of ["foldingRange", "documentSymbol", "documentHighlight"])
      expect(await client.request(`textDocument/${method}`, outside), method).toEqual([]);
    const options = { tabSize: 2, insertSpaces: true };
    expect(await client.request("textDocument/formatting", { textDocument, options })).toBeNull();
  });
});
