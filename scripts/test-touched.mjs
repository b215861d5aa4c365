// Runs the tests of what was touched: those that import a file that differs from the main branch, or from the given commit.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Failure, run } from "./failure.mjs";
import { root } from "./root.mjs";

/** What holds for the repository as a whole, and takes seconds. */
const always = [
  "test/architecture.test.ts",
  "test/docs/claims.test.ts",
  "test/generated.test.ts",
  "test/words.test.ts",
];

await run(async () => {
  const [base = mainBranch()] = process.argv.slice(2);
  const from = git("merge-base", base, "HEAD").trim();
  const paths = [
    ...git("diff", "--name-only", "-z", from).split("\0"),
    ...git("ls-files", "--others", "--exclude-standard", "-z").split("\0"),
  ];
  const isCode = (/** @type {string} */ it) => /\.(tsx?|mjs|json)$/.test(it);
  const touched = paths.filter((it) => isCode(it) && existsSync(join(root, it)));
  console.log(
    `Touched since ${base}:\n${touched.map((it) => `  ${it}`).join("\n") || "  nothing"}`,
  );
  const manifest = createRequire(import.meta.url).resolve("vitest/package.json");
  const projects = ["--project", "unit", "--project", "mocked"];
  const { status } = spawnSync(
    process.execPath,
    [join(dirname(manifest), "vitest.mjs"), "related", "--run", ...projects, ...always, ...touched],
    { cwd: root, stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
});

/** The main branch of the remote, or the local one. */
function mainBranch() {
  for (const it of ["origin/HEAD", "origin/main", "main"])
    if (spawnSync("git", ["rev-parse", "--verify", "--quiet", it], { cwd: root }).status === 0)
      return it;
  throw new Failure("No main branch found. Name a commit: npm run test:touched -- HEAD~1", 2);
}

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Failure(`'git ${args.join(" ")}' failed: ${stderr}`);
  return stdout;
}
