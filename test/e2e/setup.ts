// Sets a stage for each worker: a VS Code with the packed extension, a browser and an emulator.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import type { Background } from "../../scripts/background.mjs";
import { startEmulator } from "../../scripts/emulator.mjs";
import { ensurePackaged } from "../../scripts/ensure-packaged.mjs";
import { startVscode } from "../../scripts/vscode.mjs";
import { ensureVscode } from "../../scripts/vscode-install.mjs";
import { makeRunFolder } from "../../scripts/workspace.mjs";
import { artefacts } from "./artefacts.ts";
import { ensureChromium } from "./chromium.ts";

export interface Stage {
  readonly vscode: { readonly authority: string; readonly token: string };
  readonly service: { readonly baseUrl: string; readonly zone: string; readonly token: string };
  /** Where the browser takes orders. */
  readonly browser: string;
  readonly vsix: string;
  /** A folder of this stage alone. */
  readonly home: string;
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
  // One after the other: installing the extension blocks, and a failure leaves nothing half started.
  while (stages.length < workers) stages.push(await start(vsix));
  return stages;
}

async function start(vsix: string): Promise<Stage> {
  const folder = makeRunFolder();
  started.push({ stop: async () => folder.remove() });
  const emulator = await startEmulator();
  started.push(emulator);
  const home = join(folder.path, "vscode");
  const vscode = await startVscode({ folder: home, vsix });
  started.push(vscode);
  const browser = await startBrowser();
  started.push({ stop: () => browser.close() });
  const { authority, token } = vscode;
  const { baseUrl, zone, token: apiToken } = emulator;
  return {
    vscode: { authority, token },
    service: { baseUrl, zone, token: apiToken },
    browser: browser.wsEndpoint(),
    vsix,
    home,
    extensions: join(home, "extensions"),
  };
}

function startBrowser() {
  return chromium.launchServer({
    executablePath: ensureChromium(),
    args: [
      // The sandbox cannot be had as root, nor in most containers; every page is our own.
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update"],
    ],
  });
}
