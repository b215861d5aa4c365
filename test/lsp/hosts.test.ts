import { afterEach, expect, test } from "vitest";
import type {
  CodeAction,
  CompletionList,
  Diagnostic,
  DocumentDiagnosticReport,
  Hover,
  SemanticTokens,
} from "vscode-languageserver/node";
import { startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(stopClients);

const uri = "file:///nowhere/main.tf";
const textDocument = { uri };
const text = `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules {
    action     = "block"
    expression = "ssl == true and http.hots eq \\"\${var.host}\\""
  }
}
`;
const expression = { line: 4, character: 18 };
const dynamic = { dynamicRegistration: true };
const literals = { codeActionKind: { valueSet: ["quickfix"] } };
const pulling = {
  textDocument: { diagnostic: {}, codeAction: { codeActionLiteralSupport: literals } },
};

async function opened() {
  const client = await startClient({ capabilities: pulling });
  await client.open(uri, text);
  return client;
}

test("a Terraform file shows the diagnostics of its rules at their position", async () => {
  const client = await opened();
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument,
  });
  const found: Diagnostic[] = report.kind === "full" ? report.items : [];
  expect(found.map((it) => [it.code, it.range.start.line, it.range.start.character])).toEqual([
    ["operator-type", 4, 22],
    ["unknown-field", 4, 34],
  ]);
});

test.each([
  [
    "ruleset.json",
    '{ "phase": "http_ratelimit", "rules": [{ "expression": "http.hots eq 1" }] }',
    ["unknown-field"],
  ],
  ["package.json", '{ "name": "x", "expression": "http.hots eq 1" }', []],
  ["rules.yaml", "cache_rules:\n  - expression: http.hots eq 1\n", ["unknown-field"]],
  ["values.yaml", "expression: http.hots eq 1\n", []],
])("a file such as %s is checked if it has a rule", async (name, body, expected) => {
  const client = await startClient({ capabilities: pulling });
  const file = { uri: `file:///nowhere/${name}` };
  await client.open(file.uri, body);
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument: file,
  });
  expect(report.kind === "full" && report.items.map((it) => it.code)).toEqual(expected);
  const position = { line: 0, character: body.split("\n")[0]?.indexOf("hots") ?? 0 };
  const hover = await client.request("textDocument/hover", { textDocument: file, position });
  if (expected.length === 0) expect(hover).toBeNull();
});

test("hover, completion and fixes work inside the string only", async () => {
  const client = await opened();
  const hover = await client.request<Hover>("textDocument/hover", {
    textDocument,
    position: expression,
  });
  expect(hover.range?.start).toEqual(expression);
  const outside = { line: 1, character: 4 };
  expect(
    await client.request("textDocument/hover", { textDocument, position: outside }),
  ).toBeNull();
  const nothing = await client.request<CompletionList>("textDocument/completion", {
    textDocument,
    position: outside,
  });
  expect(nothing?.items ?? []).toEqual([]);
  const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument,
    range: { start: { line: 4, character: 22 }, end: { line: 4, character: 29 } },
    context: { diagnostics: [] },
  });
  expect(actions.map((it) => it.title)).toContain("Remove '== true'");
});

test("host files are not formatted, folded or colored", async () => {
  const client = await opened();
  const options = { tabSize: 2, insertSpaces: true };
  expect(await client.request("textDocument/formatting", { textDocument, options })).toBeNull();
  expect(await client.request("textDocument/foldingRange", { textDocument })).toEqual([]);
  expect(await client.request("textDocument/semanticTokens/full", { textDocument })).toMatchObject({
    data: [],
  });
});

test("Terraform files without another extension are colored by tokens", async () => {
  const client = await startClient({ capabilities: pulling });
  await client.open(uri, text, "plaintext");
  const { data } = await client.request<SemanticTokens>("textDocument/semanticTokens/full", {
    textDocument,
  });
  // From the first field of the rule: line, column, length.
  expect(data.slice(0, 3)).toEqual([4, 18, 3]);
});

test("host files only register features that do not replace those of other extensions", async () => {
  const client = await startClient({
    capabilities: {
      textDocument: {
        synchronization: dynamic,
        hover: dynamic,
        completion: dynamic,
        formatting: dynamic,
        semanticTokens: {
          ...dynamic,
          requests: {},
          tokenTypes: [],
          tokenModifiers: [],
          formats: [],
        },
      },
    },
  });
  const { registrations } = (await client.untilAsked("client/registerCapability")) as {
    registrations: {
      id: string;
      method: string;
      registerOptions: { documentSelector: object[] };
    }[];
  };
  const hosts = registrations.filter((it) => it.id.startsWith("weir hosts "));
  expect(hosts[0]?.registerOptions.documentSelector).toEqual([
    { scheme: "file", pattern: "**/*.{tf,tofu,yaml,yml,json,md}" },
  ]);
  // One registration per method; otherwise a client would send changes of 'weir.json' twice.
  const methods = registrations.map((it) => it.method);
  expect(new Set(methods).size).toBe(methods.length);
  expect(hosts.map((it) => it.method)).toEqual([
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/semanticTokens",
  ]);
  // Tokens would replace the tokens of an extension for Terraform.
  expect(hosts.at(-1)?.registerOptions.documentSelector).toEqual([
    { scheme: "file", language: "plaintext", pattern: "**/*.{tf,tofu}" },
  ]);
});

test("one registration of diagnostics covers our files and hosts", async () => {
  const client = await startClient({
    capabilities: { textDocument: { synchronization: dynamic, diagnostic: dynamic } },
  });
  // A second provider would report the same diagnostics of an open file again.
  expect(client.initialized?.capabilities.diagnosticProvider).toBeUndefined();
  const { registrations } = (await client.untilAsked("client/registerCapability")) as {
    registrations: { method: string; registerOptions: object }[];
  };
  const found = registrations.filter((it) => it.method === "textDocument/diagnostic");
  expect(found).toMatchObject([{ registerOptions: { workspaceDiagnostics: true } }]);
  expect(found[0]?.registerOptions).toHaveProperty(
    "documentSelector",
    expect.arrayContaining([
      { scheme: "untitled", language: "cfrule" },
      { scheme: "file", pattern: expect.stringContaining("tf") },
    ]),
  );
});

test("lists are found and renamed in embedded texts, also after non-ASCII characters and CRLF", async () => {
  const client = await startClient({ capabilities: pulling });
  const body = [
    "# 😀",
    'resource "cloudflare_filter" "f" {',
    "  expression = <<-EOT",
    '    http.host eq "😀" and ip.src in $office',
    "      or ip.src in $office",
    "  EOT",
    "}",
    "",
  ].join("\r\n");
  await client.open(uri, body);
  const position = { line: 3, character: 40 };
  const range = (line: number, start: number) => ({
    start: { line, character: start },
    end: { line, character: start + 6 },
  });
  const ranges = [range(3, 37), range(4, 20)];
  const found = await client.request<{ range: object }[]>("textDocument/references", {
    textDocument,
    position,
    context: { includeDeclaration: true },
  });
  expect(found.map((it) => it.range)).toEqual(ranges);
  const renamed = await client.request<{ changes?: Record<string, object[]> }>(
    "textDocument/rename",
    { textDocument, position, newName: "home" },
  );
  expect(renamed.changes?.[uri]).toEqual(ranges.map((it) => ({ range: it, newText: "home" })));
  const outside = { textDocument, position: { line: 1, character: 14 } };
  expect(await client.request("textDocument/prepareRename", outside)).toBeNull();
  expect(await client.request("textDocument/documentHighlight", outside)).toEqual([]);
});
