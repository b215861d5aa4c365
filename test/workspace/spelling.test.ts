import { describe, expect, test } from "vitest";
import { isBelow, parentOf } from "../../server/src/workspace/files/parents.ts";
import { spelledOnDisk } from "../../server/src/workspace/files/spelling.ts";

describe("on a case-insensitive file system", () => {
  /** A case-insensitive disk that returns its own spelling of a path. */
  const disk = (files: readonly string[], links: Readonly<Record<string, string>> = {}) => ({
    realPath(path: string) {
      const to = links[path] ?? path;
      const found = files.find((it) => it.toLowerCase() === to.toLowerCase());
      if (found === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      return found;
    },
    isLink: (path: string) => Object.hasOwn(links, path),
  });
  const files = [
    "C:/Work",
    "C:/Work/jobs",
    "C:/Work/jobs/shop.lpjob",
    "C:/Work/rules/Admin.cfrule",
  ];

  test.each([
    ["jobs/shop.lpjob", "jobs/shop.lpjob"],
    ["JOBS/shop.lpjob", "jobs/shop.lpjob"],
    ["Rules/admin.CFRULE", "rules/Admin.cfrule"],
    ["JOBS/.", "jobs/."],
    ["gone/New.cfrule", "gone/New.cfrule"],
  ])("%s is %s", (asked, spelled) => {
    expect(spelledOnDisk("C:/Work", asked, disk(files))).toBe(spelled);
    expect(spelledOnDisk("c:/work", asked, disk(files))).toBe(spelled);
  });

  test("a network share starts with two slashes", () => {
    const share = disk(["//server/Share/ws", "//server/Share/ws/A.cfrule"]);
    expect(spelledOnDisk("//server/share/WS", "a.cfrule", share)).toBe("A.cfrule");
  });

  test("a link keeps its name", () => {
    const links = { "C:/Work/a.cfrule": "C:/Work/rules/Admin.cfrule" };
    expect(spelledOnDisk("C:/Work", "a.cfrule", disk(files, links))).toBe("a.cfrule");
  });
});

describe("walking up", () => {
  const above = (path: string): string[] => {
    const parent = parentOf(path);
    return parent === undefined ? [] : [parent, ...above(parent)];
  };

  test.each([
    ["/home/u/a.cfrule", ["/home/u", "/home", ""]],
    ["C:/ws/a.cfrule", ["C:/ws", "C:"]],
    ["//server/share/ws/a.cfrule", ["//server/share/ws", "//server/share"]],
    ["//wsl.localhost/Ubuntu/a.cfrule", ["//wsl.localhost/Ubuntu"]],
    ["file://server/share/ws/a.cfrule", ["file://server/share/ws", "file://server/share"]],
    ["file:///c%3A/ws/a.cfrule", ["file:///c%3A/ws", "file:///c%3A"]],
    ["file:///home/a.cfrule", ["file:///home", "file://"]],
    [
      "vscode-vfs://github/o/r/a",
      ["vscode-vfs://github/o/r", "vscode-vfs://github/o", "vscode-vfs://github"],
    ],
  ])("from %s", (path, folders) => {
    expect(above(path)).toEqual(folders);
  });

  test("paths below a folder", () => {
    expect(isBelow("//server/share/a", "//server/share")).toBe(true);
    expect(isBelow("/ab", "/a")).toBe(false);
    expect(isBelow("/a", "/")).toBe(true);
  });
});
