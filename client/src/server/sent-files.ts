import { FileType, Uri, workspace } from "vscode";
import type { FilesParams, SentText } from "../../../server/src/lsp/protocol.ts";
import { isOurFile, isSettings, languageIds, settingsName } from "../languages.ts";

/** The lock file, which records the rules of a set and their order. */
const lockName = "weir.lock.json";

const searched = [settingsName, ...languageIds.map((id) => `*.${id}`)];

const ours = `**/{${[...searched, lockName].join(",")}}`;

/** Folders without the user's own files. */
const neverEntered = ["node_modules", ".git", ".weir"];

/** A limit, because each folder and file may be a network request. */
const most = { folders: 500, files: 5_000, atOnce: 16 };

/** Larger files are not sent. */
const mostBytes = 16 * 1024 * 1024;

type Send = (params: FilesParams) => Promise<void>;

/** Sends file contents to a server without file access, sequentially, so that no outdated text follows a newer one. */
export class SentFiles {
  #queue: Promise<void> = Promise.resolve();
  #send: Send | undefined;

  /** Called when a server has started. */
  start(send: Send): void {
    this.#send = send;
    this.#later(sendAll);
  }

  /** Starts watching for changes. */
  watch(): { dispose(): unknown }[] {
    const watcher = workspace.createFileSystemWatcher(ours);
    const read = (uri: Uri) =>
      this.#later(async (send) => send({ files: await textsOf([uri], { goneToo: true }) }));
    return [
      watcher,
      watcher.onDidCreate(read),
      watcher.onDidChange(read),
      watcher.onDidDelete(read),
      // Not every file system reports changes.
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (isOurs(uri.path)) read(uri);
      }),
      workspace.onDidChangeWorkspaceFolders(() => this.#later(sendAll)),
    ];
  }

  #later(work: (send: Send) => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      try {
        if (this.#send) await work(this.#send);
      } catch {
        // The server has stopped; the next one gets all files.
      }
    });
  }
}

/** Settings first, because every check depends on them. */
async function sendAll(send: Send): Promise<void> {
  const uris = (await ourFiles()).slice(0, most.files);
  await send({ files: await textsOf(uris.filter((it) => isSettings(it.path))) });
  await send({ files: await textsOf(uris.filter((it) => !isSettings(it.path))), isAll: true });
}

/** Walks the folders if the file system has no search. */
async function ourFiles(): Promise<readonly Uri[]> {
  try {
    const found = await workspace.findFiles(
      `**/{${searched.join(",")}}`,
      `**/{${neverEntered.join(",")}}/**`,
      most.files,
    );
    // A search leaves out files that the Explorer hides.
    const locks = found
      .filter((it) => isSettings(it.path))
      .map((it) => it.with({ path: it.path.slice(0, -settingsName.length) + lockName }));
    return found.length > 0 ? [...locks, ...found] : await walk();
  } catch {
    return walk();
  }
}

/** Breadth-first. */
async function walk(): Promise<readonly Uri[]> {
  const folders = (workspace.workspaceFolders ?? []).map((it) => it.uri);
  const files: Uri[] = [];
  let entered = 0;
  for (const folder of folders) {
    if (entered++ === most.folders) break;
    for (const [name, type] of await entriesOf(folder)) {
      const uri = Uri.joinPath(folder, name);
      if (type === FileType.Directory && !neverEntered.includes(name)) folders.push(uri);
      else if (type !== FileType.Directory && isOurs(uri.path)) files.push(uri);
    }
  }
  return files;
}

async function entriesOf(folder: Uri): Promise<readonly [string, FileType][]> {
  try {
    return await workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** An unreadable file is omitted, or reported as deleted. */
async function textsOf(uris: readonly Uri[], { goneToo = false } = {}): Promise<SentText[]> {
  const texts: SentText[] = [];
  for (let i = 0; i < uris.length; i += most.atOnce) {
    const some = uris.slice(i, i + most.atOnce).map(async (uri) => {
      const text = await textOf(uri);
      return { uri: uri.toString(), text: text ?? null };
    });
    texts.push(...(await Promise.all(some)).filter((it) => goneToo || it.text !== null));
  }
  return texts;
}

/** Undefined if the file does not exist or is not text. */
async function textOf(uri: Uri): Promise<string | undefined> {
  try {
    const bytes = await workspace.fs.readFile(uri);
    return bytes.length > mostBytes
      ? undefined
      : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isOurs(path: string): boolean {
  return isOurFile(path) || isSettings(path) || path.endsWith(`/${lockName}`);
}
