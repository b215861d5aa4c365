// Sets a stage for each worker: a VS Code with the packed extension, and an emulator.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { builtIn, ensureVscode } from "../../../scripts/install/vscode-install.mjs";
import { ensurePackaged } from "../../../scripts/package/ensure-packaged.mjs";
import type { Background } from "../../../scripts/start/background.mjs";
import { startEmulator } from "../../../scripts/start/emulator.mjs";
import { startVscode } from "../../../scripts/start/vscode.mjs";
import { makeRunFolder } from "../../../scripts/start/workspace.mjs";
import { artefacts } from "../screen/artefacts.ts";
import { ensureChromium } from "./chromium.ts";
import { makeSockets } from "./terminal.ts";
import { windowSettings } from "./window-settings.ts";

/** A VS Code that tests can open windows of. */
export interface Served {
  readonly authority: string;
  readonly token: string;
  /** Folder of the sockets of its windows. */
  readonly sockets: string;
}

export interface Stage {
  readonly vscode: Served;
  readonly service: { readonly baseUrl: string; readonly zone: string; readonly token: string };
  /** The program. */
  readonly browser: string;
  readonly vsix: string;
  /** A folder of this stage alone. */
  readonly home: string;
  /** The extensions of VS Code itself that run beside ours. */
  readonly builtIn: string;
  /** Where this VS Code keeps its extensions: programs from there are those of its windows. */
  readonly extensions: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each worker. */
    stages: readonly Stage[];
  }
}

const started: Pick<Background, "stop">[] = [];

export async function setup(project: TestProject): Promise<void> {
  try {
    project.provide("stages", await startAll(project.config.maxWorkers));
  } catch (error) {
    await teardown();
    throw error;
  }
}

export async function teardown(): Promise<void> {
  for (const it of started.splice(0).reverse()) await it.stop();
}

async function startAll(workers: number): Promise<Stage[]> {
  rmSync(artefacts, { recursive: true, force: true });
  await ensureVscode(console.log);
  const vsix = await ensurePackaged(console.log);
  const stages: Stage[] = [];
  // One after the other: the first installs the extension for all, and a failure leaves nothing half started.
  while (stages.length < workers) stages.push(await start(vsix, stages[0]));
  return stages;
}

async function start(vsix: string, first?: Stage): Promise<Stage> {
  const folder = makeRunFolder();
  started.push({ stop: async () => folder.remove() });
  const emulator = await startEmulator();
  started.push(emulator);
  const home = join(folder.path, "vscode");
  const linked = linkBuiltIn(join(folder.path, "built-in"));
  const sockets = makeSockets();
  started.push({ stop: async () => sockets.remove() });
  const vscode = await startVscode({
    folder: home,
    vsix,
    installed: first?.extensions,
    builtIn: linked,
    settings: windowSettings,
    env: sockets.env,
  });
  started.push(vscode);
  const { authority, token } = vscode;
  const { baseUrl, zone, token: apiToken } = emulator;
  return {
    vscode: { authority, token, sockets: sockets.folder },
    service: { baseUrl, zone, token: apiToken },
    browser: ensureChromium(),
    vsix,
    home,
    builtIn: linked,
    extensions: join(home, "extensions"),
  };
}

/** Those for the languages and themes of the tests. All of them would make each window take three seconds longer. */
const used = [
  ...["configuration-editing", "json", "json-language-features", "yaml"],
  ...["markdown-basics", "markdown-language-features", "theme-defaults", "theme-seti"],
];

function linkBuiltIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const it of used) symlinkSync(join(builtIn, it), join(folder, it), "junction");
  return folder;
}
