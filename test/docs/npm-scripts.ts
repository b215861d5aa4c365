import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "./markdown.ts";

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Options that shorten a run; the last of two equal options is used. */
const shortened: Readonly<Record<string, readonly string[]>> = {
  catalog: [],
  conformance: ["--cases", "10"],
  prove: ["--cases", "2"],
};

/** Runs `npm run NAME -- …` with few cases. */
export function expectShortRun(written: string): void {
  const [, name = "", args = ""] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(written) ?? [];
  const less = shortened[name];
  expect(less, `No short run for '${written}'.`).toBeDefined();
  // The commands before the last one only install.
  const program = scripts[name]?.split(" && ").at(-1)?.split(" ").slice(1) ?? [];
  const words = args.split(" ").filter((it) => it !== "");
  const all = [...program, ...words, ...(less ?? [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    cwd: root,
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/^(?:seed )?\d+/)]);
}
