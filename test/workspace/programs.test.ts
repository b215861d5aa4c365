import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { textInCommit } from "../../server/src/workspace/files/git-files.ts";
import { findProgram, type Machine } from "../../server/src/workspace/programs.ts";
import { Folder } from "../support/programs/cli.ts";

function machine(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string>>,
  files: readonly string[],
  links: Readonly<Record<string, string>> = {},
): Machine {
  const same = (it: string) => (platform === "win32" ? it.toLowerCase() : it);
  const known = files.map(same);
  return {
    platform,
    env,
    home: platform === "win32" ? "C:\\Users\\me" : "/home/me",
    isFile: (path) => known.includes(same(path)),
    real: (path) => links[path] ?? path,
  };
}

const repository = "C:\\work\\repo";
const git = "C:\\Program Files\\Git\\cmd\\git.exe";

describe("on Windows", () => {
  const found = (path: string, files: readonly string[], more: object = {}) =>
    findProgram("git", [repository], machine("win32", { Path: path, ...more }, files));

  test.each([
    ["the folder of Git", "C:\\Program Files\\Git\\cmd", [git]],
    ["in quotes", '"C:\\Program Files\\Git\\cmd"', [git]],
    ["after a missing folder", "C:\\none;C:\\Program Files\\Git\\cmd", [git]],
    ["after an empty entry", ";C:\\Program Files\\Git\\cmd", [git, "git.exe", "\\git.exe"]],
    ["after the working folder", ".;C:\\Program Files\\Git\\cmd", [git, "git.exe", ".\\git.exe"]],
    [
      "after a relative folder",
      "tools;..\\x;C:\\Program Files\\Git\\cmd",
      [git, "tools\\git.exe", "..\\x\\git.exe"],
    ],
    [
      "after a folder of the current drive",
      "\\tools;C:tools;C:\\Program Files\\Git\\cmd",
      [git, "\\tools\\git.exe", "C:tools\\git.exe"],
    ],
    [
      "after the repository",
      `${repository};C:\\Program Files\\Git\\cmd`,
      [git, `${repository}\\git.exe`],
    ],
    [
      "after the repository in another letter case",
      "c:\\WORK\\Repo\\bin;C:\\Program Files\\Git\\cmd",
      [git, "c:\\WORK\\Repo\\bin\\git.exe"],
    ],
    [
      "after the repository, with dots",
      "C:\\work\\x\\..\\repo;C:\\Program Files\\Git\\cmd",
      [git, `${repository}\\git.exe`],
    ],
    [
      "with a script before it",
      "C:\\a;C:\\Program Files\\Git\\cmd",
      [git, "C:\\a\\git.cmd", "C:\\a\\git.bat", "C:\\a\\git"],
    ],
  ])("a program is found: %s", (_name, path, files) => {
    expect(found(path, files, { PATHEXT: ".COM;.EXE;.BAT;.CMD" })?.toLowerCase()).toBe(
      git.toLowerCase(),
    );
  });

  test("extensions are those of the system, without scripts", () => {
    const folder = "C:\\a";
    expect(found(folder, ["C:\\a\\git.com", "C:\\a\\git.exe"], { PATHEXT: ".EXE;.COM" })).toBe(
      "C:\\a\\git.EXE",
    );
    expect(found(folder, ["C:\\a\\git.com", "C:\\a\\git.exe"])).toBe("C:\\a\\git.COM");
    expect(found(folder, ["C:\\a\\git.cmd"], { PATHEXT: ".CMD" })).toBeUndefined();
    expect(found(folder, ["C:\\a\\git.exe"], { PATHEXT: "" })).toBeUndefined();
  });

  test.each([
    ["nothing is on the PATH", "", ["git.exe", `${repository}\\git.exe`]],
    ["only the repository has it", `.;${repository}\\bin`, [`${repository}\\bin\\git.exe`]],
    ["a device or share of the repository", "\\\\?\\", [`${repository}\\git.exe`]],
  ])("none is found: %s", (_name, path, files) => {
    expect(found(path, files)).toBeUndefined();
  });

  test("a folder beside the repository is not part of it", () => {
    expect(found("C:\\work\\repository2", ["C:\\work\\repository2\\git.exe"])).toMatch(
      /git\.exe$/i,
    );
    expect(found("\\\\server\\share\\bin", ["\\\\server\\share\\bin\\git.exe"])).toMatch(
      /git\.exe$/i,
    );
  });
});

describe("elsewhere", () => {
  const found = (
    path: string,
    files: readonly string[],
    links = {},
    platform: NodeJS.Platform = "linux",
  ) =>
    findProgram(
      "git",
      ["/src/repo"],
      machine(platform, { PATH: path, Path: "/wrong" }, files, links),
    );

  test.each<[string, string, readonly string[], object, NodeJS.Platform?]>([
    [
      "empty and relative entries",
      ":.:bin:/usr/bin",
      ["git", "./git", "bin/git", "/usr/bin/git"],
      {},
    ],
    [
      "the repository",
      "/src/repo/node_modules/.bin:/src/repo:/usr/bin",
      ["/src/repo/git", "/src/repo/node_modules/.bin/git", "/usr/bin/git"],
      {},
    ],
    [
      "a link into the repository",
      "/bin2:/usr/bin",
      ["/bin2/git", "/usr/bin/git"],
      { "/bin2": "/src/repo/bin" },
    ],
    [
      "a program that is a link into the repository",
      "/bin2:/usr/bin",
      ["/bin2/git", "/usr/bin/git"],
      { "/bin2/git": "/src/repo/git" },
    ],
    [
      "the repository under its real name",
      "/real/repo:/usr/bin",
      ["/real/repo/git", "/usr/bin/git"],
      { "/src/repo": "/real/repo" },
    ],
    [
      "another letter case on macOS",
      "/Src/Repo:/usr/bin",
      ["/Src/Repo/git", "/usr/bin/git"],
      {},
      "darwin",
    ],
  ])("%s: skipped", (_name, path, files, links, platform) => {
    expect(found(path, files, links, platform)).toBe("/usr/bin/git");
  });

  test.each(["/", "/home", "/home/me"])(
    "a working folder %s contains the user's own programs",
    (folder) => {
      const own = machine("linux", { PATH: "/home/me/.local/bin" }, ["/home/me/.local/bin/git"]);
      expect(findProgram("git", [folder], own)).toBe("/home/me/.local/bin/git");
      expect(findProgram("git", [folder, "/home/me/.local"], own)).toBeUndefined();
    },
  );

  test("similar names are not inside", () => {
    expect(found("/src/repo2", ["/src/repo2/git"])).toBe("/src/repo2/git");
    expect(found("/src/..repo", ["/src/..repo/git"])).toBe("/src/..repo/git");
    expect(
      findProgram("git", ["/src"], machine("linux", { PATH: "/src/..x" }, ["/src/..x/git"])),
    ).toBeUndefined();
  });
});

describe.skipIf(process.platform === "win32")("a repository with programs of its own", () => {
  const { PATH } = process.env;
  const cwd = process.cwd();
  afterEach(() => {
    process.env.PATH = PATH;
    process.chdir(cwd);
  });

  test("runs none of them, and its settings start nothing", async () => {
    using folder = new Folder({ "rules/a.cfrule": "ssl\n", "bin/git": "" });
    const program = `#!/bin/sh\ntouch "${folder.path}/pwned"\n`;
    const { execFileSync } = await import("node:child_process");
    const run = (...args: string[]) =>
      execFileSync("git", args, { cwd: folder.path, stdio: "ignore" });
    run("init", "--quiet");
    run("add", ".");
    run("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "a");
    for (const it of ["bin/git", "git", "rules/git", "evil"]) {
      folder.write(it, program);
      chmodSync(join(folder.path, it), 0o755);
    }
    const evil = join(folder.path, "evil");
    for (const name of [
      "core.fsmonitor",
      "core.pager",
      "pager.cat-file",
      "core.sshCommand",
      "diff.external",
      "alias.cat-file",
    ])
      run("config", name, name.startsWith("alias") ? `!${evil}` : evil);
    folder.write(".gitattributes", "* diff=x filter=x\n");
    for (const name of ["diff.x.textconv", "filter.x.smudge", "filter.x.process"])
      run("config", name, evil);
    process.env.PATH = ["", ".", "bin", folder.path, join(folder.path, "bin"), PATH].join(
      delimiter,
    );
    process.chdir(folder.path);
    const file = join(folder.path, "rules/a.cfrule");
    expect(await textInCommit(file, "a.cfrule", "HEAD")).toEqual({ text: "ssl\n" });
    process.env.PATH = ["", ".", folder.path, join(folder.path, "bin")].join(delimiter);
    expect(await textInCommit(file, "a.cfrule", "HEAD")).toEqual({
      error: "A comparison with a commit needs Git, which was not found.",
    });
    expect(() => folder.read("pwned")).toThrow();
  });

  test("a folder that looks like a repository is not read as one", async () => {
    using folder = new Folder({
      "a/HEAD": "ref: refs/heads/main\n",
      "a/config": "[core]\n bare = true\n",
      "a/refs/x": "",
      "a/objects/x": "",
      "a/a.cfrule": "ssl",
    });
    const found = await textInCommit(join(folder.path, "a/a.cfrule"), "a.cfrule", "HEAD");
    expect(found).toMatchObject({ error: expect.stringMatching(/Cannot read/) });
  });
});
