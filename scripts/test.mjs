// `npm test`: installs, downloads, builds, and runs the checks and the tests. As much as possible runs in parallel, because npm often
// waits for the network, and the first tests for their programs. Uses only Node until the dependencies are installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Failure, run } from "./failure.mjs";
import { aptInstallAhead } from "./install/apt.mjs";
import { keepCertificatesForDownloads } from "./install/certificates.mjs";
import { ensureOracle } from "./install/oracles.mjs";
import { ensureVscode } from "./install/vscode-install.mjs";
import { ensurePackaged } from "./package/ensure-packaged.mjs";
import { root } from "./root.mjs";

/** The oracles of the tests; others are only used by scripts. */
const oracles = ["cloudflare", "duckdb", "postgres", "refa", "sql", "z3"];

/** The programs of the tests as Debian packages, installed together because each installation has to wait for the one before. */
const programs = ["pre-commit", "neovim", "zsh", "fish", "emacs-nox", "elpa-eglot"];

/** @type {{ scripts: Readonly<Record<string, string>> }} */
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Runs a script of package.json, and shows its output when it has ended.
 * @param {string} name
 */
async function succeeds(name) {
  const command = scripts[name];
  // The PATH already contains node_modules/.bin, because npm runs this script.
  const child = spawn(`${command} 2>&1`, { cwd: root, shell: true, stdio: ["ignore", "pipe", 2] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  process.stdout.write(`> ${command}\n${output}`);
  return status === 0;
}

async function install() {
  const program = join(root, "scripts/install/ensure-installed.mjs");
  const child = spawn(process.execPath, [program], { cwd: root, stdio: "inherit" });
  const [status] = await once(child, "close");
  // Do not wait for the downloads, which end with this process or are removed by the next one.
  if (status !== 0) process.exit(1);
}

async function buildAndPackage() {
  if (!(await succeeds("build"))) return false;
  await ensurePackaged(console.log);
  return true;
}

/**
 * Runs the tests, with the arguments of `npm test`. Resolves with their exit code.
 * @param {AbortSignal} signal
 */
function runTests(signal) {
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const args = [program, "run", ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", signal });
  // Aborted.
  child.on("error", () => {});
  // A terminal sends Ctrl-C to both. The tests then end by themselves.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve) => child.on("close", (status) => resolve(status ?? 1)));
}

/** Rejects after both have ended. */
async function check() {
  const names = ["typecheck", "lint"];
  const succeeded = await Promise.all(names.map(succeeds));
  const failed = names.filter((_, i) => !succeeded[i]);
  if (failed.length > 0) throw new Failure(`Failed: ${failed.join(", ")}.`);
}

await run(async () => {
  // The set-up of the end-to-end tests waits for the browser.
  void aptInstallAhead(["chromium-headless-shell"]).then(() => aptInstallAhead(programs));
  // Tests that need a failed download retry it, and report why it failed.
  const downloads = Promise.allSettled([
    ensureVscode(console.log),
    ...oracles.map((it) => ensureOracle(it)),
  ]);
  await install();
  keepCertificatesForDownloads();
  const checked = check();
  // Handled below, also if it rejects before.
  checked.catch(() => {});
  if (!(await buildAndPackage())) throw new Failure("Failed: build.");
  await downloads;
  const tests = new AbortController();
  const tested = runTests(tests.signal);
  try {
    await checked;
  } catch (error) {
    tests.abort();
    await tested;
    throw error;
  }
  process.exitCode = await tested;
});
