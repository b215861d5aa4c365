// Runs the hook and the commands of docs/ci.md as documented.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { defaults } from "../server/src/emulator/state/defaults.ts";
import { slashed } from "../server/src/workspace/files/paths.ts";
import { EmulatorProcess } from "./support/bundle.ts";
import { Folder, type Outcome } from "./support/cli.ts";

const root = resolve(import.meta.dirname, "..");
const manual = readFileSync(join(root, "docs", "ci.md"), "utf8");

const good = `{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
`;
const wrong = good.replace('"eq"', '"equals"');

/** A program in a folder, with `weir` on its PATH. */
function run(folder: Folder, program: string, ...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder.path,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${join(folder.path, ".git", "bin")}${delimiter}${process.env.PATH}`,
      RUNNER_TEMP: join(folder.path, ".git", "runner"),
      GIT_CONFIG_GLOBAL: join(folder.path, ".git", "none"),
      GIT_CONFIG_NOSYSTEM: "1",
    },
  });
  return { status: status ?? -1, out: stdout, err: stderr };
}

/** In the shell that git brings along: on Windows no other need be there. */
function inShell(folder: Folder, command: string): Outcome {
  return run(folder, "git", "-c", `alias.run=!${command}`, "run");
}

/** A repository with the hook. Other files of the tests are in `.git`, where the hook does not look. */
function repository(): Folder {
  const folder = new Folder();
  run(folder, "git", "init", "--quiet");
  run(folder, "git", "config", "user.email", "test@example.com");
  run(folder, "git", "config", "user.name", "Test");
  const write = (name: string, text: string) => {
    const path = join(folder.path, ".git", name);
    mkdirSync(resolve(path, ".."), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  };
  const [node, program] = [process.execPath, join(root, "dist", "cli.cjs")].map(slashed);
  write("bin/weir", `#!/bin/sh\nexec "${node}" "${program}" "$@"\n`);
  write("hooks/pre-commit", manual.split("```sh\n")[1]?.split("```")[0] ?? "");
  return folder;
}

function commit(folder: Folder): Outcome {
  run(folder, "git", "add", "--all");
  return run(folder, "git", "commit", "--message", "A change");
}

test("the hook lets good files through and stops at others", () => {
  using folder = repository();
  folder.write("filters/näher dran.lpfilter", good);
  folder.write("notes.md", "Nothing of ours.");
  expect(commit(folder)).toMatchObject({ status: 0 });
  folder.write("filters/näher dran.lpfilter", wrong);
  const stopped = commit(folder);
  expect(stopped.status).toBe(1);
  expect(stopped.out + stopped.err).toContain("Unknown operator 'equals'. Use 'eq'.");
});

test("the hook requires formatted files", () => {
  using folder = repository();
  folder.write("flat.lpfilter", good.replaceAll(/\s+/g, ""));
  expect(commit(folder).status).toBe(1);
});

test("the hook checks the staged content, not the working tree", () => {
  using folder = repository();
  folder.write("a.lpfilter", good);
  run(folder, "git", "add", "--all");
  folder.write("a.lpfilter", wrong);
  expect(run(folder, "git", "commit", "--message", "A change")).toMatchObject({ status: 0 });
});

test("the commands for a push and for a nightly diff work as documented", async () => {
  using folder = repository();
  await using emulator = await EmulatorProcess.start(["emulator"], folder.path);
  mkdirSync(join(folder.path, ".git", "runner"));
  symlinkSync(root, join(folder.path, ".git", "runner", "weir"), "junction");
  const baseUrl = `http://127.0.0.1:${emulator.port}/client/v4`;
  const production = { baseUrl, zone: defaults.zone, account: defaults.account };
  folder.write("weir.json", JSON.stringify({ profiles: { production } }));
  folder.write("a.cfrule", '# @action block\nhttp.host eq "a.example"\n');
  const [, , push = "", diff = ""] = [...manual.matchAll(/- run: (node .*)/g)].map((it) => it[1]);
  expect(inShell(folder, diff).status).toBe(1);
  expect(inShell(folder, push)).toMatchObject({ status: 0, out: "" });
  expect(inShell(folder, diff)).toMatchObject({ status: 0, out: "" });
  folder.write("a.cfrule", '# @action block\nhttp.host eq "b.example"\n');
  const differs = inShell(folder, diff);
  expect([differs.status, differs.out.includes("a.cfrule")]).toEqual([1, true]);
});

test("the commands of the workflow find the problems of a repository", () => {
  using folder = repository();
  folder.write("a.lpfilter", wrong);
  mkdirSync(join(folder.path, ".git", "runner"));
  symlinkSync(root, join(folder.path, ".git", "runner", "weir"), "junction");
  const [sarif = "", github = ""] = [...manual.matchAll(/- run: (node .*)/g)].map((it) => it[1]);
  expect(inShell(folder, sarif).status).toBe(1);
  const log = JSON.parse(folder.read("weir.sarif"));
  expect(log.runs[0].results.map((it: { ruleId: string }) => it.ruleId)).toEqual([
    "unknown-operator",
  ]);
  const annotated = inShell(folder, github);
  expect(annotated.status).toBe(1);
  expect(annotated.out).toMatch(/^::error file=a\.lpfilter,/);
});
