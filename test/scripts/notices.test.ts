import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dependencies, devDependencies } from "../../package.json";
import { bundledPackages, thirdPartyNotices } from "../../scripts/build/notices.mjs";
import { root } from "../../scripts/root.mjs";
import { bundlePath } from "../support/programs/dist.ts";

const file = "dist/THIRD_PARTY_NOTICES.txt";

test("the package includes the licenses of its bundled packages only", () => {
  // Running the packer itself takes ten seconds.
  expect(readFileSync(join(root, ".vscodeignore"), "utf8").split("\n")).toContain(`!${file}`);
  const text = readFileSync(bundlePath("THIRD_PARTY_NOTICES.txt"), "utf8");
  const named = [...text.matchAll(/^-{80}\n(\S+) (\S+) \((.+)\)$/gm)].map((it) => it[1] ?? "");
  const bundled = ["hono", "ignore", "@hono/node-server"];
  expect(named).toEqual(expect.arrayContaining([...bundled, "vscode-languageserver", "semver"]));
  expect(named.filter((it) => it in devDependencies)).toEqual([]);
  expect(text.match(/Permission (?:is hereby granted|to use)/g)?.length).toBeGreaterThan(10);
  expect(text).toContain(`these ${named.length} packages`);
  for (const name of named) {
    const isOurs = name in dependencies || existsSync(join(root, "node_modules", name));
    expect(isOurs, name).toBe(true);
  }
});

function metafile(inputs: Record<string, number>) {
  const left = Object.entries(inputs).map(([name, bytesInOutput]) => [name, { bytesInOutput }]);
  return { inputs: {}, outputs: { "a.cjs": { inputs: Object.fromEntries(left) } } } as never;
}

test("a package is listed once, where it is installed, and only when it is bundled", () => {
  const bundles = [
    metafile({ "node_modules/hono/dist/a.js": 1, "node_modules/ignore/index.js": 0 }),
    metafile({ "node_modules/hono/dist/b.js": 1, "node_modules/@hono/node-server/dist/x.js": 2 }),
    metafile({ "node_modules/a/node_modules/b/c.js": 1, "server/src/cli/main.ts": 9 }),
  ];
  expect(bundledPackages(bundles)).toEqual([
    "node_modules/@hono/node-server",
    "node_modules/a/node_modules/b",
    "node_modules/hono",
  ]);
  expect(thirdPartyNotices(bundles.slice(0, 1))).toMatch(/^hono \d+\.\d+\.\d+ \(MIT\)\n\nMIT/m);
});
