import type { CancellationToken, Connection, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isConfig } from "../../workspace/config-language.ts";
import type { RuleSets } from "../../workspace/configuration/rule-sets.ts";
import type { Folders } from "../files/folders.ts";
import type { Host, WorkspaceFile } from "../files/host.ts";
import { keyOf } from "../files/uris.ts";
import { pauses } from "../files/yield-to-messages.ts";
import { log } from "../log.ts";
import { KeptResults, type Make } from "./kept-results.ts";
import { throwIfCanceled } from "./requests.ts";
import type { OtherDiagnostics } from "./service-diagnostics.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/** A workspace text, open or not, that is read on demand. */
export interface WorkspaceText {
  readonly uri: string;
  readonly version: number | null;
  readonly id: string;
  /** Undefined if it was deleted. */
  read(): Promise<Snapshot | undefined>;
  /** A small result, cached by ID and function. */
  get<Item>(make: Make<Item>): Promise<readonly Item[] | undefined>;
}

/** The location of a text. Untitled documents have no path. */
interface Place {
  readonly uri: string;
  readonly path: string | undefined;
}

/** All files in our languages in the workspace folders, and untitled documents. Open documents have the text of the editor. */
export class WorkspaceTexts {
  /** Results of closed files. */
  readonly kept = new KeptResults();

  constructor(
    private readonly connection: Pick<Connection, "console">,
    private readonly host: Host,
    private readonly documents: Pick<TextDocuments<TextDocument>, "keys">,
    private readonly snapshots: Snapshots,
    private readonly folders: Folders,
    private readonly refusals: OtherDiagnostics,
    private readonly ruleSets: Pick<RuleSets, "markOf">,
  ) {}

  private async *all(token: CancellationToken): AsyncGenerator<Place> {
    const open = new Map(this.documents.keys().map((uri) => [keyOf(uri), uri]));
    const wanted = (path: string) =>
      !isConfig(path) && this.snapshots.languageOf(path) !== undefined;
    const pause = pauses();
    for await (const file of this.host.filesIn(this.folders.all(), wanted)) {
      await pause();
      throwIfCanceled(token);
      const key = keyOf(file.uri);
      yield { path: file.path, uri: open.get(key) ?? file.uri };
      open.delete(key);
    }
    for (const uri of open.values()) if (await this.isUnsaved(uri)) yield { uri, path: undefined };
  }

  /** An untitled document, or one in the workspace that does not exist on disk yet. */
  private async isUnsaved(uri: string): Promise<boolean> {
    if (isConfig(uri)) return false;
    if (uri.startsWith("untitled:")) return true;
    const file = this.folders.around(uri) === undefined ? undefined : this.host.fileAt(uri);
    return file !== undefined && (await this.host.stampOf(file)) === undefined;
  }

  /** Computes a result for each text. A text that fails because of a bug is logged and skipped. */
  async *each<Result>(
    token: CancellationToken,
    look: (text: WorkspaceText) => Promise<Result>,
  ): AsyncGenerator<readonly [WorkspaceText, Result]> {
    for await (const place of this.all(token)) {
      try {
        const text = await this.at(place);
        if (text) yield [text, await look(text)];
      } catch (error) {
        log(this.connection, "error", `${place.uri} could not be checked`, error);
      }
    }
  }

  /** One text, which may be outside the workspace. */
  async find(uri: string): Promise<WorkspaceText | undefined> {
    return this.at({ uri, path: this.snapshots.languageOf(uri) && this.host.fileAt(uri)?.path });
  }

  private async at({ uri, path }: Place): Promise<WorkspaceText | undefined> {
    const snapshot = this.snapshots.of(uri);
    if (snapshot) return opened(snapshot, this.refusals.markOf(uri));
    return path === undefined ? undefined : this.closed({ uri, path });
  }

  private async closed(file: WorkspaceFile): Promise<WorkspaceText | undefined> {
    const stamp = await this.host.stampOf(file);
    if (stamp === undefined) return undefined;
    const { uri } = file;
    const marks = this.refusals.markOf(uri) + this.ruleSets.markOf(uri);
    const id = this.snapshots.closedId(stamp) + marks;
    const read = async () => {
      const text = await this.host.textOf(file);
      return text === undefined ? undefined : this.snapshots.closed(uri, text, id);
    };
    return { uri, version: null, id, read, get: (make) => this.result(uri, id, read, make) };
  }

  private async result<Item>(
    uri: string,
    id: string,
    read: WorkspaceText["read"],
    make: Make<Item>,
  ): Promise<readonly Item[] | undefined> {
    const known = this.kept.get(uri, id, make);
    if (known) return known;
    const snapshot = await read();
    if (!snapshot) return undefined;
    const result = make(snapshot);
    this.kept.set(uri, id, make, result);
    return result;
  }
}

function opened(snapshot: Snapshot, mark: string): WorkspaceText {
  const { uri, version } = snapshot.source;
  const id = snapshot.id + mark;
  return { uri, version, id, read: async () => snapshot, get: async (make) => make(snapshot) };
}
