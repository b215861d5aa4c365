import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, expect, test, vi } from "vitest";
import { bundlesFor } from "../server/src/start/compiled.ts";
import { Folder } from "./support/programs/cli.ts";

const main = `
const { join } = require("node:path");
module.exports.said = join("a", require("./part.cjs").word);
module.exports.again = require("./part.cjs") === require("./part.cjs");
`;
const part = 'module.exports.word = "b"; module.exports.file = __filename;';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A folder with two bundles, whose hashes are defined as in a build. */
function built(): Folder {
  vi.stubGlobal("bundleHashes", { "main.cjs": "h1", "part.cjs": "h2" });
  return new Folder({ "main.cjs": main, "part.cjs": part });
}

/** A process that runs for that many milliseconds. */
function runs(folder: Folder, milliseconds: number): unknown {
  const atEnd: (() => void)[] = [];
  vi.spyOn(process, "once").mockImplementation((_, listener) => {
    atEnd.push(listener as () => void);
    return process;
  });
  const now = vi.spyOn(Date, "now").mockReturnValue(0);
  const loaded = bundlesFor("check", folder.path)("main.cjs");
  now.mockReturnValue(milliseconds);
  for (const end of atEnd) end();
  vi.restoreAllMocks();
  return loaded;
}

const kept = (folder: Folder) => readdirSync(folder.path).filter((it) => !it.endsWith(".cjs"));

test("bundles load each other and Node modules, and run once", () => {
  using folder = built();
  expect(runs(folder, 0)).toEqual({ said: join("a", "b"), again: true });
});

test("the code cache is written after a long enough run, and used by the next", () => {
  using folder = built();
  runs(folder, 10);
  expect(kept(folder)).toEqual([]);
  runs(folder, 1000);
  const [first = "", second = ""] = kept(folder);
  expect(first).toMatch(/^main\.cjs\.h1\.v[\d.]+\.check\.cache$/);
  expect(second).toMatch(/^part\.cjs\.h2\.v[\d.]+\.check\.cache$/);
  const before = readFileSync(join(folder.path, first));
  expect(runs(folder, 1000)).toMatchObject({ again: true });
  expect(readFileSync(join(folder.path, first)).equals(before)).toBe(true);
});

test("an unusable cache is rebuilt, and those of other bundles are deleted", () => {
  using folder = built();
  const first = `main.cjs.h1.${process.version}.check.cache`;
  folder.write(first, "no compiled form");
  folder.write("main.cjs.h0.1.check.cache", "of an older bundle");
  expect(runs(folder, 1000)).toMatchObject({ again: true });
  expect(kept(folder)).toHaveLength(2);
  expect(folder.read(first)).not.toBe("no compiled form");
});

test("everything works without a writable folder", () => {
  using folder = built();
  const loaded = bundlesFor("no/such/folder", folder.path);
  expect(loaded("main.cjs")).toMatchObject({ again: true });
  const atEnd = process.listeners("exit").slice(-1) as (() => void)[];
  vi.spyOn(Date, "now").mockReturnValue(Number.MAX_SAFE_INTEGER);
  for (const end of atEnd) {
    end();
    process.off("exit", end);
  }
  expect(kept(folder)).toEqual([]);
});
