// Downloads VS Code, server and web client, into .vscode-test/.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Failure, run } from "../failure.mjs";
import { store } from "../root.mjs";
import { runInBackground } from "../start/background.mjs";
import { installOnce, removePartialInstalls } from "./install-once.mjs";
import { npmInstall } from "./npm.mjs";

/** The npm package with VS Code 1.100.3; later versions need a newer Node. */
const version = "4.100.3";
const installation = join(store, `vscode-${version}`);
const inside = ["node_modules", "code-server", "lib", "vscode"];

/** The program that serves VS Code. */
export const main = join(installation, ...inside, "out", "server-main.js");

/** The extensions that come with VS Code. */
export const builtIn = join(installation, ...inside, "extensions");

/** Advice for platforms on which this VS Code does not run. */
export const alternatives =
  "Run 'npm start -- --desktop' to use the installed VS Code, or install weir.vsix from 'npm run package'. 'npx --no weir' works in any terminal.";

/**
 * Whether VS Code runs in a browser. On other platforms, it needs native modules that its install scripts build, which we do not
 * run.
 * @param {string} [platform]
 */
export function runsInBrowser(platform = process.platform) {
  return platform === "linux" || platform === "darwin";
}

/** @param {string} [platform] */
export function requirePlatform(platform = process.platform) {
  if (!runsInBrowser(platform))
    throw new Failure(`VS Code in a browser does not run on ${nameOf(platform)}. ${alternatives}`);
}

/**
 * Selects the installed VS Code on platforms where it does not run in a browser.
 * @template {{ desktop?: boolean | undefined }} Options
 * @param {Options} options
 * @param {(line: string) => void} say
 * @param {string} [platform]
 * @returns {Options}
 */
export function withUsableVscode(options, say, platform = process.platform) {
  if (options.desktop || runsInBrowser(platform)) return options;
  say(`VS Code in a browser does not run on ${nameOf(platform)}, so the installed one is used.`);
  return { ...options, desktop: true };
}

/** @param {string} platform */
function nameOf(platform) {
  return platform === "win32" ? "Windows" : platform;
}

/**
 * Downloads VS Code if it is missing. The download is a child process that ends with this one, together with its npm.
 * @param {(line: string) => void} say
 * @param {AbortSignal} [signal]
 * @param {string} [platform]
 */
export async function ensureVscode(say, signal, platform) {
  requirePlatform(platform);
  if (existsSync(installation)) return;
  say("Downloading VS Code (about 100 MB, only once)…");
  try {
    const { status, errors } = await runInBackground(fileURLToPath(import.meta.url), [], signal);
    if (status !== 0) throw new Failure(`Could not download VS Code. ${errors.trim()}`);
  } finally {
    removePartialInstalls(store);
  }
}

function install() {
  return installOnce(installation, async (folder) => {
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await npmInstall(folder, [`code-server@${version}`]);
    await npmInstall(join(folder, ...inside), ["--omit=dev"]);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await run(async () => {
    try {
      await install();
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      throw code ? new Failure(`Cannot write to the folder .vscode-test (${code}).`) : error;
    }
  });
}
