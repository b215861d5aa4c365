import { afterEach, describe, expect, test, vi } from "vitest";
import type {
  ClientCapabilities,
  SymbolInformation,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import { KeptResults } from "../../../server/src/lsp/documents/kept-results.ts";
import { disk } from "../../../server/src/lsp/files/disk.ts";
import { folderWith, removeFolders, writeAt } from "../../support/folders.ts";
import { startClient, stopClients, type TestClient } from "../../support/programs/lsp.ts";
import { toyLanguage } from "../../support/toy-language.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.restoreAllMocks();
});

const watching: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
};

async function start(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const analyzed: string[] = [];
  const languages = [toyLanguage(analyzed)];
  const client = await startClient({ languages, capabilities: watching, folders: [folder] });
  return { folder, client, analyzed, reads: vi.spyOn(disk, "textOf") };
}

async function symbols(client: TestClient, query: string): Promise<string[]> {
  const found = await client.request<SymbolInformation[]>("workspace/symbol", { query });
  return found.map((it) => it.name);
}

async function messages(client: TestClient): Promise<string[]> {
  const report = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
    previousResultIds: [],
  });
  return report.items
    .flatMap((it) => (it.kind === "full" ? it.items : []))
    .map((it) => String(it.message));
}

const twoFiles = { "a.toy": "bad needle", "b.toy": "haystack" };

describe("results of closed files are cached", () => {
  test("symbols, for the next query", async () => {
    const { client, analyzed, reads } = await start(twoFiles);
    expect(await symbols(client, "needle")).toEqual(["needle"]);
    expect(await symbols(client, "hay")).toEqual(["haystack"]);
    expect(analyzed).toHaveLength(2);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  test("diagnostics, for a client without previous results", async () => {
    const { client, analyzed, reads } = await start(twoFiles);
    const first = await messages(client);
    expect(first).toHaveLength(1);
    expect(await messages(client)).toEqual(first);
    expect(analyzed).toHaveLength(2);
    expect(reads).toHaveBeenCalledTimes(2);
  });
});

describe("the cache is invalidated", () => {
  test("for a file that was written", async () => {
    const { folder, client, reads } = await start(twoFiles);
    await symbols(client, "needle");
    writeAt(`${folder}/b.toy`, "another needle2");
    expect(await symbols(client, "needle")).toEqual(["needle", "needle2"]);
    expect(reads).toHaveBeenCalledTimes(3);
  });

  test("for a file that the client reports as changed, even if the disk shows no change", async () => {
    const { folder, client, reads } = await start(twoFiles);
    await symbols(client, "needle");
    const changes = [{ uri: `${folder}/b.toy`, type: 2 }];
    await client.notify("workspace/didChangeWatchedFiles", { changes });
    await symbols(client, "needle");
    expect(reads.mock.calls.map(([it]) => it.uri.slice(folder.length))).toEqual([
      "/a.toy",
      "/b.toy",
      "/b.toy",
    ]);
  });

  test("for a file that was saved in the editor and closed", async () => {
    const { folder, client, reads } = await start(twoFiles);
    const textDocument = { uri: `${folder}/b.toy` };
    await symbols(client, "needle");
    await client.open(textDocument.uri, "needle3");
    expect(await symbols(client, "needle")).toEqual(["needle", "needle3"]);
    await client.notify("textDocument/didSave", { textDocument });
    await client.close(textDocument.uri);
    await symbols(client, "needle");
    expect(reads).toHaveBeenCalledTimes(3);
  });

  test("for every file when the settings change", async () => {
    const { folder, client } = await start({ "c.toy": "dataset" });
    expect(await messages(client)).toEqual(["http_requests"]);
    writeAt(`${folder}/weir.json`, '{ "datasets": { "**": "dns_logs" } }');
    const changes = [{ uri: `${folder}/weir.json`, type: 1 }];
    await client.notify("workspace/didChangeWatchedFiles", { changes });
    expect(await messages(client)).toEqual(["dns_logs"]);
  });
});

describe("the cache is bounded", () => {
  const ten = () => Array.from({ length: 10 }, (_, index) => index);

  test("evicted results are computed again", () => {
    const kept = new KeptResults(25);
    for (const uri of ["a", "b", "c"]) kept.set(uri, "1", ten, ten());
    expect(["a", "b", "c"].filter((uri) => kept.get(uri, "1", ten))).toEqual(["a", "b"]);
    kept.forget("a");
    kept.set("c", "1", ten, ten());
    expect(["a", "b", "c"].filter((uri) => kept.get(uri, "1", ten))).toEqual(["b", "c"]);
  });

  test("a new version replaces the old one", () => {
    const kept = new KeptResults(25);
    for (const id of ["1", "2", "3", "4"]) kept.set("a", id, ten, ten());
    expect(kept.get("a", "3", ten)).toBeUndefined();
    expect(kept.get("a", "4", ten)).toHaveLength(10);
    kept.clear();
    expect(kept.get("a", "4", ten)).toBeUndefined();
  });
});
