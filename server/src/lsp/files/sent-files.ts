import { type DidChangeWatchedFilesParams, FileChangeType } from "vscode-languageserver";
import { isBelow } from "../../workspace/files/parents.ts";
import type { FilesParams } from "../protocol.ts";
import type { Host, WorkspaceFile } from "./host.ts";
import { keyOf, resolvePath } from "./uris.ts";
import { delay } from "./yield-to-messages.ts";

interface SentFile extends WorkspaceFile {
  readonly text: string;
  readonly stamp: string;
}

/** Maximum wait for a client that sends no files, or very many. */
const longestWait = { settings: 5_000, everything: 20_000 };

/** Files sent by the client, for a server without file access. */
export class SentFiles implements Host {
  readonly known: Promise<void>;
  private readonly everything: Promise<void>;
  private readonly files = new Map<string, SentFile>();
  private settingsCame!: () => void;
  private everythingCame!: () => void;
  private changed: (event: DidChangeWatchedFilesParams) => void = () => {};
  private count = 0;

  constructor(wait = longestWait) {
    const settings = new Promise<void>((resolve) => {
      this.settingsCame = resolve;
    });
    const everything = new Promise<void>((resolve) => {
      this.everythingCame = resolve;
    });
    this.known = Promise.race([settings, delay(wait.settings)]);
    this.everything = Promise.race([everything, delay(wait.everything)]);
  }

  watch(changed: (event: DidChangeWatchedFilesParams) => void): void {
    this.changed = changed;
  }

  take({ files, isAll = false }: FilesParams): void {
    const changes = files.flatMap(({ uri, text }) => {
      const type = this.set(uri, text);
      return type === undefined ? [] : [{ uri, type }];
    });
    this.settingsCame();
    if (isAll) this.everythingCame();
    if (changes.length > 0) this.changed({ changes });
  }

  /** Undefined if nothing changed. */
  private set(uri: string, text: string | null): FileChangeType | undefined {
    const path = keyOf(uri);
    const known = this.files.get(path);
    if (text === null) return this.files.delete(path) ? FileChangeType.Deleted : undefined;
    if (known?.text === text) return undefined;
    this.count++;
    this.files.set(path, { uri, path, text, stamp: String(this.count) });
    return known ? FileChangeType.Changed : FileChangeType.Created;
  }

  async *filesIn(
    folders: readonly string[],
    wanted: (path: string) => boolean,
  ): AsyncGenerator<WorkspaceFile> {
    await this.everything;
    const around = folders.map(keyOf);
    for (const file of [...this.files.values()]) {
      if (wanted(file.path) && around.some((it) => isBelow(file.path, it))) yield file;
    }
  }

  fileAt(uri: string): WorkspaceFile {
    return { uri, path: keyOf(uri) };
  }

  async stampOf({ path }: WorkspaceFile): Promise<string | undefined> {
    return this.files.get(path)?.stamp;
  }

  async textOf({ path }: WorkspaceFile): Promise<string | undefined> {
    return this.files.get(path)?.text;
  }

  textAt(uri: string): string | undefined {
    return this.files.get(keyOf(uri))?.text;
  }

  leadsToFile(from: string, path: string): boolean {
    const uri = resolvePath(from, path);
    return uri !== undefined && this.files.has(keyOf(uri));
  }
}
