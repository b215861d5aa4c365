import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EventEmitter } from "./fake-event.ts";
import { testing } from "./fake-tests.ts";
import { around, windowParts, workspaceParts } from "./fake-window.ts";

export { EventEmitter } from "./fake-event.ts";
export {
  Location,
  TestMessage,
  TestMessageStackFrame,
  TestRunProfileKind,
  TestRunRequest,
  tests,
} from "./fake-tests.ts";
export { Range, WorkspaceEdit } from "./fake-window.ts";

/** The part of the VS Code API that the client uses in tests. Prompts are recorded, and answered from a list. */

export interface Shown {
  readonly kind: "info" | "warning" | "error" | "pick" | "input";
  readonly text: string;
  readonly choices: readonly string[];
  /** Below each choice of a pick list. */
  readonly details?: readonly string[];
  /** Above the choices of a pick list. */
  readonly rows?: readonly string[];
  readonly detail?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export const home = "vscode-vfs://github/acme";

/** The state of the editor, for tests to read and write. */
export const editor = {
  shown: [] as Shown[],
  /** The last message in the status bar. */
  status: undefined as string | undefined,
  /** Used in order: the label of a button or item, the text of an input box, or undefined for Escape. */
  answers: [] as (string | undefined)[],
  executed: [] as (readonly unknown[])[],
  registered: new Map<string, (...args: unknown[]) => unknown>(),
  written: [] as string[],
  /** Progress messages. */
  reported: [] as string[],
  trusted: true,
  clipboard: "",
  active: undefined as { document: FakeDocument; selection?: object } | undefined,
  documents: [] as FakeDocument[],
  diagnostics: [] as { severity: number }[],
  saved: [] as string[],
  /** The file that is chosen in a dialog. */
  savedAs: undefined as string | undefined,
  /** The folders of the workspace. */
  folders: [home] as string[],
  /** The files of the workspace, by path relative to its first folder. */
  files: new Map<string, Uint8Array>(),
  /** Whether the file system supports search. */
  searches: true,
};

export interface FakeDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  save(): Promise<boolean>;
  getText?(): string;
}

export function resetEditor(): void {
  Object.assign(editor, {
    shown: [],
    status: undefined,
    answers: [],
    executed: [],
    registered: new Map(),
    written: [],
    reported: [],
    trusted: true,
    clipboard: "",
    active: undefined,
    documents: [],
    diagnostics: [],
    saved: [],
    savedAs: undefined,
    folders: [home],
    files: new Map(),
    searches: true,
  });
  Object.assign(around, { tabs: [], panels: [], settings: {} });
  testing.controller = undefined;
}

export const l10n = {
  bundle: undefined as Readonly<Record<string, string>> | undefined,
  t: (message: string, ...args: unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_, index) => String(args[Number(index)])),
};

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query: string,
  ) {}
  static parse(text: string): Uri {
    const [, scheme = "", path = "", query = ""] =
      /^([\w-]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/.exec(text) ?? [];
    return new Uri(scheme, decodeURIComponent(path), decodeURIComponent(query));
  }
  static file(path: string): Uri {
    return new Uri("file", path, "");
  }
  static joinPath(uri: Uri, ...parts: string[]): Uri {
    return new Uri(uri.scheme, [uri.path, ...parts].join("/"), "");
  }
  with(parts: { scheme?: string; path?: string; query?: string }): Uri {
    const { scheme = this.scheme, path = this.path, query = this.query } = parts;
    return new Uri(scheme, path, query);
  }
  toString(): string {
    const query = this.query === "" ? "" : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}://${encodeURI(this.path)}${query}`;
  }
}

export class Disposable {
  constructor(readonly dispose: () => void) {}
  static from(...all: { dispose(): unknown }[]) {
    return new Disposable(() => {
      for (const it of all) it.dispose();
    });
  }
}

export class RelativePattern {
  constructor(
    readonly base: Uri,
    readonly pattern: string,
  ) {}
}

interface PickItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
}

/** A label, or the words that it begins with. */
function isAnswer(label: string, answer: string | undefined): boolean {
  return answer !== undefined && (label === answer || label.startsWith(`${answer} `));
}

/** The answer that accepts a list as it is. */
export const asPicked = "(as picked)";

type Options = Readonly<Record<string, unknown>> & { readonly detail?: string };

function message(kind: Shown["kind"]) {
  return async (text: string, ...rest: (string | Options)[]): Promise<string | undefined> => {
    const [first] = rest;
    const options = typeof first === "object" ? first : undefined;
    const choices = rest.filter((it) => typeof it === "string");
    editor.shown.push({ kind, text, choices, detail: options?.detail, options });
    return choices.length === 0 ? undefined : editor.answers.shift();
  };
}

type Listener = () => void;

function quickPick() {
  const [accepted, hidden]: [Listener[], Listener[]] = [[], []];
  const pick = {
    title: "",
    placeholder: "",
    ignoreFocusOut: false,
    items: [] as (PickItem & { readonly kind?: number })[],
    activeItems: [] as PickItem[],
    selectedItems: [] as PickItem[],
    onDidAccept: (listener: Listener) => void accepted.push(listener),
    onDidHide: (listener: Listener) => void hidden.push(listener),
    hide: () => void hidden.splice(0).forEach((it) => void it()),
    dispose() {},
    show() {
      const { title: text, placeholder: placeHolder, ignoreFocusOut, items } = pick;
      const start = items.findIndex((it) => it.kind === QuickPickItemKind.Separator) + 1;
      const choices = items.slice(start);
      editor.shown.push({
        kind: "pick",
        text,
        choices: choices.map((it) => it.label),
        details: choices.map((it) => it.detail ?? ""),
        rows: items.slice(0, Math.max(start - 1, 0)).map((it) => it.label),
        options: { placeHolder, ignoreFocusOut },
      });
      const answer = editor.answers.shift();
      const chosen = choices.find((it) => isAnswer(it.label, answer));
      pick.selectedItems = chosen ? [chosen] : [];
      for (const it of chosen ? accepted : hidden) it();
    },
  };
  return pick;
}

export const window = {
  ...windowParts,
  showInformationMessage: message("info"),
  showWarningMessage: message("warning"),
  showErrorMessage: message("error"),
  /** Of several items, the answer has the labels with commas between them. */
  async showQuickPick(items: (string | PickItem)[], options: Options) {
    const labels = items.map((it) => (typeof it === "string" ? it : it.label));
    const details = items.map((it) =>
      typeof it === "string" ? "" : it.detail || it.description || "",
    );
    const shown = { text: String(options.title), choices: labels, details, options };
    editor.shown.push({ kind: "pick", ...shown });
    const answer = editor.answers.shift();
    if (!options.canPickMany) return items[labels.findIndex((it) => isAnswer(it, answer))];
    if (answer === undefined) return undefined;
    if (answer === asPicked) return items.filter((it) => typeof it === "object" && it.picked);
    return items.filter((_, index) => answer.split(", ").includes(labels[index] ?? ""));
  },
  /** A list whose rows above a separator only inform: those are its details. */
  createQuickPick: () => quickPick(),
  /** The answer is the URI of a file. */
  async showOpenDialog() {
    const answer = editor.answers.shift();
    return answer === undefined ? undefined : [Uri.parse(answer)];
  },
  async showWorkspaceFolderPick() {
    const folders = editor.folders.map(folderAt);
    const choices = folders.map((it) => it.name);
    editor.shown.push({ kind: "pick", text: "", choices });
    const answer = editor.answers.shift();
    return folders.find((it) => it.name === answer);
  },
  async showInputBox(options: Options) {
    const text = `${options.title} ${options.prompt}`;
    editor.shown.push({ kind: "input", text, choices: [], options });
    return editor.answers.shift();
  },
  setStatusBarMessage(text: string) {
    editor.status = text;
  },
  showSaveDialog: async () =>
    editor.savedAs === undefined ? undefined : Uri.parse(editor.savedAs),
  async showTextDocument(it: Uri | FakeDocument | string) {
    const isDocument = typeof it === "object" && "uri" in it;
    editor.executed.push(["show", String(isDocument ? it.uri : it)]);
  },
  withProgress: (_: unknown, work: (progress: unknown, token: unknown) => unknown) =>
    work({ report: reported }, { isCancellationRequested: false, onCancellationRequested }),
  createOutputChannel: outputChannel,
  get activeTextEditor() {
    return editor.active;
  },
};

function reported({ message }: { readonly message: string }): void {
  editor.reported.push(message);
}

const onCancellationRequested = () => ({ dispose() {} });

function outputChannel(name: string) {
  const write = (text: string) => {
    editor.written.push(text);
  };
  return {
    name,
    ...{ append: write, appendLine: write, replace: write },
    ...{ trace: write, debug: write, info: write, warn: write, error: write },
    clear() {},
    show: () => editor.executed.push(["show output", name]),
    hide() {},
    dispose() {},
  };
}

export const workspace = {
  ...workspaceParts,
  get isTrusted() {
    return editor.trusted;
  },
  get textDocuments() {
    return editor.documents;
  },
  async save(uri: Uri) {
    editor.saved.push(uri.toString());
    return uri;
  },
  asRelativePath: (uri: Uri) => uri.path,
  get workspaceFolders() {
    return editor.folders.map(folderAt);
  },
  getWorkspaceFolder(uri: Uri) {
    return this.workspaceFolders.find((it) => uri.toString().startsWith(`${it.uri}/`));
  },
  async findFiles() {
    const paths = [...editor.files.keys()].filter((it) => /\.(lp|cf)\w+$|weir\.json$/.test(it));
    return editor.searches ? paths.map((it) => Uri.joinPath(Uri.parse(home), it)) : [];
  },
  fs: {
    async readFile(uri: Uri): Promise<Uint8Array> {
      if (uri.scheme === "file") return readFileSync(fileURLToPath(uri.toString()));
      const found = editor.files.get(insideHome(uri));
      if (!found) throw new Error("EntryNotFound");
      return found;
    },
    async stat(uri: Uri): Promise<object> {
      const path = insideHome(uri);
      const isFolder = [...editor.files.keys()].some((it) => it.startsWith(`${path}/`));
      if (!editor.files.has(path) && !isFolder) throw new Error("EntryNotFound");
      return { type: isFolder ? FileType.Directory : FileType.File };
    },
    async writeFile(uri: Uri, bytes: Uint8Array): Promise<void> {
      editor.files.set(insideHome(uri), bytes);
    },
    async readDirectory(uri: Uri): Promise<[string, number][]> {
      const below = `${insideHome(uri)}/`.replace(/^\//, "");
      const rest = [...editor.files.keys()]
        .filter((it) => it.startsWith(below))
        .map((it) => it.slice(below.length).split("/"));
      const entries = rest.map(([name = "", ...more]): [string, number] => [
        name,
        more.length > 0 ? FileType.Directory : FileType.File,
      ]);
      return [...new Map(entries)];
    },
  },
  createFileSystemWatcher: () => ({
    onDidCreate: () => ({ dispose() {} }),
    onDidChange: fileChanges.event,
    onDidDelete: fileDeletions.event,
    dispose() {},
  }),
};

function folderAt(text: string) {
  const uri = Uri.parse(text);
  return { uri, name: uri.path.slice(uri.path.lastIndexOf("/") + 1) };
}

/** The path of a file inside the first folder. */
function insideHome({ path }: Uri): string {
  const [folder = ""] = editor.folders;
  return path.slice(Uri.parse(folder).path.length + 1);
}

/** Fire when a file was changed or created, and when it was deleted. */
export const fileChanges = new EventEmitter<Uri>();
export const fileDeletions = new EventEmitter<Uri>();

export const commands = {
  async executeCommand(...all: unknown[]) {
    editor.executed.push(all);
    const [name, ...args] = all;
    return editor.registered.get(String(name))?.(...args);
  },
  registerCommand(name: string, action: (...args: unknown[]) => unknown) {
    editor.registered.set(name, action);
    return { dispose() {} };
  },
};

export const languages = {
  getDiagnostics: () => editor.diagnostics,
  onDidChangeDiagnostics: () => ({ dispose() {} }),
};
export const env = {
  language: "en",
  clipboard: {
    readText: async () => editor.clipboard,
    async writeText(text: string) {
      editor.clipboard = text;
    },
  },
};
export { CancellationTokenSource } from "vscode-languageserver";
export class CancellationError extends Error {}
export const ViewColumn = { Active: -1, Beside: -2, One: 1 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const EndOfLine = { LF: 1, CRLF: 2 };
export const FileType = { File: 1, Directory: 2, SymbolicLink: 64 };
export const DiagnosticSeverity = { Error: 0, Warning: 1 };
export const ProgressLocation = { Notification: 15 };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState: number,
  ) {}
}
export class FileDecoration {
  constructor(
    readonly badge: string,
    readonly tooltip: string,
    readonly color: ThemeColor,
  ) {}
}
export class ThemeIcon {
  static readonly File = new ThemeIcon("file");
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}
export class ThemeColor {
  constructor(readonly id: string) {}
}
