import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { findLogs } from "../../server/src/logs/find-logs.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { patchFs } from "../support/vitest/patch-fs.ts";

/** Root can read everything, so the permission error is simulated. */
patchFs(({ readdirSync }) => ({
  readdirSync: ((path: string | Buffer, options: object) => {
    if (typeof path === "string" && basename(path) === "locked")
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    return readdirSync(path, options as never);
  }) as typeof readdirSync,
}));

test.each([["logs"], ["logs/**/*.ndjson"]])(
  "a folder that cannot be read is named, and the rest of %s is found",
  (path) => {
    using folder = new Folder({ "logs/a.ndjson": "", "logs/locked/b.ndjson": "" });
    expect(findLogs([path], folder.path)).toEqual([
      { path: "logs/a.ndjson", file: join(folder.path, "logs/a.ndjson") },
      { path: "logs/locked", error: "Permission denied." },
    ]);
    expect(findLogs(["logs/locked"], folder.path)).toEqual([
      { path: "logs/locked", error: "Permission denied." },
    ]);
  },
);

test.each([
  ["s3://id:hunter2@bucket/logs", "s3://…@bucket/logs"],
  [
    "s3://bucket/x?secret-access-key=hunter2&region=a",
    "s3://bucket/x?secret-access-key=…&region=…",
  ],
  ["r2://b/x?secret-access-key=hunter2", "r2://b/x?secret-access-key=…"],
  ["https://logs.example/x?token=hunter2", "https://logs.example/x?token=…"],
])("keys in a URL that is not read are not shown: %s", async (url, shown) => {
  const samples = { http_requests: url };
  const where = '{ "where": { "key": "RayID", "operator": "eq", "value": "a" } }';
  const files = { "weir.json": JSON.stringify({ samples }), "f.lpfilter": where };
  using folder = new Folder(files);
  for (const logs of [[], ["--logs", url], ["--logs", "samples:"]]) {
    const { out, err } = await weir(folder, [
      "try",
      "--dataset",
      "http_requests",
      "f.lpfilter",
      ...logs,
    ]);
    expect(out + err).toContain(`${shown}: `);
    expect(out + err).not.toContain("hunter2");
  }
});

/** The files that are read, and those that are not. */
function found(folder: Folder, ...paths: string[]) {
  const all = findLogs(paths, folder.path);
  return {
    read: all.flatMap((it) => ("file" in it ? [it.path] : [])),
    leftOut: Object.fromEntries(
      all.flatMap((it) => ("leftOut" in it ? [[it.path, it.leftOut]] : [])),
    ),
    errors: all.flatMap((it) => ("error" in it ? [it.error] : [])),
  };
}

const zstd = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0]);
const gzip = Uint8Array.from([0x1f, 0x8b, 8]);

test("files of a folder are read by their names, those without an extension by their content", () => {
  using folder = new Folder({
    "logs/a.ndjson.zst": zstd,
    "logs/b.zst": zstd,
    "logs/b.parquet": "",
    "logs/c.LOG": "",
    "logs/json": '\ufeff {"a":1}\n',
    "logs/gzip": gzip,
    "logs/zstd.1": zstd,
    "logs/20251112T130000Z_20251112T130100Z_ab12": '{"a":1}\n',
    "logs/parquet": "PAR1",
    "logs/README": "Read me.",
    "logs/empty": "",
    "logs/notes.md": "{}",
    "logs/a.lpfilter": "{}",
    "logs/old.ndjson.bz2": "BZh9",
    "logs/.DS_Store": "x",
    "logs/node_modules/a.ndjson": "{}",
  });
  expect(found(folder, "logs")).toEqual({
    read: [
      "logs/20251112T130000Z_20251112T130100Z_ab12",
      ...["logs/a.ndjson.zst", "logs/b.parquet", "logs/b.zst", "logs/c.LOG"],
      ...["logs/gzip", "logs/json", "logs/parquet", "logs/zstd.1"],
    ],
    leftOut: {
      "logs/README": "not a log file",
      "logs/empty": "not a log file",
      "logs/notes.md": "not a log file by its name",
      "logs/old.ndjson.bz2": "unsupported format",
    },
    errors: [],
  });
  expect(found(folder, "logs/*")).toMatchObject({ leftOut: {}, errors: [] });
});

test.skipIf(process.platform === "win32")("links lead to files of the workspace, once", () => {
  using outside = new Folder({ "a.ndjson": "{}" });
  using folder = new Folder({
    "weir.json": "{}",
    "a.ndjson": "{}",
    "other/b.ndjson": "{}",
    "other/c.csv": "",
    "other/json": "{}",
    "other/readme": "Text",
    "logs/a.ndjson": "{}",
  });
  const link = (target: string, name: string) =>
    symlinkSync(target, join(folder.path, "logs", name));
  link("a.ndjson", "again.ndjson");
  link("../other/b.ndjson", "b.ndjson");
  link("../other/b.ndjson", "b2.ndjson");
  link(join(outside.path, "a.ndjson"), "outside.ndjson");
  link("../other", "folder");
  link("none.ndjson", "none.ndjson");
  link("../other/c.csv", "kind.ndjson");
  link("../other/json", "latest");
  link("../other/readme", "text");
  link("../other/json", "type.ndjson");
  const leftOut = {
    "logs/again.ndjson": "link to a file that is read",
    "logs/b2.ndjson": "link to a file that is read",
    "logs/kind.ndjson": "link to a file of another type",
    "logs/none.ndjson": "broken link",
    "logs/outside.ndjson": "link to a location outside the folder",
    "logs/type.ndjson": "link to a file of another type",
  };
  const read = ["logs/a.ndjson", "logs/b.ndjson"];
  expect(found(folder, "logs")).toEqual({
    read: [...read, "logs/latest"],
    leftOut: { ...leftOut, "logs/folder": "link to a folder", "logs/text": "not a log file" },
    errors: [],
  });
  expect(found(folder, "logs/*.ndjson")).toEqual({ read, leftOut, errors: [] });
  expect(found(folder, "logs/outside.ndjson").read).toEqual(["logs/outside.ndjson"]);
});

test.each([
  ["gs://bucket/logs/a.ndjson", "Logs are read from disk and from buckets"],
  ["https://example.com/a.ndjson", "Logs are read from disk and from buckets"],
  ["none.ndjson", "No such file or folder."],
  ["logs/*.csv", "No matching files."],
  ["logs", "No log files in this folder."],
])("'%s' is an error, not an empty result", async (path, message) => {
  using folder = new Folder({ "a.lpfilter": '{ "where": { "and": [] } }', "logs/readme.md": "" });
  const args = ["try", "a.lpfilter", "--logs", path];
  const { out, err, status } = await weir(folder, [...args, "--max-share", "50%"]);
  expect([status, err]).toEqual([2, expect.stringContaining(`weir: ${path}: ${message}`)]);
  expect(out).toContain("error There are no logs to try it on.");
  expect(out).not.toContain("keeps");
});

test("the first files that are left out are reported in one line", async () => {
  const others = ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md"];
  using folder = new Folder({
    "a.lpfilter": '{ "where": { "and": [] } }',
    "logs/a.ndjson": "{}\n",
    ...Object.fromEntries(others.map((it) => [`logs/${it}`, ""])),
  });
  const args = ["try", "a.lpfilter", "--logs", "logs"];
  const { err, status } = await weir(folder, args);
  const why = "not a log file by its name";
  expect([status, err]).toEqual([
    0,
    `weir: 6 files were left out: logs/a.md (${why}), logs/b.md (${why}), logs/c.md (${why}), …\n`,
  ]);
  const { logs } = JSON.parse((await weir(folder, [...args, "--format", "json"])).out);
  expect(logs).toMatchObject({ files: 1, leftOut: { files: 6 } });
  expect(logs.leftOut.first).toHaveLength(5);
  for (const it of others.slice(1)) folder.remove(`logs/${it}`);
  expect((await weir(folder, args)).err).toBe(`weir: 1 file was left out: logs/a.md (${why})\n`);
});
