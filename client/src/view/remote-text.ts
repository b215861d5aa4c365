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
import { type Ask, isRefused } from "../server/ask.ts";
import { askWithProgress } from "../server/ask-with-progress.ts";

const scheme = "weir-remote";

/** Read-only documents with the service's version of a file, for diffs. */
export class RemoteTexts implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  /** Texts by URI of the open documents. */
  readonly #texts = new Map<string, string>();

  constructor(private readonly ask: Ask) {}

  register(): Disposable[] {
    return [
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /**
   * Opens the diff, with a fresh read of the service. The file is on the right. `filter` is the file with the filter of a job,
   * which is compared instead if the job itself has no difference.
   */
  async compare(
    uri: string,
    profile: string | undefined,
    filter?: string,
  ): Promise<Refusal | undefined> {
    const file = Uri.parse(uri);
    const remote = remoteUri(file, profile);
    const refused = await this.read(remote);
    if (refused) return refused;
    if (filter !== undefined && (await this.isSame(file, remote)))
      return this.compare(filter, profile);
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const place = profile ?? l10n.t("service");
    const title = l10n.t("{0} ↔ {1}", place, name);
    await commands.executeCommand("vscode.diff", remote, file, title, { preview: true });
    return undefined;
  }

  private async isSame(file: Uri, remote: Uri): Promise<boolean> {
    const text = (await workspace.openTextDocument(file)).getText();
    return withoutReturns(text) === withoutReturns(this.#texts.get(remote.toString()) ?? "");
  }

  /** Shows the service's version of a resource without a file. */
  async preview(uri: string, profile: string | undefined): Promise<Refusal | undefined> {
    const remote = remoteUri(Uri.parse(uri), profile);
    const refused = await this.read(remote);
    if (!refused) await commands.executeCommand("vscode.open", remote, { preview: true });
    return refused;
  }

  /** After a window reload, VS Code requests the documents directly. */
  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const refused = this.#texts.has(uri.toString()) ? undefined : await this.read(uri, token);
    if (refused) throw new Error(refused.refusal);
    return this.#texts.get(uri.toString()) ?? "";
  }

  private async read(remote: Uri, token?: CancellationToken): Promise<Refusal | undefined> {
    const asked = JSON.parse(remote.query) as CommandArguments;
    // No progress notification if the editor requests the text on its own.
    const answer = await (token
      ? this.ask("weir.remoteText", asked, { token })
      : askWithProgress(this.ask, l10n.t("Reading from the service"), "weir.remoteText", asked));
    if (isRefused(answer)) return answer;
    this.#texts.set(remote.toString(), answer.text);
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

/** Keeps the file extension for syntax highlighting. */
function remoteUri(file: Uri, profile: string | undefined): Uri {
  const asked: CommandArguments = {
    uri: file.toString(),
    ...(profile !== undefined && { profile }),
  };
  return file.with({ scheme, query: JSON.stringify(asked) });
}

function isOf(input: unknown, file: string): boolean {
  const { original, modified } = (input ?? {}) as { original?: Uri; modified?: Uri };
  const sides = [original, modified];
  return sides.some((it) => it?.scheme === scheme) && sides.some((it) => it?.toString() === file);
}
