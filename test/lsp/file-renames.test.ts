import { afterEach, expect, test } from "vitest";
import type { WorkspaceEdit } from "vscode-languageserver/node";
import { folderWith, removeFolders } from "../support/folders.ts";
import { startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const job = (filter: string) =>
  `{ "name": "shop", "dataset": "http_requests", "filter": "${filter}" }`;
const files = {
  "weir.json": "{}",
  "jobs/a.lpjob": job("../filters/shop.lpfilter"),
  "jobs/b.lpjob": job("./own.lpfilter"),
  "jobs/c.lpjob": job("own.lpfilter"),
  "jobs/own.lpfilter": "{}",
  "filters/shop.lpfilter": "{}",
};

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "a filter",
    { "filters/shop.lpfilter": "filters/my shop.lpfilter" },
    ["jobs/a.lpjob ../filters/my shop.lpfilter"],
  ],
  [
    "a filter of several jobs, written as before",
    { "jobs/own.lpfilter": "jobs/new.lpfilter" },
    ["jobs/b.lpjob ./new.lpfilter", "jobs/c.lpjob new.lpfilter"],
  ],
  [
    "a filter that moves",
    { "jobs/own.lpfilter": "filters/own.lpfilter" },
    ["jobs/b.lpjob ../filters/own.lpfilter", "jobs/c.lpjob ../filters/own.lpfilter"],
  ],
  ["a folder of filters", { filters: "all/of" }, ["jobs/a.lpjob ../all/of/shop.lpfilter"]],
  [
    "a job",
    { "jobs/a.lpjob": "jobs/x/a.lpjob", "jobs/b.lpjob": "b.lpjob" },
    ["jobs/a.lpjob ../../filters/shop.lpfilter", "jobs/b.lpjob ./jobs/own.lpfilter"],
  ],
  ["a folder of both", { jobs: "tasks" }, []],
  ["another file", { "weir.json": "other.json" }, []],
])("the paths in jobs follow the new name of %s", async (_, renames, expected) => {
  const folder = folderWith(files);
  const client = await startClient({ folders: [folder] });
  const asked = Object.entries(renames).map(([from, to]) => ({
    oldUri: `${folder}/${from}`,
    newUri: `${folder}/${encodeURI(to)}`,
  }));
  const edit = await client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
    files: asked,
  });
  const changed = Object.entries(edit?.changes ?? {}).flatMap(([uri, edits]) =>
    edits.map((it) => `${uri.slice(folder.length + 1)} ${it.newText}`),
  );
  expect(changed.sort()).toEqual(expected);
});
