import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { CancellationTokenSource, type CodeLens, type InlayHint } from "vscode-languageserver/node";
import { folderWith, removeFolders } from "../../support/folders.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const filter = (status: number) =>
  `{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": ${status} } }`;
const files = {
  "weir.json": '{ "samples": { "http_requests": "logs/*.ndjson" } }',
  "logs/a.ndjson": [200, 200, 500, 503].map((it) => `{"EdgeResponseStatus":${it}}\n`).join(""),
  "a.lpfilter": filter(200),
  "a.lpjob": '{ "dataset": "http_requests", "filter": "a.lpfilter" }',
};

async function start(initializationOptions?: unknown) {
  const folder = folderWith(files);
  const capabilities = { workspace: { codeLens: { refreshSupport: true } } };
  const client = await startClient({ folders: [folder], capabilities, initializationOptions });
  const ask = (name: string, more = {}) =>
    client.request("weir/try", { textDocument: { uri: `${folder}/${name}` }, ...more });
  return { folder, client, ask };
}

test("a document is tried on the samples, as it is in the editor", async () => {
  const { folder, client, ask } = await start();
  await client.open(`${folder}/a.lpfilter`, filter(500), "lpfilter");
  expect(await ask("a.lpfilter", { by: ["EdgeResponseStatus"], explain: true })).toMatchObject({
    logs: { files: 1, lines: 4, path: "logs/a.ndjson" },
    results: [
      {
        path: "a.lpfilter",
        kept: 1,
        conditions: [{ holds: 1, decides: 4, keeps: 1 }],
        by: { EdgeResponseStatus: { kept: [[500, 1]] } },
      },
    ],
  });
});

test("a job uses the filter that is open beside it", async () => {
  const { folder, client, ask } = await start();
  await client.open(`${folder}/a.lpjob`, files["a.lpjob"], "lpjob");
  await client.open(`${folder}/a.lpfilter`, filter(503), "lpfilter");
  expect(await ask("a.lpjob")).toMatchObject({ results: [{ kept: 1, pushed: 1 }] });
});

test("other logs, and the first lines of them", async () => {
  const { folder, client, ask } = await start();
  await client.open(`${folder}/a.lpfilter`, filter(200), "lpfilter");
  expect(await ask("a.lpfilter", { logs: ["logs"], head: 1 })).toMatchObject({
    logs: { lines: 1 },
    results: [{ kept: 1 }],
  });
});

test("a canceled request gets the matching error", async () => {
  const { folder, client } = await start();
  const uri = `${folder}/a.lpfilter`;
  await client.open(uri, filter(200), "lpfilter");
  const source = new CancellationTokenSource();
  const answer = client.request("weir/try", { textDocument: { uri } }, source.token);
  source.cancel();
  await expect(answer).rejects.toThrow("canceled");
});

test("nothing is read in an untrusted workspace", async () => {
  const { folder, client, ask } = await start({ trusted: false });
  await client.open(`${folder}/a.lpfilter`, filter(200), "lpfilter");
  expect(await ask("a.lpfilter")).toEqual({
    refusal: "Logs are not read in an untrusted workspace.",
  });
});

test("a lens shows how much of the samples is kept, and follows the text", async () => {
  const { folder, client } = await start();
  const uri = `${folder}/a.lpfilter`;
  const lenses = async () => {
    const all = await client.request<CodeLens[]>("textDocument/codeLens", {
      textDocument: { uri },
    });
    return all
      .map((it) => it.command?.title ?? "")
      .filter((it) => it.startsWith("Keeps") && it.includes("("));
  };
  const refreshes = () => client.asked.filter((it) => it.method === "workspace/codeLens/refresh");
  await client.open(uri, filter(200), "lpfilter");
  const before = refreshes().length;
  await lenses();
  await client.until(() => refreshes().length > before);
  expect(await lenses()).toEqual(["Keeps 50.0% of logs/a.ndjson (2 of 4 lines)"]);
  const next = refreshes().length;
  await client.change(uri, 2, { text: filter(503) });
  await lenses();
  await client.until(() => refreshes().length > next);
  expect(await lenses()).toEqual(["Keeps 25.0% of logs/a.ndjson (1 of 4 lines)"]);
  const last = refreshes().length;
  await client.change(uri, 3, { text: filter(503).replace("EdgeResponseStatus", "ClientASN") });
  await lenses();
  await client.until(() => refreshes().length > last);
  expect(await lenses()).toEqual([
    "Keeps 0–100% of logs/a.ndjson (0 to 4 of 4 lines; missing in the logs: ClientASN)",
  ]);
});

test("the lens of a job follows the filter in another file, open or on disk", async () => {
  const { folder, client } = await start();
  const [uri, filterUri] = [`${folder}/a.lpjob`, `${folder}/a.lpfilter`];
  const lenses = async () =>
    (await client.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } })).flatMap(
      (it) => /^Keeps [\d.]+%/.exec(it.command?.title ?? "")?.[0] ?? [],
    );
  const refreshes = () => client.asked.filter((it) => it.method === "workspace/codeLens/refresh");
  const after = async (change: () => unknown) => {
    const before = refreshes().length;
    await change();
    await client.until(() => refreshes().length > before);
    // The first request counts, in the background.
    const counted = refreshes().length;
    await lenses();
    await client.until(() => refreshes().length > counted);
    return lenses();
  };
  await client.open(uri, files["a.lpjob"], "lpjob");
  expect(await after(lenses)).toEqual(["Keeps 50.0%"]);
  const path = fileURLToPath(filterUri);
  const onDisk = () => {
    writeFileSync(path, filter(503));
    const changes = [{ uri: filterUri, type: 2 }];
    return client.notify("workspace/didChangeWatchedFiles", { changes });
  };
  expect(await after(onDisk)).toEqual(["Keeps 25.0%"]);
  expect(await after(() => client.open(filterUri, filter(404), "lpfilter"))).toEqual(["Keeps 0%"]);
});

test("inlay hints show the effect of conditions on the samples, if enabled", async () => {
  const hintsWith = async (settings: object) => {
    const { folder, client } = await start(settings);
    const uri = `${folder}/a.lpfilter`;
    await client.open(uri, filter(500), "lpfilter");
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const hints = () =>
      client.request<InlayHint[]>("textDocument/inlayHint", { textDocument: { uri }, range });
    const lenses = () => client.request("textDocument/codeLens", { textDocument: { uri } });
    const refreshes = () => client.asked.filter((it) => it.method === "workspace/codeLens/refresh");
    const before = refreshes().length;
    await lenses();
    await client.until(() => refreshes().length > before);
    return (await hints()).map(({ label, position, tooltip }) => [
      `${position.character}: ${label}`,
      tooltip,
    ]);
  };
  expect(await hintsWith({ try: { hints: true } })).toEqual([
    [
      `${filter(500).length - 2}: holds on 1, alone drops 3, alone keeps 1`,
      "Holds on 1 line of the samples. The result of 4 lines would change if only this condition were the opposite.",
    ],
  ]);
  expect(await hintsWith({})).toEqual([]);
});
