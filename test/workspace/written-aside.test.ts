import { expect, test } from "vitest";
import { withForwardSlashes } from "../../server/src/workspace/files/paths.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { patchFs } from "../support/vitest/patch-fs.ts";

/** The files that were created to replace others. */
const created: string[] = [];

patchFs((fs) => ({
  openSync: ((path: string, flags: string, ...more: number[]) => {
    if (flags === "wx") created.push(withForwardSlashes(path));
    return fs.openSync(path, flags, ...more);
  }) as typeof fs.openSync,
}));

test.each([
  ["beside the file, without a folder of Weir", {}, "rules"],
  ["in the folder of Weir", { ".weir/.gitignore": "*\n" }, ".weir"],
])("a killed 'fmt' leaves its file %s", async (_, files, place) => {
  using folder = new Folder({
    "weir.json": "{}",
    "rules/a.cfrule": 'http.host   eq "a"\n',
    ...files,
  });
  created.length = 0;
  expect((await weir(folder, ["fmt", "rules"])).status).toBe(0);
  expect(folder.read("rules/a.cfrule")).toBe('http.host eq "a"\n');
  expect(created).toEqual([expect.stringContaining(`/${place}/.weir-`)]);
});
