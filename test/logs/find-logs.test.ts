import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { findLogs } from "../../server/src/logs/find-logs.ts";
import { Folder } from "../support/programs/cli.ts";
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
