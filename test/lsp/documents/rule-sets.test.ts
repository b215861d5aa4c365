import { afterEach, expect, test } from "vitest";
import type {
  ClientCapabilities,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import { writeLock } from "../../../server/src/workspace/lock/lock.ts";
import { folderWith, removeAt, removeFolders, writeAt } from "../../support/folders.ts";
import { startClient, stopClients, type TestClient } from "../../support/programs/lsp.ts";
import { origin, weirJson } from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const pulling: ClientCapabilities = {
  textDocument: { diagnostic: { relatedDocumentSupport: false } },
  workspace: {
    diagnostics: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};
const related: ClientCapabilities = {
  ...pulling,
  textDocument: { ...pulling.textDocument, publishDiagnostics: { relatedInformation: true } },
};

function lock(order: readonly string[]): string {
  const { zone } = JSON.parse(weirJson()).profiles.local as { zone: string };
  const entry = { origin, zone, target: "rulesets", ruleset: "s", state: "done" } as const;
  const files = order.map((it) => [`rules/${it}.cfrule`, { local: { ...entry, rule: it } }]);
  return writeLock(Object.fromEntries(files), { s: order });
}

const wide = "# @action block\nssl\n";
const narrow = '# @action log\nssl and http.host eq "a"\n';

function workspace(order = ["b", "a"]): string {
  return folderWith({
    "weir.json": weirJson({ rulesTarget: "rulesets" }),
    "weir.lock.json": lock(order),
    "rules/a.cfrule": narrow,
    "rules/b.cfrule": wide,
  });
}

const message =
  "Never reached: the rule in 'rules/b.cfrule' matches everything this rule matches, and its action 'block' ends the evaluation.";

async function pull(client: TestClient, uri: string, previousResultId?: string) {
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument: { uri },
    ...(previousResultId && { previousResultId }),
  });
  return report.kind === "full"
    ? { id: report.resultId, items: report.items }
    : { id: report.resultId, items: undefined };
}

test("a rule is compared with the others of its folder, and again when one of them changes", async () => {
  const folder = workspace();
  const [a, b] = [`${folder}/rules/a.cfrule`, `${folder}/rules/b.cfrule`];
  const client = await startClient({ capabilities: related, folders: [folder] });
  await client.open(a, narrow, "cfrule");
  const first = await pull(client, a);
  expect(first.items).toMatchObject([
    {
      code: "unreachable-rule",
      message,
      range: { start: { line: 1 } },
      relatedInformation: [{ location: { uri: b, range: { start: { line: 1 } } } }],
    },
  ]);
  expect((await pull(client, a, first.id)).items).toBeUndefined();
  await client.open(b, wide, "cfrule");
  expect((await pull(client, a, first.id)).items).toBeUndefined();
  await client.change(b, 2, { text: `# A comment.\n${wide}` });
  const moved = await pull(client, a, first.id);
  expect(moved.items?.[0]?.relatedInformation?.[0]?.location.range.start.line).toBe(2);
  await client.change(b, 3, { text: wide.replace("block", "log") });
  expect((await pull(client, a, moved.id)).items).toEqual([]);
  await client.untilAsked("workspace/diagnostic/refresh");
  await client.close(b);
  expect((await pull(client, a)).items).toMatchObject([{ message }]);
});

test("changes on disk are detected: of a rule, of the order, of the files", async () => {
  const folder = workspace();
  const [a, b] = [`${folder}/rules/a.cfrule`, `${folder}/rules/b.cfrule`];
  const client = await startClient({ capabilities: pulling, folders: [folder] });
  await client.open(a, narrow, "cfrule");
  const messages = async () => (await pull(client, a)).items?.map((it) => it.message);
  const changed = (uri: string, type = 2) =>
    client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] });
  expect(await messages()).toEqual([message]);
  writeAt(b, wide.replace("block", "log"));
  await changed(b);
  expect(await messages()).toEqual([]);
  writeAt(b, wide);
  await changed(b);
  expect(await messages()).toEqual([message]);
  writeAt(`${folder}/weir.lock.json`, lock(["a", "b"]));
  await changed(`${folder}/weir.lock.json`);
  expect(await messages()).toEqual([]);
  writeAt(`${folder}/weir.lock.json`, lock(["b", "a"]));
  await changed(`${folder}/weir.lock.json`);
  expect(await messages()).toEqual([message]);
  removeAt(b);
  await changed(b, 3);
  expect(await messages()).toEqual([]);
});

test("the workspace has them for closed files, and reports a file again when another changed", async () => {
  const folder = workspace();
  const b = `${folder}/rules/b.cfrule`;
  const client = await startClient({ capabilities: pulling, folders: [folder] });
  const ask = async (ids: Readonly<Record<string, string>> = {}) => {
    const previousResultIds = Object.entries(ids).map(([uri, value]) => ({ uri, value }));
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds,
    });
    const rows = items.filter((it) => it.uri.endsWith(".cfrule"));
    return {
      ids: Object.fromEntries(rows.map((it) => [it.uri, it.resultId ?? ""])),
      shown: rows.map((it) =>
        it.kind === "full" ? it.items.map((one) => one.code).join() : it.kind,
      ),
    };
  };
  const first = await ask();
  expect(first.shown).toEqual(["unreachable-rule", ""]);
  expect((await ask(first.ids)).shown).toEqual(["unchanged", "unchanged"]);
  await client.open(b, wide.replace("ssl", "cf.client.bot"), "cfrule");
  expect((await ask(first.ids)).shown).toEqual(["", ""]);
});

test("a new file is included immediately", async () => {
  const folder = workspace(["b"]);
  const [a, c] = [`${folder}/rules/a.cfrule`, `${folder}/rules/c.cfrule`];
  const client = await startClient({ capabilities: {}, folders: [folder] });
  await client.open(a, narrow, "cfrule");
  await client.untilPublished(a, `unreachable-rule: ${message}`);
  await client.open(c, narrow.replace('"a"', '"c"'), "cfrule");
  writeAt(c, narrow);
  await client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: c, type: 1 }] });
  await client.untilPublished(c, `unreachable-rule: ${message}`);
});
