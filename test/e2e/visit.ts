// Opens a window of VS Code on a copy of the samples.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { addressOf } from "../../scripts/vscode.mjs";
import { copySamples, makeRunFolder } from "../../scripts/workspace.mjs";
import { takePicture } from "./artefacts.ts";
import { Editor, patience } from "./editor.ts";
import type { Stage } from "./setup.ts";

export const stage = stageOfWorker();

/**
 * Workers share nothing: each test may reset its emulator, use its clipboard and end its servers.
 * A worker claims its stage with a folder, since VITEST_POOL_ID is not unique: the first two workers of a group may get the same.
 */
function stageOfWorker(): Stage {
  const stage = inject("stages").find((it) => isNew(join(it.home, "claimed")));
  if (!stage) throw new Error("Every stage is in use by another worker");
  return stage;
}

function isNew(folder: string): boolean {
  // The folder above exists already, so this creates one folder or none.
  return mkdirSync(folder, { recursive: true }) !== undefined;
}

/** Of this worker. The browser ends with the stage, and its pages with it. */
let connected: Browser | undefined;

export interface Visit {
  /** Files beside the samples, or instead of them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Another VS Code than that of the stage. */
  readonly vscode?: { readonly authority: string; readonly token: string };
  /** False for a folder with these files only. */
  readonly samples?: boolean;
  /** The folder of an extension that runs beside ours. */
  readonly extension?: string;
}

/** A window that shows a folder of its own. Both are gone when the test is over. */
export async function visit(options: Visit = {}): Promise<Editor> {
  const editor = await open(options, onTestFinished);
  keepFailure(editor.page);
  return editor;
}

/** The windows that tests of this worker share, by the VS Code that they belong to. */
const shared = new Map<string, Editor>();

/** One window for many tests, since opening one takes seconds: each test gets it without editors, on fresh files. */
export async function sharedWindow(options: Visit = {}): Promise<Editor> {
  const { authority } = options.vscode ?? stage.vscode;
  const known = shared.get(authority);
  const editor = known ?? (await open(options, atExit));
  shared.set(authority, editor);
  keepFailure(editor.page);
  if (!known) return editor;
  await editor.tidy();
  empty(editor.folder);
  fill(editor.folder, options);
  return editor;
}

/** Only what needs no waiting, such as removing a folder: pages end with the browser. */
function atExit(act: () => void | Promise<void>): void {
  process.once("exit", () => void act());
}

/** A page that shares nothing with others. */
export async function newPage(): Promise<Page> {
  const page = await pageFor(onTestFinished);
  keepFailure(page);
  return page;
}

type AtEnd = (act: () => void | Promise<void>) => void;

async function open(options: Visit, atEnd: AtEnd): Promise<Editor> {
  const { vscode = stage.vscode, extension = "" } = options;
  const run = makeRunFolder();
  atEnd(run.remove);
  const folder = join(run.path, "samples");
  fill(folder, options);
  const editor = new Editor(await pageFor(atEnd), folder);
  await editor.page.goto(addressOf(vscode, folder, { extension }));
  await editor.ready();
  return editor;
}

function empty(folder: string): void {
  for (const it of readdirSync(folder)) rmSync(join(folder, it), { recursive: true, force: true });
}

function fill(folder: string, { files = {}, samples = true }: Visit): void {
  if (samples) copySamples(folder, stage.service.baseUrl);
  for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
}

async function pageFor(atEnd: AtEnd): Promise<Page> {
  connected ??= await chromium.connect(stage.browser);
  const context = await connected.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  atEnd(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  return page;
}

/** A test that fails leaves a picture. */
function keepFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await takePicture(page, `failed-${task.name}`);
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
