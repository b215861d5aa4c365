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
import type { CommandArguments, Refused } from "../../../server/src/lsp/protocol.ts";
import { type Ask, isRefused } from "../server/ask.ts";
import { askAloud } from "../server/ask-aloud.ts";

const scheme = "weir-remote";

/** What the service has for a file, as a document that cannot be written, to be compared with it. */
export class RemoteTexts implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  /** Of the documents that are open. */
  readonly #texts = new Map<string, string>();

  constructor(private readonly ask: Ask) {}

  register(): Disposable[] {
    return [
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** Opens the comparison; the service's side is read anew. The newer side, which is what counts after a push, is on the right. */
  async compare(uri: string, profile: string | undefined): Promise<Refused | undefined> {
    const file = Uri.parse(uri);
    const remote = remoteUri(file, profile);
    const refused = await this.read(remote);
    if (refused) return refused;
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const place = profile ?? l10n.t("service");
    const title = l10n.t("{0} ↔ {1}", place, name);
    await commands.executeCommand("vscode.diff", remote, file, title, { preview: true });
    return undefined;
  }

  /** Shows what the service has for a file that is not there. */
  async preview(uri: string, profile: string | undefined): Promise<Refused | undefined> {
    const remote = remoteUri(Uri.parse(uri), profile);
    const refused = await this.read(remote);
    if (!refused) await commands.executeCommand("vscode.open", remote, { preview: true });
    return refused;
  }

  /** After a reload the documents come back before anybody has asked for their texts. */
  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const refused = this.#texts.has(uri.toString()) ? undefined : await this.read(uri, token);
    if (refused) throw new Error(refused.refusal);
    return this.#texts.get(uri.toString()) ?? "";
  }

  private async read(remote: Uri, token?: CancellationToken): Promise<Refused | undefined> {
    const asked = JSON.parse(remote.query) as CommandArguments;
    // A text that the editor asks for by itself is not worth a notification.
    const answer = await (token
      ? this.ask("weir.remoteText", asked, { token })
      : askAloud(this.ask, l10n.t("Reading from the service"), "weir.remoteText", asked));
    if (isRefused(answer)) return answer;
    this.#texts.set(remote.toString(), answer.text);
    this.#changed.fire(remote);
    return undefined;
  }
}

/** Whether a comparison of the file is in front. */
export function isCompared(uri: Uri): boolean {
  const file = uri.toString();
  return window.tabGroups.all.some(({ activeTab }) => isOf(activeTab?.input, file));
}

/** The path keeps the file's extension, so that the text is coloured as the file is. */
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
