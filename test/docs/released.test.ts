// Documents, hooks and workflows install the package that is built here.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { version } from "../../package.json";
import { packageName } from "../../scripts/released.mjs";
import { root } from "../../scripts/root.mjs";
import { Folder } from "../support/programs/cli.ts";
import { packedForNpm } from "../support/programs/packed.ts";
import { anchorsOf, pages, pageText } from "./markdown.ts";

const files = [
  ...pages,
  ".pre-commit-hooks.yaml",
  "action.yml",
  "Dockerfile",
  ".github/workflows/release.yml",
  "editors/README.md",
];
const texts = files.map((it) => [it, readFileSync(join(root, it), "utf8")] as const);

/** The matches of a pattern in all of them, as "file: text". */
function found(pattern: RegExp): string[] {
  return texts.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map((it) => `${file}: ${it[1] ?? it[0]}`),
  );
}

test("every version in documents is the one of this checkout", () => {
  const named = [...found(/@weir-tools\/weir@([\w.-]+\w)/g), ...found(/\brev: v(\S+)/g)];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((it) => !it.endsWith(`: ${version}`))).toEqual([]);
  const major = version.split(".")[0];
  const actions = found(/- uses: weir-tools\/weir@(.+)/g);
  expect(actions.length).toBeGreaterThan(1);
  expect(actions.filter((it) => !it.endsWith(`: COMMIT # v${major}`))).toEqual([]);
});

test("every action is pinned by its commit", () => {
  const folder = join(root, ".github/workflows");
  const workflows = readdirSync(folder).map((it) => readFileSync(join(folder, it), "utf8"));
  const used = [...texts.map(([, text]) => text), ...workflows].flatMap((text) =>
    [...text.matchAll(/^ *(?:- )?uses: (.+)/gm)].map((it) => it[1] ?? ""),
  );
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((it) => !/^(?:\.|\S+@(?:[\da-f]{40}|COMMIT) # v\d)/.test(it))).toEqual([]);
});

test("the workflow makes every file of a release that documents mention", () => {
  const workflow = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
  const text = JSON.stringify(workflow);
  for (const it of found(/\/releases\/(?:latest\/)?download\/(?:v[\d.]+\/)?([\w.-]+)/g)) {
    const name = it.split(": ")[1] ?? "";
    expect(text, it).toContain(name.replace(version, "\u0024{GITHUB_REF_NAME#v}"));
  }
  expect(text).toContain("npm publish");
});

test.each(["npm", "vscode"])(
  "the links in the README of the package for %s have a target",
  (name) => {
    const text = readFileSync(join(root, `scripts/package/readme/${name}.md`), "utf8");
    const links = [...text.matchAll(/weir-tools\/weir\/(?:blob\/)?main\/([^)#]+)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, path = "", anchor] of links) {
      expect(existsSync(join(root, path)), path).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(path)).toContain(anchor);
    }
  },
);

test("the package has the name and the version, and the files that documents name", () => {
  using folder = new Folder();
  const tar = spawnSync("tar", ["-xzf", packedForNpm(), "-C", folder.path]);
  expect(tar.status).toBe(0);
  expect(JSON.parse(folder.read("package/package.json"))).toMatchObject({
    name: packageName,
    version,
    bin: { weir: "dist/cli.cjs" },
  });
  const named = [...pageText("docs/editors.md").matchAll(/\((?:\.\.\/)(editors\/[\w./-]+)\)/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [, path = ""] of named) expect(folder.read(`package/${path}`)).not.toBe("");
  expect(folder.read("package/README.md")).toMatch(/^# @weir-tools\/weir\n/);
  expect(folder.read("package/schemas/weir.schema.json")).toContain("Weir settings");
});
