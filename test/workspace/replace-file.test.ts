import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder } from "../../server/src/workspace/files/own-files.ts";
import { renameFile } from "../../server/src/workspace/files/rename-file.ts";
import { replaceFile } from "../../server/src/workspace/files/replace-file.ts";
import { Folder } from "../support/programs/cli.ts";
import { patchFs } from "../support/vitest/patch-fs.ts";

/** The simulated error codes of a write, an `fsync` and an access check. */
const disk = { write: "", sync: "", access: "", mkdir: "" };

patchFs((fs) => {
  const failing = (code: string) => Object.assign(new Error(code), { code });
  return {
    writeFileSync: ((...args: Parameters<typeof fs.writeFileSync>) => {
      if (typeof args[0] === "number" && disk.write !== "") {
        // A full disk writes the beginning.
        fs.writeSync(args[0], String(args[1]).slice(0, 3));
        throw failing(disk.write);
      }
      return fs.writeFileSync(...args);
    }) as typeof fs.writeFileSync,
    accessSync: (...args: Parameters<typeof fs.accessSync>) => {
      if (disk.access !== "") throw failing(disk.access);
      fs.accessSync(...args);
    },
    mkdirSync: ((...args: Parameters<typeof fs.mkdirSync>) => {
      // With `recursive`, Node tries again without end where 'mkdir' says that the folder above is missing, as in '/proc'.
      if (disk.mkdir !== "") throw failing(typeof args[1] === "object" ? "endless" : disk.mkdir);
      return fs.mkdirSync(...args);
    }) as typeof fs.mkdirSync,
    fsyncSync: (descriptor: number) => {
      if (disk.sync !== "") throw failing(disk.sync);
      fs.fsyncSync(descriptor);
    },
  };
});

test("a folder that cannot be created is an error", () => {
  using folder = new Folder();
  const deep = join(folder.path, "a", "b");
  disk.mkdir = "ENOENT";
  expect(() => createFolder(deep)).toThrow("ENOENT");
  disk.mkdir = "";
  createFolder(deep);
  createFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
  folder.write("file", "");
  expect(() => createFolder(join(folder.path, "file", "x"))).toThrow("ENOTDIR");
});

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe("a file is replaced", () => {
  test("atomically, and keeps its mode", () => {
    using folder = new Folder({ "a.cfrule": "before" });
    const path = join(folder.path, "a.cfrule");
    chmodSync(path, 0o640);
    replaceFile(path, "after");
    expect(folder.read("a.cfrule")).toBe("after");
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder.path)).toEqual(["a.cfrule"]);
  });

  test.each(["ENOSPC", "EIO", "EDQUOT"])("not at all when a write fails with %s", (code) => {
    using folder = new Folder({ "a.cfrule": "before" });
    disk.write = code;
    try {
      expect(() => replaceFile(join(folder.path, "a.cfrule"), "after")).toThrow(code);
    } finally {
      disk.write = "";
    }
    expect(folder.read("a.cfrule")).toBe("before");
    expect(readdirSync(folder.path)).toEqual(["a.cfrule"]);
  });

  test("not at all when the disk is only full at the end", () => {
    using folder = new Folder({ "a.cfrule": "before" });
    disk.sync = "ENOSPC";
    try {
      expect(() => replaceFile(join(folder.path, "a.cfrule"), "after")).toThrow("ENOSPC");
    } finally {
      disk.sync = "";
    }
    expect(folder.read("a.cfrule")).toBe("before");
    expect(readdirSync(folder.path)).toEqual(["a.cfrule"]);
  });

  test.each(["EPERM", "EACCES", "EBUSY", "EROFS"])("not at all when moving fails: %s", (code) => {
    using folder = new Folder({ "a.cfrule": "before" });
    const rename = () => {
      throw failure(code);
    };
    expect(() => replaceFile(join(folder.path, "a.cfrule"), "after", { rename })).toThrow(code);
    expect(folder.read("a.cfrule")).toBe("before");
    expect(readdirSync(folder.path)).toEqual(["a.cfrule"]);
  });

  test("not at all when it is read-only, even where its folder can be written", () => {
    using folder = new Folder({ "a.cfrule": "before" });
    disk.access = "EACCES";
    try {
      expect(() => replaceFile(join(folder.path, "a.cfrule"), "after")).toThrow("EACCES");
    } finally {
      disk.access = "";
    }
    expect(folder.read("a.cfrule")).toBe("before");
  });

  test("through an unpredictable name", () => {
    using folder = new Folder({ "a.cfrule": "before", "outside/keep": "keep" });
    mkdirSync(join(folder.path, "in"));
    const names = new Set<string>();
    for (let i = 0; i < 3; i++) {
      replaceFile(join(folder.path, "a.cfrule"), "after", {
        rename: (from) => void names.add(from),
      });
    }
    expect(names.size).toBe(3);
    for (const it of names) expect(it).toMatch(/\.[0-9a-f]{16}\.tmp$/);
  });
});

describe("moving", () => {
  const attempts = (platform: NodeJS.Platform, codes: readonly string[]) => {
    const slept: number[] = [];
    let done = 0;
    const rename = () => {
      const code = codes[done++];
      if (code !== undefined) throw failure(code);
    };
    let error = "";
    try {
      renameFile("a", "b", { platform, rename, sleep: (it) => void slept.push(it) });
    } catch (it) {
      error = (it as Error).message;
    }
    return { slept, done, error };
  };

  test("waits on Windows until a scanner releases the file", () => {
    expect(attempts("win32", ["EPERM", "EBUSY", "EACCES"])).toEqual({
      slept: [10, 20, 40],
      done: 4,
      error: "",
    });
  });

  test("gives up after a while", () => {
    const { slept, done, error } = attempts("win32", Array(20).fill("EPERM"));
    expect([slept.length, done, error]).toEqual([7, 8, "EPERM"]);
  });

  test("does not wait for permanent errors, nor on other platforms", () => {
    expect(attempts("win32", ["ENOSPC"])).toEqual({ slept: [], done: 1, error: "ENOSPC" });
    expect(attempts("linux", ["EPERM"])).toEqual({ slept: [], done: 1, error: "EPERM" });
  });
});

test.runIf(process.platform !== "win32")(
  "the emulator and the lock file use unpredictable temporary names",
  () => {
    using folder = new Folder({ victim: "keep", "data.json": "{}" });
    for (let pid = process.pid - 20; pid < process.pid + 20; pid++)
      symlinkSync(join(folder.path, "victim"), join(folder.path, `data.json.${pid}.tmp`));
    replaceFile(join(folder.path, "data.json"), "[]");
    expect(folder.read("victim")).toBe("keep");
  },
);
