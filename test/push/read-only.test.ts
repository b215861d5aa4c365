// Root can write everywhere, so the errors of a read-only folder are simulated.
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { pull } from "../../server/src/cli/commands/pull.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { patchFs } from "../support/vitest/patch-fs.ts";
import { rule } from "./faults/sequences.ts";
import { Harness } from "./harness.ts";

const disk = { code: "" };

patchFs((fs) => {
  const refuse = () => {
    if (disk.code !== "") throw Object.assign(new Error(disk.code), { code: disk.code });
  };
  return {
    mkdirSync: ((...args: Parameters<typeof fs.mkdirSync>) => {
      // An existing folder need not be created.
      if (!fs.existsSync(args[0])) refuse();
      return fs.mkdirSync(...args);
    }) as typeof fs.mkdirSync,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      if (args[1] !== "r" && typeof args[1] === "string") refuse();
      return fs.openSync(...args);
    },
  };
});

test.each([
  ["EACCES", "Permission denied"],
  ["EPERM", "Permission denied"],
  ["EROFS", "Read-only disk"],
])(
  "pull --yes into a folder that fails with %s names each file and the reason",
  async (code, reason) => {
    const named = (name: string) =>
      rule(`http.host eq "${name}"`, "block", `# @description ${name}\n`);
    using h = new Harness({ files: { "a.cfrule": named("a"), "b.cfrule": named("b") } });
    for (const it of ["a.cfrule", "b.cfrule"]) {
      await h.push(it);
      h.forget(it);
    }
    const before = readdirSync(h.folder.path);
    disk.code = code;
    onTestFinished(() => {
      disk.code = "";
    });
    const { status, said } = await runCommand(h, pull, ["--yes"]);
    expect(status).toBe(1);
    expect(said.slice(said.indexOf("failed"))).toBe(`failed    rules/a.cfrule
          ${reason}; 'rules/a.cfrule' was not changed.
failed    rules/b.cfrule
          ${reason}; 'rules/b.cfrule' was not changed.
2 files: 2 failed.
Not done: rules/a.cfrule, rules/b.cfrule
`);
    expect(readdirSync(h.folder.path)).toEqual(before);
  },
);
