import { mkdirSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { describe, expect, test } from "vitest";
import { renderSarif } from "../../server/src/cli/render/sarif.ts";
import { fileUri, repositoryPathsFrom } from "../../server/src/cli/repository-paths.ts";
import { Folder, runIn } from "../support/programs/cli.ts";

/** The paths in reports for code scanning. */

const wrong = '{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }';

interface Artifact {
  readonly uri: string;
  readonly uriBaseId?: string;
}

async function reported(folder: Folder, cwd: string, env: Record<string, string> = {}) {
  const at = join(folder.path, cwd);
  const github = await runIn(at, ["check", "--format", "github"], { env });
  const sarif = await runIn(at, ["check", "--format", "sarif"], { env });
  const [run] = JSON.parse(sarif.out).runs;
  const artifact: Artifact = run.results[0].locations[0].physicalLocation.artifactLocation;
  const root: string = run.originalUriBaseIds["%SRCROOT%"].uri;
  return { file: /file=([^,]*)/.exec(github.out)?.[1], artifact, root };
}

describe("paths are relative to the repository", () => {
  test("in whatever folder the command is run", async () => {
    using folder = new Folder({ "logs/eu west/a.lpfilter": wrong });
    mkdirSync(join(folder.path, ".git"));
    for (const cwd of [".", "logs", "logs/eu west"]) {
      const { file, artifact, root } = await reported(folder, cwd);
      expect(file).toBe("logs/eu west/a.lpfilter");
      expect(artifact).toEqual({ uri: "logs/eu%20west/a.lpfilter", uriBaseId: "%SRCROOT%" });
      expect(root).toMatch(/^file:\/\/\/.*weir-test-[^/]*\/$/);
    }
  });

  test("or to the checkout of a workflow, without a git folder", async () => {
    using folder = new Folder({ "logs/a.lpfilter": wrong });
    const env = { GITHUB_WORKSPACE: folder.path };
    expect((await reported(folder, "logs", env)).file).toBe("logs/a.lpfilter");
    const elsewhere = { GITHUB_WORKSPACE: join(folder.path, "other") };
    expect((await reported(folder, "logs", elsewhere)).file).toBe("a.lpfilter");
  });

  test("in pretty and JSON they are relative to the working directory", async () => {
    using folder = new Folder({ "logs/a.lpfilter": wrong });
    mkdirSync(join(folder.path, ".git"));
    const at = join(folder.path, "logs");
    const { out } = await runIn(at, ["check", "--format", "json"], {});
    expect(JSON.parse(out).files[0].path).toBe("a.lpfilter");
    expect((await runIn(at, ["check"], {})).out).toMatch(/^a\.lpfilter:1:/);
  });
});

test.each([
  [win32, "C:\\repo\\sub", "a b.cfrule", { path: "sub/a b.cfrule", isInside: true }],
  [win32, "C:\\repo\\sub", "..\\a.cfrule", { path: "a.cfrule", isInside: true }],
  [win32, "C:\\repo\\sub", "D:\\x\\a.cfrule", { path: "D:/x/a.cfrule", isInside: false }],
  [win32, "C:\\repo\\sub", "\\\\host\\share\\a.cfrule", { path: "//host/share/a.cfrule" }],
  [win32, "C:\\repo\\sub", "..\\..\\a.cfrule", { path: "C:/a.cfrule", isInside: false }],
  [win32, "C:\\repo\\sub", "..a.cfrule", { path: "sub/..a.cfrule", isInside: true }],
  [posix, "/repo/sub", "../../a.cfrule", { path: "/a.cfrule", isInside: false }],
  [posix, "/repo/sub", "a\\b.cfrule", { path: "sub/a\\b.cfrule", isInside: true }],
] as const)("%# the location of a file", (paths, cwd, path, place) => {
  const root = paths === win32 ? "C:\\repo" : "/repo";
  expect(repositoryPathsFrom(root, cwd, paths)(path)).toMatchObject(place);
});

test("a file on another drive has an absolute URI", () => {
  const report = { path: "D:\\x y\\a.cfrule", language: "cfrule", text: "a", error: "No." };
  const pathOf = repositoryPathsFrom("C:\\repo", "C:\\repo", win32);
  const sarif = renderSarif([{ ...report, diagnostics: [] }], pathOf, "C:/repo");
  expect(sarif).toContain('"uri": "file:///D:/x%20y/a.cfrule"\n');
  expect(sarif).toContain('"uri": "file:///C:/repo/"');
  expect(fileUri("//host/share/a#b")).toBe("file://host/share/a%23b");
  expect(fileUri("/a b")).toBe("file:///a%20b");
});
