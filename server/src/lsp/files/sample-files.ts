import {
  type Connection,
  DidChangeWatchedFilesNotification,
  RegistrationRequest,
} from "vscode-languageserver";
import { hostOfPath, languageOfPath } from "../../languages.ts";
import { splitGlob } from "../../text/glob.ts";
import { isConfig } from "../../workspace/config-language.ts";
import { isBelow } from "../../workspace/files/parents.ts";
import { log } from "../log.ts";
import { samplesNotification } from "../protocol.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { keyOf, resolvePath } from "./uris.ts";

/** The log files of samples that were read. They may have any name and be anywhere, so the client is asked to watch each. */
export class SampleFiles {
  /** Changes with the files. */
  revision = 0;
  /** Changes with the last commit, which texts are tried against, too. */
  commits = 0;
  private readonly watched = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly client: Pick<Client, "offers" | "registers">,
  ) {}

  /** Watches a path or glob relative to the URI of a folder. Returns the URI of the file, or of the folder with the files. */
  watch(folder: string, path: string): string {
    const base = splitGlob(path)?.base ?? path;
    const uri = (resolvePath(`${folder}/`, base) ?? folder).replace(/\/$/, "");
    if (this.watched.has(keyOf(uri))) return uri;
    this.watched.add(keyOf(uri));
    if (this.client.registers.watchedFolders) this.register(uri, folder);
    return uri;
  }

  private register(uri: string, folder: string): void {
    const watchers = [watcherOf(uri, true)];
    // A folder is deleted with its files, which are not reported.
    for (let it = parentOf(uri); isBelow(keyOf(it), keyOf(folder)); it = parentOf(it))
      watchers.push(watcherOf(it, false));
    const { method } = DidChangeWatchedFilesNotification;
    const registration = { id: `weir sample ${uri}`, method, registerOptions: { watchers } };
    this.connection
      .sendRequest(RegistrationRequest.type, { registrations: [registration] })
      .catch((error) => log(this.connection, "warn", "The client does not watch samples", error));
  }

  /** Returns whether a sample may have changed. */
  changed(files: readonly ChangedFile[]): boolean {
    if (files.some(isHead)) this.commits++;
    if (!files.some(({ uri }) => this.includes(uri))) return false;
    this.outdate();
    return true;
  }

  /** Everything that was counted on samples is counted again. */
  outdate(): void {
    this.revision++;
    if (this.client.offers) void this.connection.sendNotification(samplesNotification);
  }

  /** Whether a change of a file only matters to what texts are tried on. Texts of ours may be in JSON. */
  isOnlyTried(file: ChangedFile): boolean {
    const { uri } = file;
    return isHead(file) || (this.includes(uri) && !isConfig(uri) && !hostOfPath(uri));
  }

  /** Whether a file is a sample, below the folder of one or a folder around one. */
  private includes(uri: string): boolean {
    const key = keyOf(uri);
    if (languageOfPath(key)) return false;
    return [...this.watched].some((it) => it === key || isBelow(key, it) || isBelow(it, key));
  }
}

interface ChangedFile {
  readonly uri: string;
}

/** HEAD of a Git repository, or the record of its commits. */
function isHead({ uri }: ChangedFile): boolean {
  return uri.endsWith("/HEAD");
}

function watcherOf(uri: string, withFiles: boolean) {
  const name = decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1)).replace(/[*?[\]{},]/g, "?");
  return {
    globPattern: { baseUri: parentOf(uri), pattern: withFiles ? `{${name},${name}/**}` : name },
  };
}

function parentOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf("/"));
}
