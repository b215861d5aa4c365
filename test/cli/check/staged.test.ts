import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const bad = 'http.hots eq "a.example"\n';
const good = 'http.host eq "a.example"\n';

/** The paths of the checked files. */
async function checked(folder: Folder, ...args: string[]): Promise<string[]> {
  const { out } = await weir(folder, ["check", "--format", "json", ...args]);
  return JSON.parse(out).files.map((it: { path: string }) => it.path);
}

describe("staged files", () => {
  function staged(files: Record<string, string>, ...names: string[]): Folder {
    const folder = new Folder(files);
    git(folder, "init", "--quiet");
    git(folder, "add", "--", ...names);
    return folder;
  }
  function git(folder: Folder, ...args: string[]): void {
    execFileSync("git", args, { cwd: folder.path });
  }

  test("are checked as they would be committed", async () => {
    using folder = staged(
      { "a.cfrule": bad, "b/c.cfrule": good, "d.cfrule": bad },
      "a.cfrule",
      "b",
    );
    expect(await checked(folder, "--staged")).toEqual(["a.cfrule", "b/c.cfrule"]);
    expect(await checked(folder, "--staged", "b")).toEqual(["b/c.cfrule"]);
    folder.write("a.cfrule", good);
    expect((await weir(folder, ["check", "--staged"])).status).toBe(1);
    git(folder, "add", "a.cfrule");
    folder.write("a.cfrule", bad);
    expect((await weir(folder, ["check", "--staged"])).status).toBe(0);
  });

  test("need a repository", async () => {
    using folder = new Folder();
    expect(await weir(folder, ["check", "--staged"])).toMatchObject({
      status: 2,
      err: "weir: '--staged' needs a Git repository, and this folder is in none.\n",
    });
  });

  describe("are fixed on disk, and are not good before they are staged again", () => {
    const fixable = 'ssl and http.host in {"a" "a"}\n';
    const fixed = 'ssl and http.host in {"a"}\n';
    const advice = "What is staged was not changed. Look at the files, and run: git add a.cfrule\n";

    test("check --fix", async () => {
      using folder = staged({ "a.cfrule": fixable, "b.cfrule": good }, "a.cfrule", "b.cfrule");
      const run = () => weir(folder, ["check", "--staged", "--fix", "--quiet"]);
      for (const _ of ["fixes", "is fixed"]) {
        const { status, out, err } = await run();
        expect([status, err]).toEqual([1, advice]);
        expect(out).toContain("duplicate-value");
        expect(folder.read("a.cfrule")).toBe(fixed);
      }
      git(folder, "add", "a.cfrule");
      expect(await run()).toEqual({ status: 0, out: "", err: "" });
    });

    test("a problem that is only staged fails, and one that is only on disk does not", async () => {
      using folder = staged({ "a.cfrule": bad }, "a.cfrule");
      folder.write("a.cfrule", good);
      expect((await weir(folder, ["check", "--staged", "--fix"])).status).toBe(1);
      git(folder, "add", "a.cfrule");
      folder.write("a.cfrule", fixable);
      expect(await weir(folder, ["check", "--staged", "--fix", "--quiet"])).toMatchObject({
        status: 0,
        err: "",
      });
      expect(folder.read("a.cfrule")).toBe(fixed);
    });

    test("--diff shows what is staged", async () => {
      using folder = staged({ "a.cfrule": fixable }, "a.cfrule");
      folder.write("a.cfrule", good);
      const { status, out } = await weir(folder, ["check", "--staged", "--fix", "--diff"]);
      expect([status, out]).toEqual([1, expect.stringContaining(`+${fixed}`)]);
    });
  });
});
