// Starts VS Code, server and web client, with the extension, for `npm start` and the end-to-end tests.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Failure } from "../failure.mjs";
import { installOnce } from "../install/install-once.mjs";
import { alternatives, main } from "../install/vscode-install.mjs";
import { installedIn } from "../package/ensure-packaged.mjs";
import { startInBackground } from "./background.mjs";

/**
 * @typedef {object} VscodeOptions
 * @property {string} folder for settings and extensions of this run
 * @property {string} vsix
 * @property {number} [port] 0, the default, selects a free one
 * @property {boolean} [asksForTrust] whether opened folders start untrusted
 * @property {boolean} [inBrowser] whether the extension runs in the browser, as on vscode.dev
 * @property {string} [builtIn] folder of the extensions that come with VS Code, instead of its own
 * @property {Readonly<Record<string, unknown>>} [settings]
 * @property {NodeJS.ProcessEnv} [env] additional environment variables
 */

/**
 * Starts VS Code with the extension installed.
 * @param {VscodeOptions} options
 */
export async function startVscode(options) {
  const { folder, vsix, port = 0, settings = {} } = options;
  if (port !== 0) await refuseTaken(port);
  const data = join(folder, "data");
  const extensions = join(folder, "extensions");
  const where = ["--server-data-dir", data, "--extensions-dir", extensions];
  writeSettings(join(data, "data", "Machine"), settings);
  cpSync(await installed(vsix), extensions, { recursive: true });
  if (options.inBrowser) removeNodeEntries(extensions);
  // Without a token, any web page could connect to this server, which can run programs.
  const token = randomBytes(16).toString("hex");
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const args = [
    ...["--accept-server-license-terms", "--telemetry-level", "off"],
    ...["--host", "127.0.0.1", "--port", String(port), "--connection-token-file", tokenFile],
    ...where,
    ...(options.builtIn ? ["--builtin-extensions-dir", options.builtIn] : []),
    ...(options.asksForTrust ? [] : ["--disable-workspace-trust"]),
  ];
  const ready = /Server bound to (\S+)/;
  const env = { ...offline, ...options.env };
  const server = await startInBackground(main, args, ready, env).catch((error) => {
    throw new Failure(`VS Code did not start: ${lastLine(error.message)}\n${alternatives}`);
  });
  return { ...server, authority: server.match[1] ?? "", token };
}

/** Without a gallery, VS Code makes no requests about extensions. */
const offline = { EXTENSIONS_GALLERY: JSON.stringify({}) };

/** @typedef {Awaited<ReturnType<typeof startVscode>>} Vscode */

/**
 * The URL that opens a folder in VS Code, and optionally one of its files.
 * @param {Pick<Vscode, "authority" | "token">} vscode
 * @param {string} folder
 * @param {{ file?: string, extension?: string }} [also] a file by its path inside the folder, and the folder of another extension
 */
export function addressOf({ authority, token }, folder, { file, extension } = {}) {
  const path = uriPath(folder);
  const remote = `vscode-remote://${authority}`;
  const payload = [
    ...(file ? [["openFile", `${remote}${path}/${file}`]] : []),
    ...(extension ? [["extensionDevelopmentPath", `${remote}${uriPath(extension)}`]] : []),
  ];
  const query = payload.length > 0 ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : "";
  return `http://${authority}/?tkn=${token}&folder=${path}${query}`;
}

/** @param {string} path */
function uriPath(path) {
  const [first = "", ...rest] = path.split(/[\\/]/);
  return [first && `/${first}`, ...rest].map(encodeURI).join("/");
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, unknown>>} settings
 */
export function writeSettings(folder, settings) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "settings.json"),
    JSON.stringify({ ...quietSettings, ...settings }, null, 2),
  );
}

/** Disables the prompts and tips of VS Code itself. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  // Otherwise it reports each port of the emulator and of its own processes.
  "remote.autoForwardPorts": false,
};

/**
 * A folder of extensions with only ours. VS Code takes seconds to install a VSIX, so it does so once for each.
 * @param {string} vsix
 */
async function installed(vsix) {
  const installation = installedIn(vsix);
  await installOnce(installation, async (folder) => install(vsix, folder));
  return join(installation, "extensions");
}

/**
 * @param {string} vsix
 * @param {string} folder
 */
function install(vsix, folder) {
  const where = [
    ...["--server-data-dir", join(folder, "data")],
    ...["--extensions-dir", join(folder, "extensions")],
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [main, "--accept-server-license-terms", ...where, "--install-extension", vsix, "--force"],
    { encoding: "utf8" },
  );
  if (status !== 0 || !/successfully installed/.test(stdout))
    throw new Failure(
      `VS Code did not install the extension: ${lastLine(stdout + stderr)}\n${alternatives}`,
    );
}

/**
 * Without an entry point for Node, VS Code runs an extension in the browser.
 * @param {string} extensions
 */
function removeNodeEntries(extensions) {
  for (const it of readdirSync(extensions, { withFileTypes: true })) {
    if (!it.isDirectory()) continue;
    const path = join(extensions, it.name, "package.json");
    const { main: _main, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(manifest));
  }
}

/** @param {number} port */
async function refuseTaken(port) {
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once("error", reject).listen(port, "127.0.0.1", () => probe.close(resolve));
  }).catch((error) => {
    throw new Failure(
      error.code === "EADDRINUSE"
        ? `Port ${port} is in use. Pass another '--port', or omit it for a free one.`
        : `Cannot listen on port ${port} (${error.code}).`,
    );
  });
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
