// Opens a window of VS Code on a copy of the samples for one test.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, inject, onTestFinished } from "vitest";
import { addressOf } from "../../scripts/vscode.mjs";
import { copySamples, makeRunFolder } from "../../scripts/workspace.mjs";
import { takePicture } from "./artefacts.ts";
import { Editor, patience } from "./editor.ts";

export const stage = inject("stage");

let connected: Browser | undefined;

afterAll(async () => {
  await connected?.close();
  connected = undefined;
});

export interface Visit {
  /** Files beside the samples, or instead of them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Another VS Code than that of the stage. */
  readonly vscode?: { readonly authority: string; readonly token: string };
}

/** A window that shows a folder of its own. Both are gone when the test is over; a test that fails leaves a picture. */
export async function visit({ files = {}, vscode = stage.vscode }: Visit = {}): Promise<Editor> {
  const run = makeRunFolder();
  onTestFinished(run.remove);
  const folder = join(run.path, "samples");
  copySamples(folder, stage.service.baseUrl);
  for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
  const editor = new Editor(await newPage(), folder);
  await editor.page.goto(addressOf(vscode, folder));
  await editor.ready();
  return editor;
}

/** A page that knows nothing of others. */
export async function newPage(): Promise<Page> {
  connected ??= await chromium.connect(stage.browser);
  const context = await connected.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await takePicture(page, `failed-${task.name}`);
    await context.close();
  });
  return page;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
