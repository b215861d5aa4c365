/** As much of the editor's API as the client's modules touch in tests. What is shown is noted, and answered from a script. */

export interface Shown {
  readonly kind: "info" | "warning" | "error" | "pick" | "input";
  readonly text: string;
  readonly choices: readonly string[];
  readonly detail?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** What the tests read and write. */
export const editor = {
  shown: [] as Shown[],
  /** Taken one by one: the label of a button or of an item, the text for an input box, or undefined for Escape. */
  answers: [] as (string | undefined)[],
  executed: [] as (readonly unknown[])[],
  registered: new Map<string, (...args: unknown[]) => unknown>(),
  written: [] as string[],
  trusted: true,
  clipboard: "",
  active: undefined as { document: FakeDocument } | undefined,
  documents: [] as FakeDocument[],
  diagnostics: [] as { severity: number }[],
  saved: [] as string[],
  /** What the workspace has, by the paths below its one folder, which is 'vscode-vfs://github/acme'. */
  files: new Map<string, Uint8Array>(),
  /** Whether files can be searched for. */
  searches: true,
};

export interface FakeDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  save(): Promise<boolean>;
}

export function resetEditor(): void {
  Object.assign(editor, {
    shown: [],
    answers: [],
    executed: [],
    registered: new Map(),
    written: [],
    trusted: true,
    clipboard: "",
    active: undefined,
    documents: [],
    diagnostics: [],
    saved: [],
    files: new Map(),
    searches: true,
  });
}

export const l10n = {
  t: (message: string, ...args: unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_, index) => String(args[Number(index)])),
};

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const it of this.#listeners) it(value);
  }
}

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
  static joinPath(uri: Uri, ...parts: string[]): Uri {
    return new Uri(uri.scheme, [uri.path, ...parts].join("/"), "");
  }
  with(parts: { scheme?: string; query?: string }): Uri {
    return new Uri(parts.scheme ?? this.scheme, this.path, parts.query ?? this.query);
  }
  toString(): string {
    const query = this.query === "" ? "" : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}://${encodeURI(this.path)}${query}`;
  }
}

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

export const window = {
  showInformationMessage: message("info"),
  showWarningMessage: message("warning"),
  showErrorMessage: message("error"),
  async showQuickPick(items: (string | { label: string })[], options: Options) {
    const labels = items.map((it) => (typeof it === "string" ? it : it.label));
    editor.shown.push({ kind: "pick", text: String(options.title), choices: labels, options });
    const answer = editor.answers.shift();
    return items.find((_, index) => labels[index] === answer);
  },
  async showInputBox(options: Options) {
    const text = `${options.title} ${options.prompt}`;
    editor.shown.push({ kind: "input", text, choices: [], options });
    return editor.answers.shift();
  },
  setStatusBarMessage() {},
  async showTextDocument(it: unknown) {
    editor.executed.push(["show", String(it)]);
  },
  withProgress: (_: unknown, work: (progress: unknown, token: unknown) => unknown) =>
    work({ report() {} }, { isCancellationRequested: false }),
  createOutputChannel: () => outputChannel(),
  get activeTextEditor() {
    return editor.active;
  },
  tabGroups: { all: [] },
};

function outputChannel() {
  const write = (text: string) => {
    editor.written.push(text);
  };
  return {
    name: "fake",
    append: write,
    appendLine: write,
    replace: write,
    clear() {},
    show() {},
    hide() {},
    dispose() {},
  };
}

export const workspace = {
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
    return [{ uri: home() }];
  },
  async findFiles() {
    const paths = [...editor.files.keys()].filter((it) => /\.(lp|cf)\w+$|weir\.json$/.test(it));
    return editor.searches ? paths.map((it) => Uri.joinPath(home(), it)) : [];
  },
  fs: {
    async readFile({ path }: Uri): Promise<Uint8Array> {
      const found = editor.files.get(path.slice(home().path.length + 1));
      if (!found) throw new Error("EntryNotFound");
      return found;
    },
    async readDirectory({ path }: Uri): Promise<[string, number][]> {
      const below = `${path.slice(home().path.length + 1)}/`.replace(/^\//, "");
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
  createFileSystemWatcher: () => {
    const never = () => ({ dispose() {} });
    const onDidChange = fileChanges.event;
    return { onDidCreate: never, onDidChange, onDidDelete: never, dispose() {} };
  },
  onDidSaveTextDocument: () => ({ dispose() {} }),
  onDidChangeWorkspaceFolders: () => ({ dispose() {} }),
};

function home(): Uri {
  return Uri.parse("vscode-vfs://github/acme");
}

/** Something has happened to a file. */
export const fileChanges = new EventEmitter<Uri>();

export const commands = {
  async executeCommand(...all: unknown[]) {
    editor.executed.push(all);
  },
  registerCommand(name: string, action: (...args: unknown[]) => unknown) {
    editor.registered.set(name, action);
    return { dispose() {} };
  },
};

export const languages = { getDiagnostics: () => editor.diagnostics };
export const env = {
  clipboard: {
    readText: async () => editor.clipboard,
    async writeText(text: string) {
      editor.clipboard = text;
    },
  },
};
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
export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}
export class ThemeColor {
  constructor(readonly id: string) {}
}
