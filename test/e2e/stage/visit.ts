// Opens a window of VS Code on a copy of the samples.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import {
  addressOf,
  startVscode,
  type Vscode,
  type VscodeOptions,
} from "../../../scripts/start/vscode.mjs";
import { copySamples, makeRunFolder } from "../../../scripts/start/workspace.mjs";
import { keepPicture } from "../screen/artifacts.ts";
import { Editor } from "../screen/editor.ts";
import { patience } from "../screen/waiting.ts";
import type { Served, Stage } from "./setup.ts";
import { makeSockets, Terminal } from "./terminal.ts";
import { windowSettings } from "./window-settings.ts";

export const stage = stageOfWorker();

/**
 * Workers share nothing: each test may reset its emulator, use its clipboard and end its servers.
 * A worker claims its stage by creating a folder, because VITEST_POOL_ID is not unique: the first two workers of a group may have
 * the same.
 */
function stageOfWorker(): Stage {
  const stage = inject("stages").find((it) => isNew(join(it.home, "claimed")));
  if (!stage) throw new Error("Every stage is in use by another worker");
  return stage;
}

function isNew(folder: string): boolean {
  // Returns undefined if the folder exists.
  return mkdirSync(folder, { recursive: true }) !== undefined;
}

/** The browser of this worker, which ends with it. Driving one from another process would be slower. */
let browser: Promise<Browser> | undefined;

function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: stage.browser,
    args: [
      // The sandbox does not work as root or in most containers, and every page is our own.
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update"],
      // The young generation of the heap in megabytes. With less, garbage collection takes 5% of the time.
      "--js-flags=--min-semi-space-size=32",
    ],
  });
}

export interface Visit {
  /** Files that are added to the samples or replace them. */
  readonly files?: Readonly<Record<string, string>>;
  /** The VS Code to use instead of the stage's. */
  readonly vscode?: Served;
  /** False for a folder with only these files. */
  readonly samples?: boolean;
  /** The folder of an extension that runs beside ours. */
  readonly extension?: string;
}

/** The windows that this worker shares, one for each VS Code. */
const windows = new Map<string, Editor>();

/** Opens a window on a new folder. The next test that shares a window gets this one, unless another extension runs in it. */
export async function visit(options: Visit = {}): Promise<Editor> {
  const { vscode = stage.vscode, extension = "" } = options;
  // VS Code starts twice as fast where it was loaded before: in the same page, or in one beside it.
  const known = windows.get(vscode.authority)?.page;
  const page = extension
    ? await pageFor(onTestFinished, known)
    : (known ?? (await pageFor(atExit)));
  keepFailure(page);
  const run = makeRunFolder();
  atExit(run.remove);
  const terminal = new Terminal(vscode.sockets, vscode.authority);
  const editor = new Editor(page, join(run.path, "samples"), terminal);
  fill(editor.folder, options);
  if (!extension) windows.set(vscode.authority, editor);
  // Navigating away ends the processes of the window, unlike closing the page.
  else onTestFinished(async () => void (await page.goto("about:blank")));
  await page.goto(addressOf(vscode, editor.folder, { extension }));
  await editor.ready();
  return editor;
}

/** Reuses a window, because opening one takes seconds. Each test gets it without editors and with fresh files. */
export async function sharedWindow(options: Visit = {}): Promise<Editor> {
  const editor = windows.get((options.vscode ?? stage.vscode).authority);
  if (!editor) return visit(options);
  keepFailure(editor.page);
  await editor.tidy();
  refill(editor.folder, options);
  return editor;
}

/** Starts a VS Code besides the stage's. */
export async function startOwnVscode(
  options: Pick<VscodeOptions, "asksForTrust" | "inBrowser">,
): Promise<Served & Pick<Vscode, "stop">> {
  const run = makeRunFolder();
  const sockets = makeSockets();
  const folder = join(run.path, "vscode");
  const { vsix, builtIn } = stage;
  const { authority, token, stop } = await startVscode({
    folder,
    vsix,
    builtIn,
    settings: windowSettings,
    env: sockets.env,
    ...options,
  });
  return {
    authority,
    token,
    sockets: sockets.folder,
    stop: async () => {
      // Otherwise the page would try to reconnect forever.
      await windows.get(authority)?.page.close();
      await stop();
      run.remove();
      sockets.remove();
    },
  };
}

/** Only for synchronous cleanup, such as removing a folder: pages end with the browser. */
function atExit(act: () => void | Promise<void>): void {
  process.once("exit", () => void act());
}

/** A page that shares nothing with others. */
export async function newPage(): Promise<Page> {
  const page = await pageFor(onTestFinished);
  keepFailure(page);
  return page;
}

/** VS Code animates scrollbars and icons even with reduced motion, which takes time. Webviews are not changed. */
const withoutAnimations = `if (window === top) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}`;

type AtEnd = (act: () => void | Promise<void>) => void;

/**
 * Restores the files of a new folder. Folders are kept, even if empty: a watcher may miss changes in a folder that was deleted
 * and immediately created again.
 */
function refill(folder: string, options: Visit): void {
  const run = makeRunFolder();
  const fresh = join(run.path, "samples");
  mkdirSync(fresh);
  fill(fresh, options);
  mirror(fresh, folder);
  run.remove();
}

function mirror(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const wanted = existsSync(from) ? readdirSync(from, { withFileTypes: true }) : [];
  const files = new Set(wanted.filter((it) => it.isFile()).map((it) => it.name));
  for (const it of readdirSync(to, { withFileTypes: true })) {
    if (it.isDirectory()) mirror(join(from, it.name), join(to, it.name));
    else if (!files.has(it.name)) rmSync(join(to, it.name));
  }
  for (const it of wanted) {
    const [source, target] = [join(from, it.name), join(to, it.name)];
    if (it.isDirectory()) mirror(source, target);
    // Even if it has not changed: VS Code only rereads a file with a newer timestamp.
    else copyFileSync(source, target);
  }
}

function fill(folder: string, { files = {}, samples = true }: Visit): void {
  if (samples) copySamples(folder, stage.service.baseUrl);
  for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
}

/** A page that shares nothing with others, or what was loaded with one. */
async function pageFor(atEnd: AtEnd, beside?: Page): Promise<Page> {
  const context = beside?.context() ?? (await newContext());
  const page = await context.newPage();
  atEnd(() => (beside ? page.close() : context.close()));
  page.setDefaultTimeout(patience);
  await page.addInitScript(withoutAnimations);
  return page;
}

async function newContext(): Promise<BrowserContext> {
  browser ??= startBrowser();
  return (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    // Steps of the walkthrough are shown in full detail, and other pictures are scaled down.
    deviceScaleFactor: process.env.WEIR_PICTURES ? 2 : 1,
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
}

/** Takes a picture and prints the error and the end of our log if an attempt fails: the errors of a repeated test are not reported. */
function keepFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const errors = task.result.errors?.map((it) => it.stack ?? it.message).join("\n");
    console.error(`${task.name}: ${errors}\nThe log of the extension ends with\n${endOfLog()}`);
    await keepPicture(page, `failed-${task.name}`);
  });
}

/** The last lines that our extension wrote in the newest window. */
function endOfLog(): string {
  const logs = join(stage.home, "data", "data", "logs");
  const ours = (existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: "utf8" }) : [])
    .filter((it) => basename(it) === "Weir.log")
    .sort();
  const newest = ours.at(-1);
  if (newest === undefined) return "(nothing)";
  return readFileSync(join(logs, newest), "utf8").split("\n").slice(-40).join("\n");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
