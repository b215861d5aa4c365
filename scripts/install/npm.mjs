import { spawn } from "node:child_process";
import { once } from "node:events";
import { relative, sep } from "node:path";
import { text } from "node:stream/consumers";
import { Failure } from "../failure.mjs";
import { root } from "../root.mjs";
import { downloadEnvironment } from "./certificates.mjs";

const isWindows = process.platform === "win32";

/**
 * Runs `npm install` in a folder, without install scripts. Nothing outside of the folder is changed.
 * @param {string} folder
 * @param {readonly string[]} args
 */
export async function npmInstall(folder, args) {
  const npm = spawn(isWindows ? "npm.cmd" : "npm", ["install", ...args, ...quiet], {
    cwd: folder,
    env: downloadEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
    // Windows cannot start a .cmd file without a shell.
    shell: isWindows,
  });
  const failed = once(npm, "error").then(([error]) => {
    throw new Failure(`npm did not start (${error.code}).`);
  });
  const ended = Promise.all([text(npm.stderr), once(npm, "close")]);
  const [errors, [status]] = await Promise.race([ended, failed]);
  if (status !== 0) throw new Failure(reason(errors, folder));
}

const quiet = [
  "--prefix=.",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=2000",
];

const offline = /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|FETCH_ERROR|network/i;

/**
 * @param {string} errors
 * @param {string} folder
 */
function reason(errors, folder) {
  if (/ENOSPC/.test(errors)) return "The disk is full: up to 400 MB are needed.";
  if (/E(ACCES|PERM|ROFS)\b/.test(errors))
    return `Cannot write to the folder ${relative(root, folder).split(sep)[0]}.`;
  if (offline.test(errors))
    return "The npm registry does not respond. Check the network connection and try again.";
  const line = errors.split("\n").find((it) => /^npm error (?!code)/.test(it));
  return `npm failed: ${line?.replace(/^npm error /, "") ?? errors.trim()}`;
}
