// Starts a stage for each worker: a VS Code with the packaged extension, and an emulator.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { builtIn, ensureVscode } from "../../../scripts/install/vscode-install.mjs";
import { ensurePackaged } from "../../../scripts/package/ensure-packaged.mjs";
import type { Background } from "../../../scripts/start/background.mjs";
import { startEmulator } from "../../../scripts/start/emulator.mjs";
import { startVscode } from "../../../scripts/start/vscode.mjs";
import { makeRunFolder } from "../../../scripts/start/workspace.mjs";
import { artifacts } from "../screen/artifacts.ts";
import { ensureChromium } from "./chromium.ts";
import { makeSockets } from "./terminal.ts";
import { windowSettings } from "./window-settings.ts";

/** A VS Code server that tests open windows of. */
export interface Served {
  readonly authority: string;
  readonly token: string;
  /** The folder with the sockets of its windows. */
  readonly sockets: string;
}

export interface Stage {
  readonly vscode: Served;
  readonly service: { readonly baseUrl: string; readonly zone: string; readonly token: string };
  /** The path of the executable. */
  readonly browser: string;
  readonly vsix: string;
  /** A folder that only this stage uses. */
  readonly home: string;
  /** The folder of the built-in extensions that run beside ours. */
  readonly builtIn: string;
  /** The folder of installed extensions, whose path identifies the processes of its windows. */
  readonly extensions: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each worker. */
    stages: readonly Stage[];
  }
}

/** The processes that each stage has started. */
const running: Pick<Background, "stop">[][] = [];

export async function setup(project: TestProject): Promise<void> {
  try {
    const files = project.vitest.state.getPaths().filter((it) => project.matchesTestGlob(it));
    const workers = Math.min(project.config.maxWorkers, files.length);
    project.provide("stages", await startAll(workers));
  } catch (error) {
    await teardown();
    throw error;
  }
}

export async function teardown(): Promise<void> {
  const stop = async (started: Pick<Background, "stop">[]) => {
    for (const it of started.reverse()) await it.stop();
  };
  await Promise.all(running.splice(0).map(stop));
}

async function startAll(workers: number): Promise<Stage[]> {
  rmSync(artifacts, { recursive: true, force: true });
  await ensureVscode(console.log);
  const vsix = await ensurePackaged(console.log);
  // The first installs the extension for all.
  const first = await start(vsix);
  const others = Array.from({ length: workers - 1 }, () => start(vsix));
  // After a failure, everything started is stopped.
  await Promise.allSettled(others);
  return [first, ...(await Promise.all(others))];
}

async function start(vsix: string): Promise<Stage> {
  const started: Pick<Background, "stop">[] = [];
  running.push(started);
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
    builtIn: linked,
    settings: windowSettings,
    env: { ...sockets.env, ...bucketKeys(emulator.baseUrl) },
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

/** The built-in extensions that the tests need. With all of them, each window would take three seconds longer. */
const used = [
  ...["configuration-editing", "json", "json-language-features", "yaml"],
  ...["markdown-basics", "markdown-language-features", "theme-defaults", "theme-seti"],
];

function linkBuiltIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const it of used) symlinkSync(join(builtIn, it), join(folder, it), "junction");
  return folder;
}

/** For the buckets of jobs on the emulator, which accepts any keys. */
function bucketKeys(baseUrl: string): NodeJS.ProcessEnv {
  const { origin } = new URL(baseUrl);
  return {
    AWS_ACCESS_KEY_ID: "any",
    AWS_SECRET_ACCESS_KEY: "any",
    AWS_ENDPOINT_URL_S3: origin,
  };
}
