import { l10n, type QuickPickItem, window, workspace } from "vscode";
import type { EngineRow, LabSample } from "../../../server/src/lsp/protocol.ts";
import { hasTrust } from "../account/trust.ts";
import { oneLine } from "../labels.ts";
import type { Ask } from "../server/ask.ts";
import { nextRun } from "../server/run-id.ts";
import type { EngineSample } from "./engine-count.ts";

export interface SampleChoice extends QuickPickItem {
  /** False if no sample was chosen. */
  use(): Promise<boolean>;
}

/** Lines of the service and of buckets, and engines. They are only read when the user chooses them. */
export class RemoteSamples {
  /** The last path, because it is long. */
  private path = "";

  constructor(
    private readonly ask: Ask,
    private readonly use: (sample: LabSample | EngineSample) => Promise<void>,
  ) {}

  /** For the lab of a document. */
  async choices(uri: string): Promise<readonly SampleChoice[]> {
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
      ...(await this.named(uri)),
    ];
  }

  /** The buckets and engines of `weir.json`. An untrusted workspace does not tell which it has. */
  private async named(uri: string): Promise<readonly SampleChoice[]> {
    if (!workspace.isTrusted) return [{ label: l10n.t("Engines of weir.json"), use: hasTrust }];
    const found = await this.ask("weir.engines", { uri });
    if ("refusal" in found) return [];
    const buckets = found.buckets.map(({ dataset, path }) => ({
      label: oneLine(path),
      description: l10n.t("sample of weir.json for {0}", oneLine(dataset)),
      use: () => this.fromBucket(uri, path),
    }));
    const engines = found.engines.map((it) => ({
      label: l10n.t("Engine '{0}'", oneLine(it.name)),
      description: oneLine(it.about),
      use: () => this.useEngine(it),
    }));
    return [...buckets, ...engines];
  }

  private async useEngine({ name, about, needsTimes }: EngineRow): Promise<boolean> {
    const times = await chooseTimes(l10n.t("Back from when you count"), needsTimes === true);
    if (!times) return false;
    await this.use({ kind: "engine", name, about, ...times });
    return true;
  }

  private async askForBucket(uri: string): Promise<boolean> {
    const path = await window.showInputBox({
      title: l10n.t("Bucket"),
      prompt: l10n.t("Weir uses the AWS credentials in the environment and in your files."),
      placeHolder: l10n.t("s3://bucket/prefix or r2://account/bucket/prefix"),
      value: this.path,
      ignoreFocusOut: true,
    });
    if (path === undefined || path.trim() === "") return false;
    this.path = path.trim();
    return this.fromBucket(uri, this.path);
  }

  private async fromBucket(uri: string, logs: string): Promise<boolean> {
    const times = await chooseTimes(l10n.t("By the times in the names of the files"), false);
    return times ? this.pull(uri, { logs, ...times }) : false;
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

/** Undefined if none were chosen. */
async function chooseTimes(
  placeHolder: string,
  needsTimes: boolean,
): Promise<{ readonly hours?: number } | undefined> {
  const times = [
    { label: l10n.t("Last Hour"), hours: 1 },
    { label: l10n.t("Last Day"), hours: 24 },
    ...(needsTimes ? [] : [{ label: l10n.t("All Times"), hours: undefined }]),
  ];
  const chosen = await window.showQuickPick(times, { title: l10n.t("Select Times"), placeHolder });
  return chosen && (chosen.hours === undefined ? {} : { hours: chosen.hours });
}
