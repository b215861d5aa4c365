import type {
  CancellationToken,
  Diagnostic,
  DocumentDiagnosticReport,
  FullDocumentDiagnosticReport,
  ResultProgressReporter,
  UnchangedDocumentDiagnosticReport,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { isConfig } from "../../workspace/config-language.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { keyOf } from "../files/uris.ts";
import { toDiagnostic } from "../wire/convert.ts";
import { throwIfCanceled } from "./requests.ts";
import type { Snapshot } from "./snapshots.ts";
import type { WorkspaceText, WorkspaceTexts } from "./workspace-texts.ts";

type Item = WorkspaceDocumentDiagnosticReport;
type PreviousResults = Map<string, { readonly uri: string; readonly value: string }>;
type Progress = ResultProgressReporter<WorkspaceDiagnosticReportPartialResult>;

/** The diagnostics of a document, or "unchanged". */
export async function documentReport(
  text: WorkspaceText | undefined,
  previousId: string | undefined,
): Promise<DocumentDiagnosticReport> {
  // Diagnostics of `weir.json` are pushed, and would appear twice.
  if (!text || isConfig(text.uri)) return noDiagnostics;
  return (await reportOf(text, previousId)) ?? noDiagnostics;
}

export const noDiagnostics: FullDocumentDiagnosticReport = { kind: "full", items: [] };

/** Undefined if the file was deleted. */
async function reportOf(
  text: WorkspaceText,
  previousId: string | undefined,
): Promise<FullDocumentDiagnosticReport | UnchangedDocumentDiagnosticReport | undefined> {
  const resultId = text.id;
  if (resultId === previousId) return { kind: "unchanged", resultId };
  const items = await text.get(diagnosticsOf);
  return items && { kind: "full", resultId, items: [...items] };
}

function diagnosticsOf({ diagnostics, places }: Snapshot): readonly Diagnostic[] {
  return diagnostics.map((it) => toDiagnostic(it, places));
}

/** Number of items per partial result. */
const partSize = 50;

/** The diagnostics of all workspace files, open or not. */
export class WorkspaceDiagnostics {
  private readonly asked = new Set<PreviousResults>();
  private readonly held = new Set<() => void>();
  private changes = 0;

  constructor(
    private readonly texts: WorkspaceTexts,
    private readonly mayHold: boolean,
    private readonly workspace: Pick<Workspace, "isExcluded">,
  ) {}

  /** Something changed that a held request has to report. */
  wake(): void {
    this.changes++;
    for (const go of this.held) go();
  }

  /** The client has the diagnostics of the editor text, which are outdated when it is closed. */
  closed(uri: string): void {
    const key = keyOf(uri);
    for (const known of this.asked) if (known.has(key)) known.set(key, { uri, value: "" });
    this.wake();
  }

  /** Clients with partial results poll, so the request is held while nothing changes instead of listing unchanged items. */
  async report(
    { previousResultIds }: Pick<WorkspaceDiagnosticParams, "previousResultIds">,
    token: CancellationToken,
    progress: Progress | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const known: PreviousResults = new Map(previousResultIds.map((it) => [keyOf(it.uri), it]));
    const mayHold = progress !== undefined && known.size > 0 && this.mayHold;
    this.asked.add(known);
    try {
      for (;;) {
        const before = this.changes;
        const parts = new Parts(progress);
        for await (const item of this.items(known, token)) parts.add(item);
        const items = parts.end();
        if (parts.news || !mayHold) return { items };
        // A change during the walk may be in a file already visited.
        if (before === this.changes) await this.nextChange(token);
        throwIfCanceled(token);
      }
    } finally {
      this.asked.delete(known);
    }
  }

  private async *items(known: PreviousResults, token: CancellationToken): AsyncGenerator<Item> {
    const gone = new Map(known);
    // An open file is shown all the same, like an argument of the command line.
    const look = async (text: WorkspaceText) =>
      text.version === null && this.workspace.isExcluded(text.uri)
        ? undefined
        : reportOf(text, known.get(keyOf(text.uri))?.value);
    for await (const [{ uri, version }, report] of this.texts.each(token, look)) {
      if (!report) continue;
      gone.delete(keyOf(uri));
      yield { uri, version, ...report };
    }
    for (const { uri } of gone.values()) yield { uri, version: null, ...noDiagnostics };
  }

  private nextChange(token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.held.delete(go);
        canceled.dispose();
        resolve();
      };
      this.held.add(go);
      const canceled = token.onCancellationRequested(go);
    });
  }
}

/** Sends items as partial results, or collects them for the response. */
class Parts {
  news = false;
  private items: Item[] = [];

  constructor(private readonly progress: Progress | undefined) {}

  add(item: Item): void {
    this.news ||= item.kind === "full";
    this.items.push(item);
    if (this.items.length >= partSize) this.send();
  }

  /** The remaining items for the response. */
  end(): Item[] {
    if (this.items.length > 0) this.send();
    return this.items;
  }

  private send(): void {
    if (!this.progress) return;
    this.progress.report({ items: this.items });
    this.items = [];
  }
}
