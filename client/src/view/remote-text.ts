import {
  type CancellationToken,
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from "vscode";
import type { CommandArguments, Refusal } from "../../../server/src/lsp/protocol.ts";
import { nameIn, oneLine } from "../labels.ts";
import { remoteScheme } from "../languages.ts";
import { type Ask, type CommandResult, isRefused } from "../server/ask.ts";
import { askWithProgress } from "../server/ask-with-progress.ts";

/** Read-only documents with the service's version of a file, for diffs. */
export class RemoteTexts implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  /** By URI of the open documents. */
  readonly #texts = new Map<string, CommandResult<"weir.remoteText">>();

  constructor(private readonly ask: Ask) {}

  register(): Disposable[] {
    return [
      workspace.registerTextDocumentContentProvider(remoteScheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /**
   * Opens the diff, with a fresh read of the service. The file is on the right, or what it means where its text does not show the
   * difference.
   */
  async compare(uri: string, profile: string | undefined): Promise<Refusal | undefined> {
    const file = Uri.parse(uri);
    const remote = remoteUri(file, { profile });
    const refused = await this.read(remote);
    if (refused) return refused;
    const name = nameIn(uri);
    const isResolved = this.#texts.get(remote.toString())?.resolved !== undefined;
    if (!isResolved && (await this.isSame(file, remote))) {
      void window.showInformationMessage(l10n.t("'{0}' matches the service.", name));
      return undefined;
    }
    const [left, right] = isResolved
      ? (["before", "after"] as const).map((side) => this.sideOf(remote, side))
      : [remote, file];
    const title = l10n.t("{0} ↔ {1}", this.placeOf(remote), name);
    await commands.executeCommand("vscode.diff", left, right, title, { preview: true });
    return undefined;
  }

  /** One side of what a push would change. */
  private sideOf(remote: Uri, side: "before" | "after"): Uri {
    const { uri, profile } = JSON.parse(remote.query) as Asked;
    const shown = remoteUri(Uri.parse(uri ?? ""), { profile, side });
    const answer = this.#texts.get(remote.toString());
    if (answer) this.#texts.set(shown.toString(), answer);
    this.#changed.fire(shown);
    return shown;
  }

  private placeOf(remote: Uri): string {
    return oneLine(this.#texts.get(remote.toString())?.place ?? l10n.t("service"));
  }

  private async isSame(file: Uri, remote: Uri): Promise<boolean> {
    const text = (await workspace.openTextDocument(file)).getText();
    return withoutReturns(text) === withoutReturns(this.#texts.get(remote.toString())?.text ?? "");
  }

  /** Shows the service's version of a resource without a file. */
  async preview(uri: string, profile: string | undefined): Promise<Refusal | undefined> {
    const remote = remoteUri(Uri.parse(uri), { profile });
    const refused = await this.read(remote);
    if (refused) return refused;
    const title = l10n.t("{0} on {1} (read-only)", nameIn(uri), this.placeOf(remote));
    await commands.executeCommand("vscode.open", remote, { preview: true }, title);
    return undefined;
  }

  /** After a window reload, VS Code requests the documents directly. */
  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const refused = this.#texts.has(uri.toString()) ? undefined : await this.read(uri, token);
    if (refused) throw new Error(refused.refusal);
    const { side } = JSON.parse(uri.query) as Asked;
    const answer = this.#texts.get(uri.toString());
    return (side && answer?.resolved?.[side]) ?? answer?.text ?? "";
  }

  private async read(remote: Uri, token?: CancellationToken): Promise<Refusal | undefined> {
    const { side: _side, ...asked } = JSON.parse(remote.query) as Asked;
    // No progress notification if the editor requests the text on its own.
    const answer = await (token
      ? this.ask("weir.remoteText", asked, { token })
      : askWithProgress(this.ask, l10n.t("Reading from the service"), "weir.remoteText", asked));
    if (isRefused(answer)) return answer;
    this.#texts.set(remote.toString(), answer);
    this.#changed.fire(remote);
    return undefined;
  }
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Whether a diff of the file is the active tab. */
export function isCompared(uri: Uri): boolean {
  const file = uri.toString();
  return window.tabGroups.all.some(({ activeTab }) => isOf(activeTab?.input, file));
}

type Asked = CommandArguments & { readonly side?: "before" | "after" };

/** Keeps the file extension for syntax highlighting. The query is the target of commands on it. */
function remoteUri(
  file: Uri,
  { profile, side }: { readonly profile: string | undefined; readonly side?: Asked["side"] },
): Uri {
  const asked: Asked = {
    uri: file.toString(),
    ...(profile !== undefined && { profile }),
    ...(side && { side }),
  };
  return file.with({ scheme: remoteScheme, query: JSON.stringify(asked) });
}

function isOf(input: unknown, file: string): boolean {
  const { original, modified } = (input ?? {}) as { original?: Uri; modified?: Uri };
  const sides = [original, modified];
  return (
    sides.some((it) => it?.scheme === remoteScheme) && sides.some((it) => it?.toString() === file)
  );
}
