// Opens the installed VS Code with separate settings and extensions, so the user's own are not changed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure } from "../failure.mjs";
import { writeSettings } from "./vscode.mjs";

const isWindows = process.platform === "win32";

/**
 * Opens a folder. Resolves when its window is closed.
 * @param {{ folder: string, vsix: string, workspace: string }} options `folder` is for settings and extensions
 */
export async function openDesktop({ folder, vsix, workspace }) {
  const code = findCode();
  const data = join(folder, "data");
  const where = ["--user-data-dir", data, "--extensions-dir", join(folder, "extensions")];
  writeSettings(join(data, "User"), {});
  await runCode(code, [...where, "--install-extension", vsix, "--force"]);
  const window = ["--new-window", "--wait", "--disable-workspace-trust", "--disable-telemetry"];
  return runCode(code, [...where, ...window, workspace]);
}

export function findCode(path = process.env.PATH ?? "") {
  const name = isWindows ? "code.cmd" : "code";
  const found = path
    .split(delimiter)
    .map((it) => join(it, name))
    .find(existsSync);
  if (found) return found;
  throw new Failure(
    "'code' is not on the PATH. Install VS Code and its shell command. 'npx --no weir' works in any terminal.",
  );
}

/**
 * @param {string} code
 * @param {readonly string[]} args
 */
async function runCode(code, args) {
  const quote = (/** @type {string} */ it) => (isWindows ? `"${it}"` : it);
  const child = spawn(quote(code), args.map(quote), {
    stdio: ["ignore", "ignore", "pipe"],
    // Windows cannot start a .cmd file without a shell.
    shell: isWindows,
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  child.on("error", (error) => {
    errors += error.message;
  });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Failure(`'code' failed: ${errors.trim().split("\n")[0]}`);
}
