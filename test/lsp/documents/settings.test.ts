import { afterEach, describe, expect, test } from "vitest";
import type { ClientCapabilities } from "vscode-languageserver/node";
import { folderWith, removeAt, removeFolders, writeAt } from "../../support/folders.ts";
import { startClient, stopClients, type TestClient } from "../../support/programs/lsp.ts";
import { toyLanguage } from "../../support/toy-language.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const languages = [toyLanguage()];
const pulling: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true } },
};

function changed(client: TestClient, uri: string): Promise<void> {
  return client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
}

describe("weir.json", () => {
  const uses = (dataset: string) => `{ "datasets": { "**": "${dataset}" } }`;

  test("applies to the files below, and changes are detected", async () => {
    const folder = folderWith({ "weir.json": uses("dns_logs") });
    const uri = `${folder}/in/here.toy`;
    const client = await startClient({ languages });
    await client.open(uri, "dataset");
    await client.untilPublished(uri, "dataset: dns_logs");
    writeAt(`${folder}/weir.json`, uses("nel_reports"));
    await changed(client, `${folder}/weir.json`);
    await client.untilPublished(uri, "dataset: nel_reports");
  });

  test("applies as edited while it is open", async () => {
    const folder = folderWith({ "weir.json": uses("dns_logs") });
    const [uri, config] = [`${folder}/a.toy`, `${folder}/weir.json`];
    const client = await startClient({ languages });
    await client.open(uri, "dataset");
    await client.open(config, uses("nel_reports"), "json");
    await client.untilPublished(uri, "dataset: nel_reports");
    await client.close(config);
    await client.untilPublished(uri, "dataset: dns_logs");
  });

  test("has its problems shown while closed, also to a client that pulls diagnostics", async () => {
    const folder = folderWith({ "weir.json": '{ "plam": "pro" }' });
    const config = `${folder}/weir.json`;
    const client = await startClient({ languages, capabilities: pulling });
    await client.open(`${folder}/a.toy`, "word");
    const textDocument = { uri: `${folder}/a.toy` };
    await client.request("textDocument/diagnostic", { textDocument });
    await client.untilPublished(config, "weir-json: Unknown setting 'plam'. Did you mean 'plan'?");
    removeAt(config);
    await changed(client, config);
    await client.untilPublished(config);
    await client.untilAsked("workspace/diagnostic/refresh");
  });

  test("is corrected by the fixes of its problems", async () => {
    const folder = folderWith({});
    const uri = `${folder}/weir.json`;
    const client = await startClient({
      languages,
      capabilities: {
        textDocument: {
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
        },
      },
    });
    await client.open(uri, '{ "plam": "pro" }', "json");
    const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 4 } };
    const context = { diagnostics: [], only: ["quickfix"] };
    const asked = { textDocument: { uri }, range, context };
    expect(await client.request("textDocument/codeAction", asked)).toMatchObject([
      { title: "Use 'plan'", edit: { changes: { [uri]: [{ newText: '"plan"' }] } } },
    ]);
  });

  test("refreshes what the client can refresh", async () => {
    const client = await startClient({
      languages,
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: {
          diagnostics: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
          codeLens: { refreshSupport: true },
          semanticTokens: { refreshSupport: true },
        },
      },
    });
    await changed(client, "file:///nowhere/weir.json");
    await client.until(() => client.asked.length === 4);
    expect(client.asked.map((it) => it.method).sort()).toEqual([
      "workspace/codeLens/refresh",
      "workspace/diagnostic/refresh",
      "workspace/inlayHint/refresh",
      "workspace/semanticTokens/refresh",
    ]);
  });
});

describe("settings", () => {
  const uri = "file:///nowhere/a.toy";

  test("come with the initialization", async () => {
    const client = await startClient({
      languages,
      initializationOptions: { defaultDataset: "dns_logs" },
    });
    await client.open(uri, "dataset");
    await client.untilPublished(uri, "dataset: dns_logs");
  });

  test("are updated when they are sent", async () => {
    const client = await startClient({ languages });
    await client.open(uri, "dataset");
    await client.untilPublished(uri, "dataset: http_requests");
    const settings = { weir: { defaultDataset: "dns_logs" } };
    await client.notify("workspace/didChangeConfiguration", { settings });
    await client.untilPublished(uri, "dataset: dns_logs");
  });

  test("are requested for each folder, and again when they change", async () => {
    const settings = new Map([["file:///one", { defaultDataset: "dns_logs" }]]);
    const client = await startClient({
      languages,
      folders: ["file:///one", "file:///two"],
      capabilities: {
        workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
      },
      configuration: (scope) => settings.get(scope ?? ""),
    });
    await client.open("file:///one/a.toy", "dataset");
    await client.open("file:///two/a.toy", "dataset");
    await client.untilPublished("file:///one/a.toy", "dataset: dns_logs");
    await client.untilPublished("file:///two/a.toy", "dataset: http_requests");
    settings.set("file:///two", { defaultDataset: "nel_reports" });
    await client.notify("workspace/didChangeConfiguration", { settings: null });
    await client.untilPublished("file:///two/a.toy", "dataset: nel_reports");
  });
});

describe("before the client has sent its settings", () => {
  const uri = "file:///nowhere/a.toy";
  const textDocument = { uri };
  const capabilities: ClientCapabilities = {
    workspace: { configuration: true, diagnostics: { refreshSupport: true } },
  };

  /** A client that responds to configuration requests when the test tells it to. */
  async function hesitant(more: ClientCapabilities = {}) {
    const answers: ((dataset: string) => void)[] = [];
    const configuration = () =>
      new Promise((resolve) => {
        answers.push((defaultDataset) => resolve({ defaultDataset }));
        client?.look();
      });
    let client: TestClient | undefined;
    client = await startClient({
      languages,
      capabilities: { ...capabilities, ...more },
      configuration,
    });
    const asked = (count: number) => client.until(() => answers.length === count);
    await asked(1);
    return { client, asked, answer: (index: number, dataset: string) => answers[index]?.(dataset) };
  }

  /** Sends requests that are answered immediately, so that all other immediate work is done afterwards. */
  async function roundTrips(client: TestClient): Promise<void> {
    for (let count = 0; count < 5; count++) {
      await expect(client.request("weir/unknown", {})).rejects.toMatchObject({ code: -32601 });
    }
  }

  test("nothing is pushed", async () => {
    const { client, answer } = await hesitant();
    await client.open(uri, "dataset");
    await roundTrips(client);
    expect(client.published).toEqual([]);
    answer(0, "dns_logs");
    await client.untilPublished(uri, "dataset: dns_logs");
    expect(client.published).toHaveLength(1);
  });

  test("requests wait, and need not be repeated", async () => {
    const { client, answer } = await hesitant({ textDocument: { diagnostic: {} } });
    await client.open(uri, "dataset");
    const answered: string[] = [];
    const ask = async (method: string, params: object) => {
      const found = await client.request(method, params);
      answered.push(method);
      return found;
    };
    const position = { line: 0, character: 0 };
    const pulled = ask("textDocument/diagnostic", { textDocument });
    const hover = ask("textDocument/hover", { textDocument, position });
    await roundTrips(client);
    expect(answered).toEqual([]);
    answer(0, "dns_logs");
    expect(await pulled).toMatchObject({ items: [{ message: "dns_logs" }] });
    expect(await hover).not.toBeNull();
    await roundTrips(client);
    expect(client.asked.map((it) => it.method)).toEqual(["workspace/configuration"]);
  });

  test("an outdated response is not awaited, but the next one is", async () => {
    const { client, asked, answer } = await hesitant();
    await client.open(uri, "dataset");
    await client.notify("workspace/didChangeConfiguration", { settings: null });
    await asked(2);
    answer(0, "nel_reports");
    await roundTrips(client);
    answer(1, "dns_logs");
    await client.untilPublished(uri, "dataset: dns_logs");
    expect(client.published).toHaveLength(1);
  });

  test("a client that fails to provide settings gets the defaults", async () => {
    const client = await startClient({
      languages,
      capabilities,
      configuration: () => Promise.reject(new Error("No settings here.")),
    });
    await client.open(uri, "dataset");
    await client.untilPublished(uri, "dataset: http_requests");
    expect(client.logged.join()).toContain("Cannot read the settings");
  });
});
