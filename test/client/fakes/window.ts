import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { vi } from "vitest";
import type { ExtensionContext } from "vscode";
import { activate, deactivate } from "../../../client/src/extension.ts";
import type { Node } from "../../../client/src/view/nodes.ts";
import type { ServiceView } from "../../../client/src/view/service-view.ts";
import { createEmulator, type Emulator } from "../../../server/src/emulator/emulator.ts";
import { folderWith } from "../../support/folders.ts";
import { weirJson } from "../../support/programs/workbench.ts";
import { clients } from "./fake-languageclient.ts";
import { commands, EventEmitter, editor, resetEditor, Uri } from "./fake-vscode.ts";
import { around, happens, type StatusItem } from "./fake-window.ts";

const root = resolve(import.meta.dirname, "../../..");

/** The context of an extension: secrets, state and subscriptions. */
export function extensionContext() {
  const stored = new Map<string, string>();
  const changed = new EventEmitter<{ readonly key: string }>();
  const subscriptions: { dispose(): unknown }[] = [];
  const secrets = {
    get: async (key: string) => stored.get(key),
    store: async (key: string, value: string) => void stored.set(key, value),
    delete: async (key: string) => void stored.delete(key),
    onDidChange: changed.event,
  };
  const context = {
    subscriptions,
    secrets,
    globalState: memory(),
    workspaceState: memory(),
    extensionUri: Uri.parse(pathToFileURL(root).href),
    asAbsolutePath: (path: string) => join(root, path),
  };
  return { context: context as unknown as ExtensionContext, subscriptions, changed };
}

function memory() {
  const kept = new Map<string, unknown>();
  return {
    get: (key: string, otherwise?: unknown) => kept.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
}

export interface WindowOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** The file that is open. */
  readonly open?: string;
  readonly trusted?: boolean;
  /** Handles the requests of the server. Default: the service in memory. */
  readonly fetch?: typeof fetch;
  /** Retries are immediate. */
  readonly impatient?: boolean;
}

function shortenWaits(): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (then: () => void, milliseconds = 0) =>
    setTimeout(then, Math.min(milliseconds, 5)),
  );
}

/** A window with the extension: its server in this process, a workspace on disk, and the service in memory. */
export class Window {
  private constructor(
    readonly folder: string,
    readonly emulator: Emulator,
    private readonly parts: ReturnType<typeof extensionContext>,
  ) {}

  static async open(options: WindowOptions = {}): Promise<Window> {
    resetEditor();
    const folder = folderWith({ "weir.json": weirJson(), ...options.files });
    Object.assign(editor, { folders: [folder], trusted: options.trusted ?? true });
    const emulator = createEmulator();
    vi.stubGlobal("fetch", options.fetch ?? emulator.fetch);
    if (options.impatient) shortenWaits();
    const parts = extensionContext();
    const window = new Window(folder, emulator, parts);
    if (options.open !== undefined) window.look(options.open, options.files?.[options.open]);
    commands.registerCommand("vscode.diff", (original, modified) =>
      around.tabs.push({ input: { original, modified } }),
    );
    commands.registerCommand("vscode.open", (uri) => around.tabs.push({ input: { uri } }));
    await activate(parts.context);
    return window;
  }

  async close(): Promise<void> {
    for (const it of this.parts.subscriptions) it.dispose();
    await deactivate();
    vi.unstubAllGlobals();
  }

  uri(name: string): string {
    return `${this.folder}/${name}`;
  }

  /** Shows a file as the active editor. */
  look(name: string, text = ""): void {
    const uri = Uri.parse(name.includes(":") ? name : this.uri(name));
    const languageId = name.slice(name.lastIndexOf(".") + 1);
    const document = { uri, languageId, isDirty: false, isUntitled: uri.scheme === "untitled" };
    const opened = { ...document, save: async () => true, getText: () => text };
    editor.documents.push(opened);
    editor.active = { document: opened, selection: { active: { line: 0, character: 0 } } };
    happens.activeEditor.fire(undefined);
  }

  /** Runs a command with these answers to its prompts. Returns what was shown; of a question, the first choice. */
  async run(command: string, args: readonly unknown[] = [], ...answers: string[]) {
    editor.answers = answers;
    const before = editor.shown.length;
    await commands.executeCommand(command, ...args);
    return editor.shown
      .slice(before)
      .map(({ text, choices }) => (choices.includes("Show plan") ? choices[0] : text));
  }

  get client() {
    const client = clients.at(-1);
    if (!client) throw new Error("There is no client.");
    return client;
  }

  item(id: string): StatusItem {
    const item = around.items.get(id);
    if (!item) throw new Error(`Nothing at the bottom is '${id}'.`);
    return item;
  }

  get view(): ServiceView {
    return around.views.get("weir.service")?.treeDataProvider as ServiceView;
  }

  /** The side view as text, with a line for each row. */
  async drawn(node?: Node, indent = ""): Promise<string[]> {
    const lines: string[] = [];
    for (const child of await this.view.getChildren(node)) {
      const { label, description, contextValue } = this.view.getTreeItem(child);
      lines.push(`${indent}${label} (${description ?? ""}) ${contextValue}`);
      lines.push(...(await this.drawn(child, `${indent}  `)));
    }
    return lines;
  }

  /** Another window has signed in or out. */
  secretsChange(): void {
    this.parts.changed.fire({ key: "any" });
  }
}
