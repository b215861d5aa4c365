// VS Code with the extension, a copy of the samples and an emulator, until the user stops it.
import { once } from "node:events";
import { join } from "node:path";
import { browserCommand, openInBrowser } from "../build/browser.mjs";
import { Failure } from "../failure.mjs";
import { ensureVscode, withUsableVscode } from "../install/vscode-install.mjs";
import { ensurePackaged } from "../package/ensure-packaged.mjs";
import { findCode, openDesktop } from "./desktop.mjs";
import { seed, startEmulator } from "./emulator.mjs";
import { shutdownSignal } from "./shutdown.mjs";
import { addressOf, startVscode } from "./vscode.mjs";
import { commitAll, copySamples, makeRunFolder } from "./workspace.mjs";

const firstFile = "filters/bad-words-and-types.lpfilter";

/**
 * @typedef {object} Options
 * @property {number} port
 * @property {boolean | undefined} [desktop]
 * @property {boolean | undefined} ["no-open"]
 */

/** @param {Options} asked */
export async function openPlayground(asked) {
  const options = withUsableVscode(asked, console.log);
  const ending = shutdownSignal();
  const folder = makeRunFolder();
  /** @type {import("./background.mjs").Background[]} */
  const started = [];
  try {
    await start(options, { folder: folder.path, started, ending });
    if (!options.desktop) await untilEnd(started, ending);
  } catch (error) {
    if (!ending.aborted) throw error;
  } finally {
    await Promise.all(started.map((it) => it.stop()));
    folder.remove();
  }
}

/**
 * @typedef {object} Run
 * @property {string} folder for all files of this run
 * @property {import("./background.mjs").Background[]} started processes to stop at the end
 * @property {AbortSignal} ending
 */

/**
 * @param {Options} options
 * @param {Run} run
 */
async function start(options, { folder, started, ending }) {
  if (options.desktop) findCode();
  else await ensureVscode(console.log, ending);
  const vsix = await ensurePackaged(console.log, ending);
  const emulator = await startEmulator();
  started.push(emulator);
  await seed(emulator);
  const workspace = join(folder, "samples");
  copySamples(workspace, emulator.baseUrl);
  commitAll(workspace);
  ending.throwIfAborted();
  if (options.desktop) {
    console.log(greeting("VS Code opens in a new window.", workspace, emulator.baseUrl));
    const closed = openDesktop({ folder, vsix, workspace });
    return Promise.race([closed, once(ending, "abort")]);
  }
  const vscode = await startVscode({ folder, vsix, port: options.port });
  started.push(vscode);
  ending.throwIfAborted();
  const address = addressOf(vscode, workspace);
  const opened = `Weir is open in VS Code:\n\n  ${address}`;
  console.log(greeting(opened, workspace, emulator.baseUrl));
  const { platform, env, stdout } = process;
  const browser = browserCommand({ platform, env, isTerminal: stdout.isTTY });
  if (browser && !options["no-open"]) openInBrowser(browser, address);
}

/**
 * @param {string} where
 * @param {string} workspace
 * @param {string} baseUrl
 */
function greeting(where, workspace, baseUrl) {
  return `
${where}

VS Code opens with a walkthrough: a filter, a rule in Terraform, a trace, a review, a push. More to try:
  - Open ${firstFile}. F8 goes to the next problem, Ctrl+. fixes it.
  - Hover over a field, an operator or "where". Press Ctrl+Space inside quotes.
  - Format the document. Do the same with rules/bad-typing-slips.cfrule.
  - Open jobs/shop-errors.lpjob and run 'Weir: Push' from the command palette (F1). It pushes to an
    emulator at ${baseUrl}; nothing leaves this machine.

You work on a copy of the samples, ${workspace}, which is deleted at the end.
Press Ctrl-C to stop.
`;
}

/**
 * Until the user stops it, or VS Code ends. Without the emulator, VS Code and the files stay.
 * @param {readonly import("./background.mjs").Background[]} started the emulator, then VS Code
 * @param {AbortSignal} ending
 */
async function untilEnd([emulator, vscode], ending) {
  void emulator?.ended.then((output) => {
    if (!ending.aborted) console.log(withoutEmulator(output));
  });
  const stopped = vscode?.ended.then((output) => {
    throw new Failure(`VS Code stopped unexpectedly: ${output.trim()}`);
  });
  await Promise.race([once(ending, "abort"), stopped]);
}

/** @param {string} output */
function withoutEmulator(output) {
  const [last = ""] = output.trim().split("\n").slice(-1);
  return `The emulator stopped (${last.slice(0, 200)}). VS Code and your files are still there.
Run 'Weir: Start Emulator' in VS Code to push again.
`;
}
