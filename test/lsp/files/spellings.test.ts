import { afterEach, describe, expect, test } from "vitest";
import { languages } from "../../../server/src/languages.ts";
import { folderWith, removeFolders } from "../../support/folders.ts";
import { startClient, stopClients, type TestClient } from "../../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const filter = '{ "where": { "key": "QueryName", "operator": "eq", "value": "a" } }';
const job = `{
  "name": "a",
  "dataset": "dns_logs",
  "destination_conf": "s3://bucket/logs?region=eu-west-1",
  "filter": "./a.lpfilter"
}`;

/** The codes of the last published diagnostics of a document. */
function codesOf(client: TestClient, uri: string): unknown[] | undefined {
  return client.published.findLast((it) => it.uri === uri)?.diagnostics.map((it) => it.code);
}

describe("one path may have several spellings: a job and its filter", () => {
  test.each([
    ["file:///C%3A/w", "file:///C:/w", "file:///c%3A/w"],
    ["file:///c%3A/w", "file:///c:/w", "file:///C:/w"],
    ["file:///w%20%c3%a4", "file:///w%20%C3%A4", "file:///w%20ä"],
    ["file:///w%20%C3%A4", "file:///w%20ä", "file:///w%20%c3%a4"],
    ["file:///w%2B%28", "file:///w+(", "file:///w%2b("],
  ])("folder %s, job in %s, filter in %s", async (folder, ofJob, ofFilter) => {
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    const client = await startClient({ languages, capabilities, folders: [folder] });
    const uri = `${ofFilter}/a.lpfilter`;
    await client.open(uri, filter, "lpfilter");
    await client.until(() => codesOf(client, uri)?.includes("unknown-field"));
    await client.open(`${ofJob}/j.lpjob`, job, "lpjob");
    await client.until(() => codesOf(client, uri)?.length === 0);
  });
});

test.each([
  ["file:///c%3A/a%20b", "file:///C:/a b"],
  ["file:///C:/a b", "file:///c%3a/a%20b"],
  ["file:///w%20%c3%a4", "file:///w ä"],
])("a document finds the settings of folder %s as %s", async (folder, spelled) => {
  const client = await startClient({ languages, folders: [folder] });
  await client.open(`${folder}/weir.json`, '{ "datasets": { "in/*": "dns_logs" } }', "json");
  for (const [path, codes] of [
    ["in/a.lpfilter", []],
    ["out/a.lpfilter", ["unknown-field"]],
  ] as const) {
    const uri = `${spelled}/${path}`;
    await client.open(uri, filter, "lpfilter");
    expect(await client.until(() => codesOf(client, uri))).toEqual(codes);
  }
});

describe("settings that are open under another URI spelling", () => {
  const spellings = (folder: string) =>
    ["a%20%c3%a4", "a%20%C3%A4", "a%20ä"].map((it) => `${folder}/${it}`);
  const names = (dataset: string) => `{ "datasets": { "**": "${dataset}" }, "oops": 1 }`;

  test("apply as edited, and their diagnostics are shown once", async () => {
    const folder = folderWith({ "a ä/weir.json": names("http_requests") });
    const [one = "", two = "", three = ""] = spellings(folder);
    const client = await startClient({ languages, folders: [one] });
    const uri = `${two}/a.lpfilter`;
    await client.open(uri, filter, "lpfilter");
    await client.until(() => codesOf(client, uri)?.includes("unknown-field"));
    await client.until(() => codesOf(client, `${two}/weir.json`)?.length === 1);
    await client.open(`${three}/weir.json`, names("dns_logs"), "json");
    await client.until(() => codesOf(client, uri)?.length === 0);
    const shown = () =>
      [one, two, three].map((it) => codesOf(client, `${it}/weir.json`)?.length ?? 0).join();
    await client.until(() => shown() === "0,0,1");
    await client.close(`${three}/weir.json`);
    await client.until(() => codesOf(client, uri)?.includes("unknown-field"));
    await client.until(() => shown() === "0,1,0");
    expect(client.logged).toEqual([]);
  });
});
