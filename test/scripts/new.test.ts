import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";

const vitest = "node_modules/vitest/vitest.mjs";

/** Not needed, or links of this checkout. */
const skipped = /^(?:images\/|\.oracles$|\.vscode-test$)/;
const copy = mkdtempSync(join(tmpdir(), "weir-new-"));

beforeAll(() => {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 24,
  });
  for (const path of stdout.split("\0").filter((it) => it.includes(".") && !skipped.test(it)))
    cpSync(join(root, path), join(copy, path));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  changeConfig();
  // Only what is new, and what it imports.
  const include = [...written.keys()];
  const options = { extends: "./tsconfig.json", compilerOptions: { incremental: false }, include };
  writeFileSync(join(copy, "tsconfig.new.json"), JSON.stringify(options));
});

afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 10 }));

/**
 * Transformed files are kept in the copy, because no other run needs them; the tests use the folder of `npm run generate`.
 * They run in one process, because each would load all languages.
 */
function changeConfig(): void {
  const config = join(copy, "vitest.config.ts");
  const changes = {
    "fsModuleCache: true": `fsModuleCache: true, fsModuleCachePath: ${JSON.stringify(join(copy, ".transformed"))}`,
    "maxWorkers: 3,": "maxWorkers: 1,",
  };
  let text = readFileSync(config, "utf8");
  for (const [found, wanted] of Object.entries(changes)) {
    expect(text).toContain(found);
    text = text.replace(found, () => wanted);
  }
  writeFileSync(config, text);
}

/** The new files, with the test that runs each. */
const written = new Map([
  ["server/src/cfrule/checks/made-by-test.ts", "test/checks.test.ts"],
  ["server/src/lpfilter/checks/made-for-filters.ts", "test/checks.test.ts"],
  ["server/src/lpjob/checks/made-for-jobs.ts", "test/checks.test.ts"],
  ["server/src/sql/dialects/madesql.ts", "test/sql/dialects/madesql.test.ts"],
  ["server/src/lpfilter/catalog/datasets/made-logs.ts", "test/lpfilter/datasets/made_logs.test.ts"],
]);

function program(path: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, path), ...args], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, output: stdout + stderr };
}

test("a check, a dialect and a dataset are written, registered, valid and tested", () => {
  const asked = [
    ["check", "made-by-test"],
    ["check", "made-for-filters", "--language", "lpfilter"],
    ["check", "made-for-jobs", "--language", "lpjob"],
    ["dialect", "madesql"],
  ];
  for (const args of asked) {
    const { status, output } = program("scripts/new.mjs", ...args, "--no-generate");
    expect(status, output).toBe(0);
  }
  const last = program("scripts/new.mjs", "dataset", "made_logs");
  expect(last.status, last.output).toBe(0);
  expect(last.output).toContain("server/src/lpfilter/catalog/datasets/made-logs.ts");
  expect(readFileSync(join(copy, "docs/diagnostics.md"), "utf8")).toContain("made-for-filters");
  expect(readFileSync(join(copy, "docs/sql.md"), "utf8")).toContain("| `madesql` |");
  expect(program("node_modules/typescript/bin/tsc", "-p", "tsconfig.new.json")).toEqual({
    status: 0,
    output: "",
  });
  // With those that would notice if something else had to be changed by hand.
  const others = ["architecture", "generated", "lpfilter/features/complete"];
  const tests = [...new Set(written.values()), ...others.map((it) => `test/${it}.test.ts`)];
  // Without the examples of other checks.
  const named = ["--testNamePattern", "^(?!the checks of (?!.*(made-|each code)))"];
  const run = program(vitest, "run", "--project", "unit", ...tests, ...named);
  // All pass but one, which lists what the author has to decide.
  expect(run.output).toMatch(/Tests +1 failed \| \d{2,} passed/);
  expect(run.output).toContain("nothing is left to decide");
  expect(run.output).toContain("cfrule/checks/made-by-test.ts");
}, 600_000);

test.each([
  [["check", "myCheck"], "'myCheck' is not a name."],
  [["check", "empty-set"], "'server/src/cfrule/checks/empty-set.ts' already exists."],
  [["check", "a-b", "--language", "sql"], "Unknown language 'sql'."],
  [["dialect", "my-sql"], "'my-sql' is not a name."],
  [["host", "a"], "npm run new check NAME"],
  [[], "npm run new check NAME"],
])("%j is refused", (args, says) => {
  const { status, output } = program("scripts/new.mjs", ...args);
  expect(status).not.toBe(0);
  expect(output).toContain(says);
});
