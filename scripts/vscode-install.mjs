// Fetches a whole VS Code, server and web client, into .vscode-test/.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInBackground } from "./background.mjs";
import { Failure, run } from "./failure.mjs";
import { npmInstall } from "./npm.mjs";
import { rename } from "./rename.mjs";
import { store } from "./root.mjs";

/** The npm package that carries VS Code 1.100.3; later ones want a newer Node. */
const version = "4.100.3";
const home = join(store, `vscode-${version}`);
const inside = ["node_modules", "code-server", "lib", "vscode"];

/** The program that serves VS Code. */
export const main = join(home, ...inside, "out", "server-main.js");

/** What to do where this VS Code does not run. */
export const instead =
  "Use 'npm start -- --desktop' for the VS Code that is installed here, or install the weir.vsix that 'npm run package' makes. 'npx weir' works in every terminal.";

/**
 * Only Linux and macOS are supported by the package that carries it, so elsewhere it is not even fetched.
 * @param {string} [platform]
 */
export function requirePlatform(platform = process.platform) {
  const name = platform === "win32" ? "Windows" : platform;
  if (platform !== "linux" && platform !== "darwin")
    throw new Failure(
      `The VS Code that 'npm start' shows in a browser does not run on ${name}. ${instead}`,
    );
}

/**
 * Fetches VS Code when it is not there. It takes a process of its own, which ends with us, and npm with it.
 * @param {(line: string) => void} say
 * @param {AbortSignal} [signal]
 * @param {string} [platform]
 */
export async function ensureVscode(say, signal, platform) {
  requirePlatform(platform);
  if (existsSync(home)) return;
  say("Getting VS Code, once (about 100 MB to download)…");
  try {
    const { status, errors } = await runInBackground(fileURLToPath(import.meta.url), [], signal);
    if (status !== 0) throw new Failure(`Could not get VS Code. ${errors.trim()}`);
  } finally {
    removeAsides();
  }
}

/** It is put together aside and moved in one step, so it is there as a whole or not at all. */
async function install() {
  const aside = `${home}.part-${process.pid}`;
  mkdirSync(aside, { recursive: true });
  writeFileSync(join(aside, "package.json"), '{ "private": true }\n');
  await npmInstall(aside, [`code-server@${version}`]);
  await npmInstall(join(aside, ...inside), ["--omit=dev"]);
  // Somebody else may have been faster.
  if (!existsSync(home)) await rename(aside, home);
}

/** What installs have left that went wrong, this time or another. Whatever cannot be removed now is removed the next time. */
function removeAsides() {
  try {
    for (const name of readdirSync(store)) {
      const owner = /\.part-(\d+)$/.exec(name)?.[1];
      if (owner && !isAlive(Number(owner)))
        rmSync(join(store, name), { recursive: true, force: true, maxRetries: 3 });
    }
  } catch {
    // What the install itself has said is worth more.
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await run(async () => {
    try {
      await install();
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      throw code ? new Failure(`The folder .vscode-test cannot be written (${code}).`) : error;
    }
  });
}
