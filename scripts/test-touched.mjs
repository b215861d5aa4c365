// Checks the types and the format, and runs the tests of what differs from the main branch, or from the given commit.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.mjs";
import { programOf } from "./program-of.mjs";
import { root } from "./root.mjs";
import { testsOf } from "./touched-tests.mjs";

/** Tests that hold for the repository as a whole, and take seconds. */
const always = [
  "test/architecture.test.ts",
  "test/docs/claims.test.ts",
  "test/generated.test.ts",
  "test/words.test.ts",
];

await run(async () => {
  const { base = mainBranch(), all } = readArguments();
  const from = git("merge-base", base, "HEAD").trim();
  const others = ["ls-files", "--others", "--exclude-standard", "-z"];
  const touched = [...paths("diff", "--name-only", "-z", from), ...paths(...others)];
  console.log(
    `Touched since ${base}:\n${touched.map((it) => `  ${it}`).join("\n") || "  nothing"}`,
  );
  const files = [...paths("ls-files", "-z"), ...paths(...others)];
  const tests = new Set([...always, ...testsOf(touched, files, all ? files.length : undefined)]);
  const failed = checks(touched).filter(([, succeeds]) => !succeeds());
  const projects = ["--project", "unit", "--project", "mocked"];
  if (!runs(programOf("vitest", "vitest.mjs"), ["run", ...projects, ...tests]))
    process.exitCode = 1;
  if (failed.length > 0) throw new Failure(`Failed: ${failed.map(([name]) => name).join(", ")}.`);
});

/**
 * Only the touched files are linted, because all of them take long.
 * @param {readonly string[]} touched
 * @returns {readonly (readonly [name: string, succeeds: () => boolean])[]}
 */
function checks(touched) {
  const tsc = programOf("typescript", "bin/tsc");
  const present = touched.filter((it) => existsSync(join(root, it)));
  const options = ["--no-errors-on-unmatched", "--files-ignore-unknown=true"];
  const biome = () =>
    runs(programOf("@biomejs/biome", "bin/biome"), ["ci", ...options, ...present]);
  return [
    ["types", () => runs(tsc, ["--noEmit"])],
    ["types in browsers", () => runs(tsc, ["--noEmit", "-p", "tsconfig.browser.json"])],
    ["lint ('npm run format' fixes most)", () => present.length === 0 || biome()],
  ];
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function runs(program, args) {
  const options = { cwd: root, stdio: /** @type {const} */ ("inherit") };
  return spawnSync(process.execPath, [program, ...args], options).status === 0;
}

function readArguments() {
  const options = /** @type {const} */ ({ all: { type: "boolean" } });
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, base: positionals[0] };
  } catch (error) {
    const usage = "npm run test:touched [-- [COMMIT] [--all]]";
    throw new Failure(`${/** @type {Error} */ (error).message}\n${usage}`, 2);
  }
}

/** The main branch of the remote, or the local one. */
function mainBranch() {
  for (const it of ["origin/HEAD", "origin/main", "main"])
    if (spawnSync("git", ["rev-parse", "--verify", "--quiet", it], { cwd: root }).status === 0)
      return it;
  throw new Failure("No main branch found. Name a commit: npm run test:touched -- HEAD~1", 2);
}

/** @param {readonly string[]} args */
function paths(...args) {
  return git(...args)
    .split("\0")
    .filter((it) => it !== "");
}

/** @param {readonly string[]} args */
function git(...args) {
  const options = { cwd: root, encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 26 };
  const { status, stdout, stderr } = spawnSync("git", args, options);
  if (status !== 0) throw new Failure(`'git ${args.join(" ")}' failed: ${stderr}`);
  return stdout;
}
