import {
  type CancellationToken,
  type Location,
  LSPErrorCodes,
  type ReferenceParams,
  type RenameParams,
  ResponseError,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { ListName } from "../../core/analysis.ts";
import { replace } from "../../text/edit.ts";
import { type Span, touches } from "../../text/span.ts";
import { configLists } from "../../workspace/config/lists.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { keyOf } from "../files/uris.ts";
import type { ServerState } from "../server-state.ts";
import { type Places, toWorkspaceEdits } from "../wire/convert.ts";

/** The occurrences of a name in one text. */
interface Named {
  readonly places: Places;
  readonly spans: readonly Span[];
}

/** Lists belong to the account, so they are shared by all files and `weir.json`. */
export class SharedLists {
  constructor(
    private readonly state: Pick<ServerState, "texts" | "snapshots" | "configOf" | "client">,
  ) {}

  async references(asked: ReferenceParams, token: CancellationToken): Promise<Location[] | null> {
    const { snapshot, list } = this.find(asked) ?? {};
    if (!snapshot || !list) return null;
    const files = await this.naming(list.name, snapshot, token);
    // References are what a rename would change, so `weir.json` is included even without a declaration.
    return locations([...files, ...this.configsOf(files, list.name)]);
  }

  /** Where `weir.json` declares the list at the cursor. */
  entries(snapshot: Snapshot, offset: number): Location[] {
    const list = listAt(snapshot, offset);
    return list ? locations(this.configsOf([namedIn(snapshot, list.name)], list.name)) : [];
  }

  /** The editable range. Managed lists cannot be renamed. */
  prepareRename(snapshot: Snapshot, offset: number) {
    const list = listAt(snapshot, offset);
    if (!list || list.managed) return null;
    return { range: snapshot.places.range(list), placeholder: list.name };
  }

  async rename(asked: RenameParams, token: CancellationToken): Promise<WorkspaceEdit | null> {
    const { snapshot, list } = this.find(asked) ?? {};
    if (!snapshot || !list) return null;
    const newName = asked.newName.replace(/^\$/, "");
    if (list.managed) refuse(`'$${list.name}' is a managed list and cannot be renamed.`);
    if (snapshot.source.language.isListName?.(newName) === false)
      refuse(`'${newName}' is not a valid list name. Use only lowercase letters, digits and '_'.`);
    const files = await this.naming(list.name, snapshot, token);
    if (newName !== list.name && (await this.isTaken(newName, snapshot, files, token)))
      refuse(`A list '$${newName}' already exists.`);
    const changes = [
      ...files.map((it) => ({ ...it, text: newName })),
      ...this.configsOf(files, list.name).map((it) => ({ ...it, text: JSON.stringify(newName) })),
    ];
    return toWorkspaceEdits(
      changes.map(({ places, spans, text }) => ({
        places,
        edits: spans.map((it) => replace(it, text)),
      })),
      this.state.client,
    );
  }

  /** Whether a file or its settings already use the name. */
  private async isTaken(
    name: string,
    asked: Snapshot,
    files: readonly Named[],
    token: CancellationToken,
  ): Promise<boolean> {
    if (this.configsOf(files, name).length > 0) return true;
    return (await this.naming(name, asked, token)).length > 0;
  }

  private find({ textDocument, position }: TextDocumentPositionParams) {
    const snapshot = this.state.snapshots.of(textDocument.uri);
    const list = snapshot && listAt(snapshot, snapshot.places.offset(position));
    return list && { snapshot, list };
  }

  /** The requested document comes first, because it may be outside the workspace. */
  private async naming(name: string, asked: Snapshot, token: CancellationToken): Promise<Named[]> {
    const found = [namedIn(asked, name)];
    const own = keyOf(asked.source.uri);
    const look = async (text: { read(): Promise<Snapshot | undefined> }) => {
      const snapshot = await text.read();
      return snapshot?.source.text.includes(name) ? namedIn(snapshot, name) : undefined;
    };
    for await (const [text, named] of this.state.texts.each(token, look)) {
      if (named && keyOf(text.uri) !== own) found.push(named);
    }
    return found.filter((it) => it.spans.length > 0);
  }

  /** Where the settings of these files declare the list. */
  private configsOf(files: readonly Named[], name: string): Named[] {
    const found = new Map<string, Named>();
    for (const { places } of files) {
      const config = this.state.configOf(places.document.uri);
      if (!config || found.has(config.document.uri)) continue;
      const spans = configLists(config.text).filter((it) => it.value === name);
      if (spans.length > 0) found.set(config.document.uri, { places: config, spans });
    }
    return [...found.values()];
  }
}

function locations(found: readonly Named[]): Location[] {
  return found.flatMap(({ places, spans }) =>
    spans.map((it) => ({ uri: places.document.uri, range: places.range(it) })),
  );
}

function listAt({ analysis }: Snapshot, offset: number): ListName | undefined {
  // A cursor before the '$' is also on the list.
  return analysis
    .listReferences?.()
    .find((it) => touches({ start: it.start - 1, end: it.end }, offset));
}

function namedIn({ analysis, places }: Snapshot, name: string): Named {
  const spans = analysis.listReferences?.().filter((it) => it.name === name) ?? [];
  return { places, spans };
}

function refuse(message: string): never {
  throw new ResponseError(LSPErrorCodes.RequestFailed, message);
}
