import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { folderWith, removeFolders } from "../support/folders.ts";
import { isLong } from "../support/long.ts";
import { startClient, stopClients, type TestClient } from "../support/programs/lsp.ts";

/** The same workspaces in an editor: the server responds for every file, and logs no failures. */

afterEach(() => {
  stopClients();
  removeFolders();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const capabilities = {
  workspace: { workspaceFolders: true, diagnostics: { refreshSupport: true } },
  textDocument: { diagnostic: {} },
};

interface Report {
  readonly items: readonly { readonly uri: string; readonly items?: readonly unknown[] }[];
}

/** The names of all files in the diagnostics report of a folder. */
async function found(folder: string): Promise<{ names: string[]; client: TestClient }> {
  const client = await startClient({ capabilities, folders: [folder] });
  const { items } = await client.request<Report>("workspace/diagnostic", { previousResultIds: [] });
  expect(client.logged.filter((it) => /failed|Unexpected/.test(it))).toEqual([]);
  return { names: items.map((it) => it.uri.slice(folder.length + 1)).sort(), client };
}

const rule = 'http.hots eq "a"\n';
const job = (filter: string) =>
  JSON.stringify({ dataset: "http_requests", destination_conf: "gs://a/{DATE}", filter });

describe.runIf(process.platform !== "win32")("links", () => {
  test("in circles, to nothing and to devices", async () => {
    const folder = folderWith({ "a.cfrule": rule, "in/b.cfrule": rule });
    const path = fileURLToPath(folder);
    symlinkSync("..", join(path, "in/up"));
    symlinkSync("self.cfrule", join(path, "self.cfrule"));
    symlinkSync("gone.lpjob", join(path, "dangling.lpjob"));
    for (const name of ["weir.json", ".gitignore", "weir.lock.json", "d.cfrule", "in/weir.json"])
      symlinkSync("/dev/zero", join(path, name));
    expect((await found(folder)).names).toEqual(["a.cfrule", "in/b.cfrule"]);
  });
});

test("a folder named like one of our files", async () => {
  const folder = folderWith({ "a.cfrule": rule });
  for (const name of ["weir.json", "b.cfrule", "weir.lock.json"])
    mkdirSync(join(fileURLToPath(folder), name));
  expect((await found(folder)).names).toEqual(["a.cfrule"]);
});

test("an endless .gitignore", async () => {
  const rules = Array.from({ length: isLong ? 200_000 : 20_000 }, (_, i) => `b*${i}/x?/*.o`);
  const folder = folderWith({
    ".gitignore": ["early.cfrule", ...rules, "late.cfrule"].join("\n"),
    "early.cfrule": rule,
    "late.cfrule": rule,
  });
  expect((await found(folder)).names).toEqual(["late.cfrule"]);
});

test("jobs that name themselves, each other and outside files", async () => {
  const folder = folderWith({
    "a.lpjob": job("a.lpjob"),
    "b.lpjob": job("c.lpjob"),
    "c.lpjob": job("./b.lpjob"),
    "d.lpjob": job("../../../../../../etc/passwd"),
    "e.lpjob": job("/dev/zero"),
    "f.lpjob": job("%2e%2e/%2e%2e/x.lpfilter"),
    "g.lpjob": job("file:///etc/passwd"),
  });
  const { names, client } = await found(folder);
  expect(names).toHaveLength(7);
  for (const name of names) {
    const textDocument = { uri: `${folder}/${name}` };
    await client.open(textDocument.uri, job("x"), "lpjob");
    await client.request("textDocument/documentLink", { textDocument });
    await client.request("textDocument/completion", {
      textDocument,
      position: { line: 0, character: 85 },
    });
  }
});

test.each([
  '{ "datasets": { "__proto__": "dns_logs" }, "severity": { "constructor": "off" } }',
  '{ "fields": { "__proto__": { "a": "string" }, "rules": { "__proto__": "Map<String>" } } }',
  '{ "profiles": { "__proto__": {} }, "defaultProfile": "toString" }',
  `{ "datasets": { "${"*a".repeat(60)}*b": "dns_logs" } }`,
  "[".repeat(100_000),
  '{ "severity": [], "datasets": 1, "limits": null, "fields": "x", "lists": {}, "profiles": [[]] }',
])("%.60s", async (config) => {
  const name = `${"a".repeat(120)}.lpfilter`;
  const folder = folderWith({
    "weir.json": config,
    "a.cfrule": `__proto__ eq "a" and ${rule}`,
    [name]: '// @dataset __proto__\n{ "where": { "__proto__": {}, "key": "constructor" } }',
  });
  const { names, client } = await found(folder);
  expect(names).toEqual(expect.arrayContaining(["a.cfrule", name]));
  const textDocument = { uri: `${folder}/a.cfrule` };
  await client.open(textDocument.uri, rule, "cfrule");
  const report = await client.request<{ items: { code: string }[] }>("textDocument/diagnostic", {
    textDocument,
  });
  expect(report.items.map((it) => it.code)).toEqual(["unknown-field"]);
});
