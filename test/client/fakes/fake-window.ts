import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EventEmitter } from "./fake-event.ts";
import type { FakeDocument, Uri } from "./fake-vscode.ts";

/** The rest of a window, beyond what single modules use: everything around the editor, and its events. */

export interface StatusItem {
  name: string;
  command: string;
  text: string;
  tooltip: string;
  backgroundColor: { readonly id: string } | undefined;
  visible: boolean;
  show(): void;
  hide(): void;
  dispose(): void;
}

export interface Tab {
  readonly input: unknown;
  readonly isDirty?: boolean;
}

/** Registered objects, by ID. */
export const around = {
  items: new Map<string, StatusItem>(),
  views: new Map<string, FakeView>(),
  decorations: undefined as DecorationProvider | undefined,
  texts: new Map<string, TextProvider>(),
  editors: new Map<string, unknown>(),
  tabs: [] as Tab[],
  panels: [] as FakePanel[],
  serializers: new Map<string, PanelSerializer>(),
  settings: {} as Record<string, unknown>,
};

interface PanelSerializer {
  deserializeWebviewPanel(panel: FakePanel, state: unknown): Promise<void>;
}

interface FakeView {
  readonly treeDataProvider: unknown;
  visible: boolean;
  badge?: { readonly value: number } | undefined;
  message?: string;
}

interface DecorationProvider {
  provideFileDecoration(uri: Uri): { readonly badge: string; readonly tooltip: string } | undefined;
}

interface TextProvider {
  provideTextDocumentContent(uri: Uri, token: unknown): Promise<string>;
}

export const happens = {
  activeEditor: new EventEmitter<undefined>(),
  selection: new EventEmitter<{ readonly textEditor: { readonly document: FakeDocument } }>(),
  tabs: new EventEmitter<undefined>(),
  textChange: new EventEmitter<{ readonly document: FakeDocument }>(),
  open: new EventEmitter<FakeDocument>(),
  save: new EventEmitter<FakeDocument>(),
  close: new EventEmitter<{ readonly uri: Uri }>(),
  settings: new EventEmitter<{ affectsConfiguration(name: string): boolean }>(),
  folders: new EventEmitter<undefined>(),
  trust: new EventEmitter<undefined>(),
  visibility: new EventEmitter<{ readonly visible: boolean }>(),
};

export type FakePanel = ReturnType<typeof fakePanel>;

/** A webview panel that records the messages sent to it, and can send messages. */
function fakePanel(title: string) {
  const says = new EventEmitter<unknown>();
  const closes = new EventEmitter<undefined>();
  const posted: unknown[] = [];
  return {
    title,
    posted,
    says,
    iconPath: undefined as unknown,
    revealed: 0,
    isDisposed: false,
    webview: {
      html: "",
      options: {},
      cspSource: "https://local.example",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: says.event,
      async postMessage(message: unknown) {
        posted.push(message);
        return true;
      },
    },
    onDidDispose: closes.event,
    reveal() {
      this.revealed++;
    },
    dispose() {
      this.isDisposed = true;
      closes.fire(undefined);
    },
  };
}

export const windowParts = {
  createStatusBarItem(id: string) {
    const item: StatusItem = {
      ...{ name: "", command: "", text: "", tooltip: "", backgroundColor: undefined },
      visible: false,
      show() {
        item.visible = true;
      },
      hide() {
        item.visible = false;
      },
      dispose: () => around.items.delete(id),
    };
    around.items.set(id, item);
    return item;
  },
  createTreeView(id: string, { treeDataProvider }: { readonly treeDataProvider: unknown }) {
    const view = {
      ...{ treeDataProvider, visible: true, dispose: () => around.views.delete(id) },
      onDidChangeVisibility: happens.visibility.event,
    };
    around.views.set(id, view);
    return view;
  },
  registerFileDecorationProvider(provider: DecorationProvider) {
    around.decorations = provider;
    return { dispose() {} };
  },
  registerCustomEditorProvider(type: string, provider: unknown) {
    around.editors.set(type, provider);
    return { dispose: () => around.editors.delete(type) };
  },
  onDidChangeActiveTextEditor: happens.activeEditor.event,
  onDidChangeTextEditorSelection: happens.selection.event,
  visibleTextEditors: [],
  registerWebviewPanelSerializer(type: string, serializer: PanelSerializer) {
    around.serializers.set(type, serializer);
    return { dispose: () => around.serializers.delete(type) };
  },
  createWebviewPanel(_type: string, title: string) {
    const panel = fakePanel(title);
    around.panels.push(panel);
    return panel;
  },
  tabGroups: {
    get all() {
      return [{ tabs: around.tabs, activeTab: around.tabs.at(-1) }];
    },
    get activeTabGroup() {
      return this.all[0];
    },
    onDidChangeTabs: happens.tabs.event,
    onDidChangeTabGroups: happens.tabs.event,
    async close(tabs: readonly Tab[]) {
      around.tabs = around.tabs.filter((it) => !tabs.includes(it));
      happens.tabs.fire(undefined);
    },
  },
};

export const workspaceParts = {
  async openTextDocument(of: Uri | { readonly content: string }) {
    return "content" in of ? of.content : openedAt(of);
  },
  async applyEdit({ changes }: WorkspaceEdit) {
    for (const { uri, range, text } of changes) opened.get(uri.toString())?.replace(range, text);
    return true;
  },
  getConfiguration: () => ({
    get: (name: string, otherwise: unknown) => around.settings[name] ?? otherwise,
  }),
  registerTextDocumentContentProvider(scheme: string, provider: TextProvider) {
    around.texts.set(scheme, provider);
    return { dispose: () => around.texts.delete(scheme) };
  },
  onDidOpenTextDocument: happens.open.event,
  onDidSaveTextDocument: happens.save.event,
  onDidCloseTextDocument: happens.close.event,
  onDidChangeTextDocument: happens.textChange.event,
  onDidChangeConfiguration: happens.settings.event,
  onDidChangeWorkspaceFolders: happens.folders.event,
  onDidGrantWorkspaceTrust: happens.trust.event,
};

/** A document whose positions are offsets, which is sufficient for tests. */
class DocumentOnDisk {
  private readonly path: string;
  private text: string;

  constructor(readonly uri: Uri) {
    this.path = fileURLToPath(uri.toString());
    this.text = readFileSync(this.path, "utf8");
  }
  getText(): string {
    return this.text;
  }
  get eol(): number {
    return this.text.includes("\r\n") ? 2 : 1;
  }
  get isDirty(): boolean {
    return false;
  }
  positionAt(offset: number): number {
    return offset;
  }
  replace({ start, end }: Range, text: string): void {
    this.text = this.text.slice(0, Number(start)) + text + this.text.slice(Number(end));
  }
  async save(): Promise<boolean> {
    writeFileSync(this.path, this.text);
    return true;
  }
}

const opened = new Map<string, DocumentOnDisk>();

function openedAt(uri: Uri): DocumentOnDisk {
  const document = new DocumentOnDisk(uri);
  opened.set(uri.toString(), document);
  return document;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** A range between two positions, or two lines and characters. */
export class Range {
  readonly start: number | Position;
  readonly end: number | Position;

  constructor(...all: [start: number, end: number] | [number, number, number, number]) {
    const [a, b, line, character] = all;
    const hasLines = line !== undefined && character !== undefined;
    this.start = hasLines ? { line: a, character: b } : a;
    this.end = hasLines ? { line, character } : b;
  }
}

export class WorkspaceEdit {
  readonly changes: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];
  replace(uri: Uri, range: Range, text: string): void {
    this.changes.push({ uri, range, text });
  }
}
