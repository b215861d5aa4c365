import { describe, expect, test, vi } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

// As on Windows, where a backslash separates the parts of a path and neither shell expands a glob.
vi.mock("../../server/src/workspace/files/paths.ts", () => ({
  withForwardSlashes: (path: string) => path.replaceAll("\\", "/"),
}));

describe("globs with backslashes", () => {
  const files = {
    "filters/a.lpfilter":
      '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }\n',
    "filters/eu/b.lpfilter":
      '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }\n',
    "rules/c.cfrule": "ssl\n",
  };
  test.each([
    ["filters\\*.lpfilter", ["filters/a.lpfilter"]],
    [".\\filters\\*.lpfilter", ["filters/a.lpfilter"]],
    ["filters\\**\\*.lpfilter", ["filters/a.lpfilter", "filters/eu/b.lpfilter"]],
    ["filters\\eu\\?.lpfilter", ["filters/eu/b.lpfilter"]],
    ["{filters,rules}\\*", ["filters/a.lpfilter", "rules/c.cfrule"]],
    ["filters\\eu\\..\\*.lpfilter", ["filters/a.lpfilter"]],
  ])("%s", async (glob, paths) => {
    using folder = new Folder(files);
    const { status, out } = await weir(folder, ["check", "--format", "json", glob]);
    const found = JSON.parse(out).files.map((it: { path: string }) => it.path);
    expect([status, found]).toEqual([0, paths]);
    expect((await weir(folder, ["fmt", "--check", glob])).err).not.toContain("No file matches");
  });
});
