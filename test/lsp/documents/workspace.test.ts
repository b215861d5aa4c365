import { afterEach, expect, test, vi } from "vitest";
import {
  CancellationTokenSource,
  type ClientCapabilities,
  type SymbolInformation,
  type WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import { folderWith, removeAt, removeFolders, writeAt } from "../../support/folders.ts";
import {
  breakSettingsOf,
  startClient,
  stopClients,
  type TestClient,
} from "../../support/programs/lsp.ts";
import { toyLanguage } from "../../support/toy-language.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.restoreAllMocks();
});

const languages = [toyLanguage()];
const pulling: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: {
    diagnostics: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

function changed(client: TestClient, ...uris: string[]): Promise<void> {
  const changes = uris.map((uri) => ({ uri, type: 2 }));
  return client.notify("workspace/didChangeWatchedFiles", { changes });
}

/** `name: messages` for each file with diagnostics, and the result IDs by file name. */
async function pull(client: TestClient, folder: string, previous: Record<string, string> = {}) {
  const previousResultIds = Object.entries(previous).map(([name, value]) => ({
    uri: `${folder}/${name}`,
    value,
  }));
  const report = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
    previousResultIds,
  });
  const nameOf = (uri: string) => decodeURIComponent(uri).slice(folder.length + 1);
  return {
    items: report.items.map((it) => {
      const said = it.kind === "full" ? it.items.map((found) => found.message).join() : it.kind;
      return `${nameOf(it.uri)}@${it.version}: ${said}`;
    }),
    ids: Object.fromEntries(report.items.map((it) => [nameOf(it.uri), it.resultId ?? ""])),
  };
}

test("the workspace is watched where the client supports it", async () => {
  const client = await startClient({ languages, capabilities: pulling });
  expect(await client.untilAsked("client/registerCapability")).toEqual({
    registrations: [
      {
        id: "weir workspace/didChangeWatchedFiles",
        method: "workspace/didChangeWatchedFiles",
        registerOptions: {
          watchers: [
            { globPattern: "**/weir.json" },
            { globPattern: "**/weir.lock.json" },
            { globPattern: "**/*.toy" },
            ...["tfvars", "tftpl", "tpl", "csv", "txt"].map((it) => ({
              globPattern: `**/*.${it}`,
            })),
          ],
        },
      },
    ],
  });
});

test("the workspace has diagnostics for closed files, except those that git ignores", async () => {
  const folder = folderWith({
    ".gitignore": "out/\n",
    "a b#.toy": "bad",
    "b.toy": "fine",
    "bug.toy": "explode",
    "open.toy": "bad",
    "out/made.toy": "bad",
    "notes.txt": "bad",
  });
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  await client.open(`${folder}/open.toy`, "fine in the editor");
  const first = await pull(client, folder);
  expect(first.items).toEqual([
    "a b#.toy@null: 'bad' is a bad word. Use 'good'.",
    "b.toy@null: ",
    "open.toy@1: ",
  ]);
  removeAt(`${folder}/b.toy`);
  writeAt(`${folder}/c.toy`, "bad");
  const second = await pull(client, folder, first.ids);
  expect(second.items).toEqual([
    "a b#.toy@null: unchanged",
    "c.toy@null: 'bad' is a bad word. Use 'good'.",
    "open.toy@1: unchanged",
    "b.toy@null: ",
  ]);
});

test("the workspace may have several folders, and change them", async () => {
  const [one, two, three] = [
    folderWith({ "a.toy": "bad" }),
    folderWith({ "weir.json": '{ "datasets": { "**": "dns_logs" } }', "b.toy": "dataset" }),
    folderWith({ "c.toy": "dataset" }),
  ];
  const client = await startClient({
    languages,
    capabilities: { ...pulling, workspace: { ...pulling.workspace, workspaceFolders: true } },
    folders: [one, two],
  });
  expect((await pull(client, one)).items).toHaveLength(2);
  const event = { added: [{ uri: three, name: "three" }], removed: [{ uri: one, name: "one" }] };
  await client.notify("workspace/didChangeWorkspaceFolders", { event });
  await client.untilAsked("workspace/diagnostic/refresh");
  expect((await pull(client, three)).items).toEqual([
    expect.stringMatching(/b.toy@null: dns_logs$/),
    "c.toy@null: http_requests",
  ]);
});

test("the workspace is reported in parts to a client that accepts them, and then only on changes", async () => {
  const folder = folderWith({ "a.toy": "bad", "b.toy": "fine" });
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  const parts: WorkspaceDiagnosticReport["items"] = [];
  client.connection.onNotification("$/progress", ({ value }) => {
    parts.push(...value.items);
    client.look();
  });
  const ask = (source?: CancellationTokenSource) =>
    client.request<WorkspaceDiagnosticReport>(
      "workspace/diagnostic",
      {
        previousResultIds: parts.map((it) => ({ uri: it.uri, value: it.resultId ?? "" })),
        partialResultToken: "parts",
      },
      source?.token,
    );
  expect((await ask()).items).toEqual([]);
  expect(parts.map((it) => it.kind)).toEqual(["full", "full"]);
  const waits = ask();
  await client.until(() => parts.length === 4);
  writeAt(`${folder}/b.toy`, "now bad");
  await changed(client, `${folder}/b.toy`);
  expect((await waits).items).toEqual([]);
  expect(parts.filter((it) => it.kind === "full").map((it) => it.uri)).toEqual([
    `${folder}/a.toy`,
    `${folder}/b.toy`,
    `${folder}/b.toy`,
  ]);
  const source = new CancellationTokenSource();
  parts.splice(0, 4);
  const canceled = ask(source);
  source.cancel();
  await expect(canceled).rejects.toMatchObject({ code: -32800 });
});

test("the workspace uses the disk once a document is closed", async () => {
  const folder = folderWith({ "a.toy": "bad" });
  const uri = `${folder}/a.toy`;
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  const { ids } = await pull(client, folder);
  await client.open(uri, "fine");
  const previousResultIds = [{ uri, value: ids["a.toy"] ?? "" }];
  const kinds: string[] = [];
  client.connection.onNotification("$/progress", ({ value }) => {
    for (const item of value.items) kinds.push(`${item.kind} ${item.version}`);
    client.look();
  });
  const asked = { previousResultIds, partialResultToken: "parts" };
  await client.request("workspace/diagnostic", asked);
  expect(kinds).toEqual(["full 1"]);
  const { resultId } = await client.request<{ resultId: string }>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  const waits = client.request("workspace/diagnostic", {
    ...asked,
    previousResultIds: [{ uri, value: resultId }],
  });
  await client.until(() => kinds.includes("unchanged 1"));
  await client.close(uri);
  await waits;
  expect(kinds).toEqual(["full 1", "unchanged 1", "full null"]);
});

test("the workspace has symbols", async () => {
  const folder = folderWith({ "a.toy": "needle hay", "b.toy": "hay needless" });
  const client = await startClient({ languages, folders: [folder] });
  const found = await client.request<SymbolInformation[]>("workspace/symbol", { query: "NDL" });
  expect(found.map((it) => [it.name, it.location.uri])).toEqual([
    ["needle", `${folder}/a.toy`],
    ["needless", `${folder}/b.toy`],
  ]);
});

test("the workspace includes open unsaved documents, but nothing else from outside", async () => {
  const folder = folderWith({ ".gitignore": "out/\n", "a.toy": "hay", "out/made.toy": "bad" });
  const outside = folderWith({ "b.toy": "bad needle" });
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  const unsaved = ["untitled:Untitled-1", `${folder}/new.toy`];
  for (const uri of unsaved) await client.open(uri, "bad needle");
  await client.open("untitled:Untitled-2", "bad needle", "plaintext");
  await client.open("git:/a.toy?old", "bad needle");
  await client.open(`${folder}/out/made.toy`, "bad needle");
  await client.open(`${outside}/b.toy`, "bad needle");
  const found = await client.request<SymbolInformation[]>("workspace/symbol", { query: "needle" });
  expect(found.map((it) => it.location.uri)).toEqual(unsaved);
  const report = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
    previousResultIds: [],
  });
  expect(
    report.items.map((it) => [it.uri, it.version, it.kind === "full" && it.items.length]),
  ).toEqual([[`${folder}/a.toy`, null, 0], ...unsaved.map((uri) => [uri, 1, 1])]);
});

test("the workspace drops an unsaved document when it is closed", async () => {
  const folder = folderWith({});
  const uri = "untitled:Untitled-1";
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  const said: string[] = [];
  client.connection.onNotification("$/progress", ({ value }) => {
    for (const it of value.items) said.push(`${it.kind} ${it.version} ${it.items?.length ?? "-"}`);
    client.look();
  });
  await client.open(uri, "bad");
  const { resultId } = await client.request<{ resultId: string }>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  const waits = client.request("workspace/diagnostic", {
    previousResultIds: [{ uri, value: resultId }],
    partialResultToken: "parts",
  });
  await client.until(() => said.length === 1);
  await client.close(uri);
  await waits;
  expect(said).toEqual(["unchanged 1 -", "full null 0"]);
});

test("the workspace is checked completely when one of its open documents fails", async () => {
  breakSettingsOf("a.toy");
  const folder = folderWith({ "a.toy": "bad", "b.toy": "bad" });
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  await client.open(`${folder}/a.toy`, "bad");
  expect((await pull(client, folder)).items).toEqual([
    "b.toy@null: 'bad' is a bad word. Use 'good'.",
  ]);
  expect(client.logged.join()).toContain("These settings are broken.");
});

test("excluded files are reported only while they are open", async () => {
  const folder = folderWith({
    "weir.json": '{ "exclude": ["old"] }',
    "a.toy": "bad",
    "old/b.toy": "bad",
  });
  const client = await startClient({ languages, capabilities: pulling, folders: [folder] });
  const bad = "'bad' is a bad word. Use 'good'.";
  expect((await pull(client, folder)).items).toEqual([`a.toy@null: ${bad}`]);
  await client.open(`${folder}/old/b.toy`, "bad");
  expect((await pull(client, folder)).items).toEqual([`a.toy@null: ${bad}`, `old/b.toy@1: ${bad}`]);
  writeAt(`${folder}/weir.json`, "{}");
  await client.notify("textDocument/didClose", { textDocument: { uri: `${folder}/old/b.toy` } });
  await changed(client, `${folder}/weir.json`);
  expect((await pull(client, folder)).items).toEqual([
    `a.toy@null: ${bad}`,
    `old/b.toy@null: ${bad}`,
  ]);
});
