import { FileType, Uri, workspace } from "vscode";
import type { FilesParams, SentText } from "../../../server/src/lsp/protocol.ts";
import { isOurFile, isSettings, languageIds, settingsName } from "../languages.ts";

const ours = `**/{${[settingsName, ...languageIds.map((id) => `*.${id}`)].join(",")}}`;

/** Folders that hold other people's files. */
const neverEntered = ["node_modules", ".git", ".weir", ".weir-busy"];

/** Enough for any workspace of ours. Each folder and each file may be a question to a host far away. */
const most = { folders: 500, files: 5_000, atOnce: 16 };

/** Larger files are no filters and no rules. */
const mostBytes = 16 * 1024 * 1024;

type Send = (params: FilesParams) => Promise<void>;

/** Sends the texts of our files to a server that cannot read any: one after the other, so that no old text follows a newer one. */
export class SentFiles {
  #queue: Promise<void> = Promise.resolve();
  #send: Send | undefined;

  /** A server has started, and knows nothing yet. */
  start(send: Send): void {
    this.#send = send;
    this.#later(sendAll);
  }

  /** From now on the server hears of every change. */
  watch(): { dispose(): unknown }[] {
    const watcher = workspace.createFileSystemWatcher(ours);
    const read = (uri: Uri) =>
      this.#later(async (send) => send({ files: await textsOf([uri], { goneToo: true }) }));
    return [
      watcher,
      watcher.onDidCreate(read),
      watcher.onDidChange(read),
      watcher.onDidDelete(read),
      // Not every place where files are tells of changes.
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
        // The server has gone, and the next one gets everything.
      }
    });
  }
}

/** The settings first: without them nothing can be said of any file. */
async function sendAll(send: Send): Promise<void> {
  const uris = (await ourFiles()).slice(0, most.files);
  await send({ files: await textsOf(uris.filter((it) => isSettings(it.path))) });
  await send({ files: await textsOf(uris.filter((it) => !isSettings(it.path))), isAll: true });
}

/** Where files cannot be searched for, the folders are walked. */
async function ourFiles(): Promise<readonly Uri[]> {
  try {
    const found = await workspace.findFiles(ours, `**/{${neverEntered.join(",")}}/**`, most.files);
    return found.length > 0 ? found : await walk();
  } catch {
    return walk();
  }
}

/** The folders that are near come first. */
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

/** One that cannot be read is left out, or is said to be gone. */
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

/** Undefined for what is not there, and for what is no text. */
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
  return isOurFile(path) || isSettings(path);
}
