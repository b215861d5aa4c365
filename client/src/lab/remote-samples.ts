import { l10n, type QuickPickItem, window } from "vscode";
import type { LabSample } from "../../../server/src/lsp/protocol.ts";
import type { Ask } from "../server/ask.ts";
import { nextRun } from "../server/run-id.ts";

export interface SampleChoice extends QuickPickItem {
  /** False if no sample was chosen. */
  use(): Promise<boolean>;
}

/** Lines of the service and of buckets. They are only read when the user chooses them. */
export class RemoteSamples {
  /** The last path, because it is long. */
  private path = "";

  constructor(
    private readonly ask: Ask,
    private readonly use: (sample: LabSample) => Promise<void>,
  ) {}

  /** For the lab of a document. */
  choices(uri: string): readonly SampleChoice[] {
    const isJob = uri.endsWith(".lpjob");
    return [
      {
        label: l10n.t("From the Service"),
        description: l10n.t("HTTP requests of the last hour"),
        use: () => this.pull(uri, { logs: "service:" }),
      },
      ...(isJob
        ? [
            {
              label: l10n.t("From the Destination"),
              description: l10n.t("what this job has delivered"),
              use: () => this.fromBucket(uri, "destination:"),
            },
          ]
        : []),
      { label: l10n.t("From a Bucket…"), use: () => this.askForBucket(uri) },
    ];
  }

  private async askForBucket(uri: string): Promise<boolean> {
    const path = await window.showInputBox({
      title: l10n.t("Bucket"),
      prompt: l10n.t("The credentials are those of AWS in the environment and in your files."),
      placeHolder: l10n.t("s3://bucket/prefix or r2://account/bucket/prefix"),
      value: this.path,
      ignoreFocusOut: true,
    });
    if (path === undefined || path.trim() === "") return false;
    this.path = path.trim();
    return this.fromBucket(uri, this.path);
  }

  private async fromBucket(uri: string, logs: string): Promise<boolean> {
    const times = [
      { label: l10n.t("Last Hour"), hours: 1 },
      { label: l10n.t("Last Day"), hours: 24 },
      { label: l10n.t("All Times"), hours: undefined },
    ];
    const chosen = await window.showQuickPick(times, {
      title: l10n.t("Select Times"),
      placeHolder: l10n.t("By the times in the names of the files"),
    });
    if (!chosen) return false;
    const { hours } = chosen;
    return this.pull(uri, { logs, ...(hours !== undefined && { hours }) });
  }

  private async pull(
    uri: string,
    asked: { readonly logs: string; readonly hours?: number },
  ): Promise<boolean> {
    const found = await this.ask("weir.pullSample", { uri, ...asked, run: nextRun() });
    if ("refusal" in found) {
      void window.showErrorMessage(found.refusal);
      return false;
    }
    const { id, name } = found;
    await this.use({ kind: "text", id, name });
    return true;
  }
}
