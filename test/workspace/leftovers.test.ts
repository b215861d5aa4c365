import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  removeLeftovers,
  shortHost,
  temporaryName,
} from "../../server/src/workspace/files/leftovers.ts";
import { replaceFile } from "../../server/src/workspace/files/replace-file.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const hex = "0123456789abcdef";
const dead = `.weir-${shortHost()}.99999999.${hex}.tmp`;
const alive = `.weir-${shortHost()}.${process.pid}.${hex}.tmp`;
const other = `.weir-elsewhere.99999999.${hex}.tmp`;
const old = `.weir-${hex}.tmp`;
const foreign = [
  ".weir-x.tmp",
  `.weir-a.b.${hex}.tmp`,
  `x.weir-${hex}.tmp`,
  `.weir-${hex}.tmp.cfrule`,
  "a.tmp",
];

const names = (folder: Folder) => readdirSync(folder.path).sort();

/** As if it were written two days ago. */
function age(folder: Folder, name: string): void {
  const then = new Date(Date.now() - 48 * 3600 * 1000);
  utimesSync(join(folder.path, name), then, then);
}

describe("temporary files that an ended process left", () => {
  test("are deleted, and nothing else", () => {
    using folder = new Folder(
      Object.fromEntries([dead, alive, other, old, ...foreign].map((it) => [it, ""])),
    );
    removeLeftovers(folder.path);
    expect(names(folder)).toEqual([alive, other, old, ...foreign].sort());
    for (const it of [alive, other, old, ...foreign]) age(folder, it);
    removeLeftovers(folder.path);
    expect(names(folder)).toEqual([alive, ...foreign].sort());
    removeLeftovers(folder.path, () => false);
    expect(names(folder)).toEqual([...foreign].sort());
    removeLeftovers(join(folder.path, "missing"));
  });

  test("the name of a new one has this process as its owner", () => {
    using folder = new Folder();
    const name = temporaryName();
    folder.write(name, "");
    removeLeftovers(folder.path);
    expect(names(folder)).toEqual([name]);
    removeLeftovers(folder.path, (pid) => pid !== process.pid);
    expect(names(folder)).toEqual([]);
  });

  test("go with the next write in the folder", () => {
    using folder = new Folder({ [dead]: "", "a.txt": "" });
    replaceFile(join(folder.path, "a.txt"), "new");
    expect(names(folder)).toEqual(["a.txt"]);
  });

  test.each([
    [["fmt"], true],
    [["check", "--fix"], true],
    [["fmt", "--check"], false],
    [["check"], false],
  ])("go with %j: %s", async (args, isGone) => {
    using folder = new Folder({ "rules/a.cfrule": "ssl\n", [`rules/${dead}`]: "half" });
    await weir(folder, args);
    expect(readdirSync(join(folder.path, "rules")).includes(dead)).toBe(!isGone);
  });
});
