import { Disposable, RelativePattern, Uri, workspace } from "vscode";
import type { FileEvent } from "vscode-languageclient";
import { isOurLanguage, isSettings } from "../languages.ts";

/** The kinds of LSP's file events. */
const kinds = { created: 1, changed: 2, deleted: 3 } as const;

interface Watch {
  uses(uri: string): boolean;
  changed(): void;
}

/** Every change of texts and files, typed or on disk, for the pages whose claims are made from them. */
export class Inputs {
  readonly #watches = new Set<Watch>();
  #listening: Disposable | undefined;

  /** The server is told at once: the library for LSP collects file events first, so that answers could be made from older files. */
  constructor(private readonly tell: (changes: readonly FileEvent[]) => void) {}

  watch(it: Watch): Disposable {
    this.#watches.add(it);
    this.#listening ??= this.#listen();
    return new Disposable(() => {
      this.#watches.delete(it);
      if (this.#watches.size > 0) return;
      this.#listening?.dispose();
      this.#listening = undefined;
    });
  }

  #listen(): Disposable {
    const parts: Disposable[] = [
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#edited(document.uri);
      }),
      // Closing may discard edits.
      workspace.onDidCloseTextDocument(({ uri }) => this.#edited(uri)),
      workspace.onDidChangeConfiguration((it) => {
        if (it.affectsConfiguration("weir")) for (const { changed } of this.#watches) changed();
      }),
      ...this.#filesIn("**/*"),
    ];
    let isOver = false;
    for (const { uri } of workspace.workspaceFolders ?? [])
      void gitFolderElsewhere(uri).then((folder) => {
        if (!folder || isOver) return;
        parts.push(...this.#filesIn(new RelativePattern(folder, "{HEAD,logs/HEAD}")));
      });
    return new Disposable(() => {
      isOver = true;
      for (const it of parts) it.dispose();
    });
  }

  #filesIn(pattern: string | RelativePattern): Disposable[] {
    const watcher = workspace.createFileSystemWatcher(pattern);
    return [
      watcher,
      watcher.onDidCreate((it) => this.#onDisk(it, kinds.created)),
      watcher.onDidChange((it) => this.#onDisk(it, kinds.changed)),
      watcher.onDidDelete((it) => this.#onDisk(it, kinds.deleted)),
    ];
  }

  #edited({ scheme, path }: Uri): void {
    if (!/^(?:file|untitled|vscode-)/.test(scheme) || neverRead.test(path)) return;
    for (const it of this.#watches) if (it.uses(path)) it.changed();
  }

  /** Only the folder is reported if one with files is created or deleted. */
  #onDisk(uri: Uri, type: FileEvent["type"]): void {
    if (neverRead.test(uri.path) && !isHead(uri.path)) return;
    if (type === kinds.changed && isOpen(uri)) return;
    const users = [...this.#watches].filter((it) => type !== kinds.changed || it.uses(uri.path));
    for (const it of users) it.changed();
    if (users.length > 0) this.tell([{ uri: uri.toString(), type }]);
  }
}

/** Whether the server reads the text of an editor instead of a file, so that saving it changes nothing. */
function isOpen(uri: Uri): boolean {
  const open = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  return open !== undefined && isOurLanguage(open.languageId);
}

const neverRead = /\/(?:\.git|\.vscode|node_modules|\.weir)(?:\/|$)/;

/** Whether a file changes with the last commit: HEAD itself, and the record of its commits. */
function isHead(path: string): boolean {
  return /\/(?:logs\/)?HEAD$/.test(path);
}

/** Whether rules, lists and their settings may be in a file, or read from it. */
export function mayHaveRules(path: string): boolean {
  return /\.(?:cfrule|lpfilter|lpjob|tf|tofu|tfvars|tftpl|tmpl|tpl|hcl|json|ya?ml|csv|txt)$/i.test(
    path,
  );
}

export function mayChangeReview(path: string): boolean {
  return mayHaveRules(path) || isHead(path);
}

/** Whether what a text keeps, and kept in the last commit, may depend on a file. */
export function mayChangeTrial(text: string, path: string): boolean {
  if (isSettings(path) || isHead(path)) return true;
  const isFilterOrJob = /\.lp(?:filter|job)$/i;
  return isFilterOrJob.test(text) ? isFilterOrJob.test(path) : mayHaveRules(path);
}

/** The folder of a repository whose `.git` is not in the folder itself: it is around it, or a file that names the folder. */
async function gitFolderElsewhere(folder: Uri): Promise<Uri | undefined> {
  if (folder.scheme !== "file") return undefined;
  for (let at = folder; ; at = Uri.joinPath(at, "..")) {
    const git = Uri.joinPath(at, ".git");
    try {
      const text = new TextDecoder().decode(await workspace.fs.readFile(git));
      const [, path = ""] = /^gitdir: (.+)/.exec(text) ?? [];
      return /^(?:\/|[A-Za-z]:)/.test(path) ? Uri.file(path) : Uri.joinPath(at, path);
    } catch {
      if (await isFolder(git)) return at === folder ? undefined : git;
    }
    if (Uri.joinPath(at, "..").path === at.path) return undefined;
  }
}

async function isFolder(uri: Uri): Promise<boolean> {
  return workspace.fs.readDirectory(uri).then(
    () => true,
    () => false,
  );
}
