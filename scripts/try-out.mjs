// VS Code on a copy of the samples, with the extension installed and an emulator to push to, until somebody ends it.
import { once } from "node:events";
import { join } from "node:path";
import { browserCommand, openInBrowser } from "./browser.mjs";
import { findCode, openDesktop } from "./desktop.mjs";
import { seed, startEmulator } from "./emulator.mjs";
import { endSignal } from "./ending.mjs";
import { ensurePackaged } from "./ensure-packaged.mjs";
import { Failure } from "./failure.mjs";
import { addressOf, startVscode } from "./vscode.mjs";
import { ensureVscode } from "./vscode-install.mjs";
import { copySamples, makeRunFolder } from "./workspace.mjs";

const firstFile = "filters/bad-words-and-types.lpfilter";

/**
 * @typedef {object} Options
 * @property {number} port
 * @property {boolean | undefined} [desktop]
 * @property {boolean | undefined} ["no-open"]
 */

/** @param {Options} options */
export async function tryOut(options) {
  const ending = endSignal();
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
 * @property {string} folder for all that this run makes
 * @property {import("./background.mjs").Background[]} started what has to be stopped in the end
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
  ending.throwIfAborted();
  if (options.desktop) {
    console.log(greeting("VS Code opens in a window of its own.", workspace, emulator.baseUrl));
    const closed = openDesktop({ folder, vsix, workspace, file: firstFile });
    return Promise.race([closed, once(ending, "abort")]);
  }
  const vscode = await startVscode({ folder, vsix, port: options.port });
  started.push(vscode);
  ending.throwIfAborted();
  const address = addressOf(vscode, workspace, firstFile);
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

To try first:
  - ${firstFile} is open. F8 walks through its errors, and Ctrl+. fixes one.
  - Point at a field, an operator or at "where"; press Ctrl+Space inside quotes.
  - Format the document; then do the same with rules/bad-typing-slips.cfrule.
  - Open jobs/shop-errors.lpjob and choose 'Weir: Push' in the command palette (F1). It goes to an
    emulator at ${baseUrl}: nothing leaves this machine.

All of it works on a copy of the samples, ${workspace}, which is removed in the end.
Ctrl-C stops everything.
`;
}

/**
 * @param {readonly import("./background.mjs").Background[]} started
 * @param {AbortSignal} ending
 */
async function untilEnd(started, ending) {
  const stopped = started.map(async ({ ended }) => {
    throw new Failure(`Something stopped by itself. It said: ${(await ended).trim()}`);
  });
  await Promise.race([once(ending, "abort"), ...stopped]);
}
