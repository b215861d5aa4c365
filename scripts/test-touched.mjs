// Checks the types and the format, and runs the tests of what differs from the main branch, or from the given commit.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.mjs";
import { root } from "./root.mjs";
import { testsOf } from "./touched-tests.mjs";

/** What holds for the repository as a whole, and takes seconds. */
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
  for (const name of ["typecheck", "lint"]) succeed(name);
  const manifest = createRequire(import.meta.url).resolve("vitest/package.json");
  const projects = ["--project", "unit", "--project", "mocked"];
  const { status } = spawnSync(
    process.execPath,
    [join(dirname(manifest), "vitest.mjs"), "run", ...projects, ...tests],
    { cwd: root, stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
});

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

/**
 * Runs a script of package.json. The PATH contains node_modules/.bin, because npm runs this one.
 * @param {string} name
 */
function succeed(name) {
  /** @type {{ scripts: Readonly<Record<string, string>> }} */
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { status } = spawnSync(scripts[name] ?? "", { cwd: root, shell: true, stdio: "inherit" });
  if (status !== 0) throw new Failure(`Failed: ${name}.`);
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
