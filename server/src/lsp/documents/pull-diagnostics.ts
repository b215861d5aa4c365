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
import { keyOf } from "../files/uris.ts";
import { toDiagnostic } from "../wire/convert.ts";
import { mindCancellation } from "./requests.ts";
import type { Snapshot } from "./snapshots.ts";
import type { WorkspaceText, WorkspaceTexts } from "./workspace-texts.ts";

type Item = WorkspaceDocumentDiagnosticReport;
type Known = Map<string, { readonly uri: string; readonly value: string }>;
type Progress = ResultProgressReporter<WorkspaceDiagnosticReportPartialResult>;

/** The findings of one document, or that they are those the client has already. */
export async function documentReport(
  text: WorkspaceText | undefined,
  previousId: string | undefined,
): Promise<DocumentDiagnosticReport> {
  // The findings of `weir.json` are sent unasked, and would be there twice.
  if (!text || isConfig(text.uri)) return noFindings;
  return (await reportOf(text, previousId)) ?? noFindings;
}

export const noFindings: FullDocumentDiagnosticReport = { kind: "full", items: [] };

/** Undefined when the file has gone. */
async function reportOf(
  text: WorkspaceText,
  previousId: string | undefined,
): Promise<FullDocumentDiagnosticReport | UnchangedDocumentDiagnosticReport | undefined> {
  const resultId = text.id;
  if (resultId === previousId) return { kind: "unchanged", resultId };
  const items = await text.get(findingsOf);
  return items && { kind: "full", resultId, items: [...items] };
}

function findingsOf({ findings, places }: Snapshot): readonly Diagnostic[] {
  return findings.map((it) => toDiagnostic(it, places));
}

/** A client that takes parts gets them as soon as there are this many. */
const partSize = 50;

/** The findings of every file in the workspace, open or not. */
export class WorkspaceDiagnostics {
  private readonly asked = new Set<Known>();
  private readonly held = new Set<() => void>();
  private changes = 0;

  constructor(
    private readonly texts: WorkspaceTexts,
    private readonly mayHold: boolean,
  ) {}

  /** Something has changed that a waiting client wants to hear about. */
  wake(): void {
    this.changes++;
    for (const go of this.held) go();
  }

  /** What the client knows about a document it closes is what stood in the editor, and no longer counts. */
  closed(uri: string): void {
    const key = keyOf(uri);
    for (const known of this.asked) if (known.has(key)) known.set(key, { uri, value: "" });
    this.wake();
  }

  /**
   * A client that takes parts asks again and again, so while nothing is new its request is held, not answered with a list of
   * everything that has not changed.
   */
  async report(
    { previousResultIds }: Pick<WorkspaceDiagnosticParams, "previousResultIds">,
    token: CancellationToken,
    progress: Progress | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const known: Known = new Map(previousResultIds.map((it) => [keyOf(it.uri), it]));
    const mayHold = progress !== undefined && known.size > 0 && this.mayHold;
    this.asked.add(known);
    try {
      for (;;) {
        const before = this.changes;
        const parts = new Parts(progress);
        for await (const item of this.items(known, token)) parts.add(item);
        const items = parts.end();
        if (parts.news || !mayHold) return { items };
        // What changed during the walk may lie where it had been already.
        if (before === this.changes) await this.nextChange(token);
        mindCancellation(token);
      }
    } finally {
      this.asked.delete(known);
    }
  }

  private async *items(known: Known, token: CancellationToken): AsyncGenerator<Item> {
    const gone = new Map(known);
    const look = (text: WorkspaceText) => reportOf(text, known.get(keyOf(text.uri))?.value);
    for await (const [{ uri, version }, report] of this.texts.each(token, look)) {
      if (!report) continue;
      gone.delete(keyOf(uri));
      yield { uri, version, ...report };
    }
    for (const { uri } of gone.values()) yield { uri, version: null, ...noFindings };
  }

  private nextChange(token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.held.delete(go);
        cancelled.dispose();
        resolve();
      };
      this.held.add(go);
      const cancelled = token.onCancellationRequested(go);
    });
  }
}

/** Sends items in parts to a client that takes them, and keeps them for the answer to one that does not. */
class Parts {
  news = false;
  private items: Item[] = [];

  constructor(private readonly progress: Progress | undefined) {}

  add(item: Item): void {
    this.news ||= item.kind === "full";
    this.items.push(item);
    if (this.items.length >= partSize) this.send();
  }

  /** What is left for the answer itself. */
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
