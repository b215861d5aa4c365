// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of Terraform are written like this.
// Values of Terraform files in an editor: problems are shown in the file with the wrong characters, open or not.
import { afterEach, expect, test } from "vitest";
import type {
  ClientCapabilities,
  CodeAction,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import { folderWith, removeFolders, writeAt } from "../../support/folders.ts";
import { startClient, stopClients, type TestClient } from "../../support/programs/lsp.ts";
import { eventually } from "../../support/waiting.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const literals = { codeActionKind: { valueSet: ["quickfix"] } };
const pulling: ClientCapabilities = {
  textDocument: {
    diagnostic: { relatedDocumentSupport: false },
    codeAction: { codeActionLiteralSupport: literals },
  },
  workspace: { diagnostics: { refreshSupport: true } },
};

const main = `variable "office" {}
resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = local.admin },
    { action = "block", expression = "ip.src eq \${var.office}" },
  ]
}
`;
const locals = (field: string) => `locals {\n  admin = "${field} eq \\"a\\""\n}\n`;

function workspace(): string {
  return folderWith({
    "main.tf": main,
    "locals.tf": locals("http.hosst"),
    "terraform.tfvars": 'office = "192.0.2.300"\n',
  });
}

async function pull(client: TestClient, uri: string): Promise<readonly Diagnostic[]> {
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  return report.kind === "full" ? report.items : [];
}

const shown = (found: readonly Diagnostic[]) =>
  found.map((it) => `${it.range.start.line + 1} ${it.code}`);

test("a client that pulls gets the problems of another file with that file, and its fix", async () => {
  const folder = workspace();
  const client = await startClient({ capabilities: pulling, folders: [folder] });
  await client.open(`${folder}/main.tf`, main);
  expect(shown(await pull(client, `${folder}/main.tf`))).toEqual([]);
  const uri = `${folder}/locals.tf`;
  await client.open(uri, locals("http.hosst"));
  await eventually(async () => expect(shown(await pull(client, uri))).toEqual(["2 unknown-field"]));
  const place = { line: 1, character: 13 };
  const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri },
    range: { start: place, end: place },
    context: { diagnostics: [] },
  });
  expect(actions.map((it) => it.title)).toContain("Use 'http.host' (locals.tf:2)");
  await client.change(uri, 2, { text: locals("http.host") });
  await eventually(async () => expect(shown(await pull(client, uri))).toEqual([]));
});

test("a file of no language of ours gets them published, until they are gone", async () => {
  const folder = workspace();
  const client = await startClient({ capabilities: pulling, folders: [folder] });
  await client.open(`${folder}/main.tf`, main);
  const last = () => client.published.findLast((it) => it.uri.endsWith("/terraform.tfvars"));
  await eventually(() => expect(shown(last()?.diagnostics ?? [])).toEqual(["1 value-type"]));
  writeAt(`${folder}/terraform.tfvars`, 'office = "192.0.2.1"\n');
  await client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: `${folder}/terraform.tfvars`, type: 2 }],
  });
  await eventually(() => expect(shown(last()?.diagnostics ?? [])).toEqual([]));
});

test("a client that does not pull gets those of an open file together", async () => {
  const folder = workspace();
  const client = await startClient({ folders: [folder] });
  await client.open(`${folder}/main.tf`, main);
  const last = () => client.published.findLast((it) => it.uri.endsWith("/locals.tf"));
  await eventually(() => expect(shown(last()?.diagnostics ?? [])).toEqual(["2 unknown-field"]));
  await client.open(`${folder}/locals.tf`, locals("http.host"));
  await eventually(() => expect(shown(last()?.diagnostics ?? [])).toEqual([]));
});

test("a file that closed Terraform files read is checked through them", async () => {
  const rule = (field: string) => `- action: block\n  expression: ${field} eq "a"\n`;
  const folder = folderWith({
    "infra/main.tf": main
      .replace('"ip.src eq ${var.office}"', '"ssl"')
      .replace("rules = [", 'rules = concat(yamldecode(file("../rules.yaml")), [')
      .replace("  ]\n}", "  ])\n}"),
    "infra/locals.tf": locals("http.host"),
    "rules.yaml": rule("http.host"),
  });
  const client = await startClient({ capabilities: pulling, folders: [folder] });
  const yaml = `${folder}/rules.yaml`;
  const expectFound = (uri: string, found: readonly string[]) =>
    eventually(async () => expect(shown(await pull(client, uri))).toEqual(found));
  await client.open(yaml, rule("http.hosst"));
  await expectFound(yaml, ["2 unknown-field"]);
  await client.change(yaml, 2, { text: rule("http.host") });
  await expectFound(yaml, []);
  await client.change(yaml, 3, { text: rule("http.hoost") });
  await expectFound(yaml, ["2 unknown-field"]);
  const uri = `${folder}/infra/locals.tf`;
  await client.open(uri, locals("http.hosst"));
  await expectFound(uri, ["2 unknown-field"]);
  // An editor may also list the problems of all files.
  const all = async () => {
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    return items.flatMap((it) => (it.kind === "full" ? shown(it.items) : []));
  };
  await eventually(async () => expect(await all()).toEqual(["2 unknown-field", "2 unknown-field"]));
});

test("a closed file has other problems when a value that it uses changes", async () => {
  const chosen = 'local.kind == "a" ? "http.host eq \\"a\\"" : "http.hosst eq 1"';
  const kind = (name: string) => `locals {\n  admin = "ssl"\n  kind  = "${name}"\n}\n`;
  const folder = folderWith({
    "main.tf": main.replace('"ip.src eq ${var.office}"', chosen),
    "locals.tf": kind("a"),
  });
  const client = await startClient({ capabilities: pulling, folders: [folder] });
  const all = async () => {
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    return items.flatMap((it) => (it.kind === "full" ? shown(it.items) : []));
  };
  expect(await all()).toEqual([]);
  await client.open(`${folder}/locals.tf`, kind("b"));
  await eventually(async () => expect(await all()).toEqual(["7 unknown-field"]));
  await client.change(`${folder}/locals.tf`, 2, { text: kind("a") });
  await eventually(async () => expect(await all()).toEqual([]));
});

test("a document that is no file has the values of its own text", async () => {
  const client = await startClient({ capabilities: pulling });
  const uri = "vscode-vfs://github/example/main.tf";
  const text = `${main}${locals("http.hosst")}`;
  await client.open(uri, text);
  const found = await pull(client, uri);
  const line = text.split("\n").findIndex((it) => it.includes("http.hosst")) + 1;
  expect(shown(found)).toEqual([`${line} unknown-field`]);
});
