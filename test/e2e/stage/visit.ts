// Opens a window of VS Code on a copy of the samples.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import {
  addressOf,
  startVscode,
  type Vscode,
  type VscodeOptions,
} from "../../../scripts/start/vscode.mjs";
import { copySamples, makeRunFolder } from "../../../scripts/start/workspace.mjs";
import { keepPicture } from "../screen/artefacts.ts";
import { Editor } from "../screen/editor.ts";
import { patience } from "../screen/waiting.ts";
import type { Served, Stage } from "./setup.ts";
import { makeSockets, Terminal } from "./terminal.ts";
import { windowSettings } from "./window-settings.ts";

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

/** Of this worker, and it ends with it. Driven from another process, it would cost more to talk to it. */
let browser: Promise<Browser> | undefined;

function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: stage.browser,
    args: [
      // The sandbox cannot be had as root, nor in most containers; every page is our own.
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update"],
      // Megabytes of the heap for new objects. With less, a twentieth of the time goes into collecting them.
      "--js-flags=--min-semi-space-size=32",
    ],
  });
}

export interface Visit {
  /** Files beside the samples, or instead of them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Another VS Code than that of the stage. */
  readonly vscode?: Served;
  /** False for a folder with these files only. */
  readonly samples?: boolean;
  /** The folder of an extension that runs beside ours. */
  readonly extension?: string;
}

/** The windows that this worker shares, one for each VS Code. */
const windows = new Map<string, Editor>();

/**
 * A window that has just been opened, on a folder of its own. The next test that shares a window gets this one, unless another
 * extension runs in it.
 */
export async function visit(options: Visit = {}): Promise<Editor> {
  const { vscode = stage.vscode, extension = "" } = options;
  // In a page that has been there before, VS Code starts in half the time.
  const page = extension
    ? await pageFor(onTestFinished)
    : (windows.get(vscode.authority)?.page ?? (await pageFor(atExit)));
  keepFailure(page);
  const run = makeRunFolder();
  atExit(run.remove);
  const terminal = new Terminal(vscode.sockets, vscode.authority);
  const editor = new Editor(page, join(run.path, "samples"), terminal);
  fill(editor.folder, options);
  if (!extension) windows.set(vscode.authority, editor);
  // Leaving the page ends its programs, and closing it would not.
  else onTestFinished(async () => void (await page.goto("about:blank")));
  await page.goto(addressOf(vscode, editor.folder, { extension }));
  await editor.ready();
  return editor;
}

/** One window for many tests, since opening one takes seconds: each test gets it without editors, on fresh files. */
export async function sharedWindow(options: Visit = {}): Promise<Editor> {
  const editor = windows.get((options.vscode ?? stage.vscode).authority);
  if (!editor) return visit(options);
  keepFailure(editor.page);
  await editor.tidy();
  refill(editor.folder, options);
  return editor;
}

/** Another VS Code than that of the stage. */
export async function startOwnVscode(
  options: Pick<VscodeOptions, "asksForTrust" | "inBrowser">,
): Promise<Served & Pick<Vscode, "stop">> {
  const run = makeRunFolder();
  const sockets = makeSockets();
  const folder = join(run.path, "vscode");
  const { vsix, builtIn, extensions: installed } = stage;
  const { authority, token, stop } = await startVscode({
    folder,
    vsix,
    installed,
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
      // It would try to connect again and again.
      await windows.get(authority)?.page.close();
      await stop();
      run.remove();
      sockets.remove();
    },
  };
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

/** VS Code animates scrollbars and icons even where motion is reduced, and each frame takes time. Webviews stay as they are. */
const withoutAnimations = `if (window === top) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}`;

type AtEnd = (act: () => void | Promise<void>) => void;

/**
 * The files that a new folder would have. Folders stay, if need be empty: a watcher that sees one deleted and created again at once
 * may miss what is in it from then on.
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
    // Also if it is the same: VS Code reads a file that it knows again only if the file is newer.
    else copyFileSync(source, target);
  }
}

function fill(folder: string, { files = {}, samples = true }: Visit): void {
  if (samples) copySamples(folder, stage.service.baseUrl);
  for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
}

async function pageFor(atEnd: AtEnd): Promise<Page> {
  browser ??= startBrowser();
  const context = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
  atEnd(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.addInitScript(withoutAnimations);
  return page;
}

/** A test that fails leaves a picture. */
function keepFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await keepPicture(page, `failed-${task.name}`);
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
