import { type CancellationToken, env, l10n, type Memento, Uri, window, workspace } from "vscode";
import type { LabAnswer, LabRefusal, LabSample } from "../../../server/src/lsp/protocol.ts";
import { nameIn, oneLine } from "../labels.ts";
import type { Ask } from "../server/ask.ts";
import type { EngineSample } from "./engine-count.ts";
import { logText } from "./log-text.ts";
import { RemoteSamples, type SampleChoice } from "./remote-samples.ts";
import { isCsv, sampleText } from "./sample-files.ts";

const key = "weir.lab.sample";
/** Maximum length of pasted text that is stored beyond the window. */
const mostRemembered = 200_000;

/** The sample of this workspace. It never leaves this computer. */
export class ChosenSample {
  #sample: LabSample | EngineSample;
  readonly #remote: RemoteSamples | undefined;
  /** The paths of files and folders that lines were read from. */
  readonly #files = new Set<string>();

  constructor(
    private readonly memory: Memento,
    /** Whether the server has file access; otherwise it receives texts. */
    private readonly hasFiles: boolean,
    /** Undefined where the service cannot be reached. */
    ask: Ask | undefined,
  ) {
    this.#remote = ask && new RemoteSamples(ask, (it) => this.use(it));
    this.#sample = memory.get<LabSample | EngineSample>(key) ?? { kind: "workspace" };
  }

  get current(): LabSample | EngineSample {
    return this.#sample;
  }

  /** Whether lines may be from the file at a path. */
  mayInclude(path: string): boolean {
    return [...this.#files].some((it) => path === it || path.startsWith(`${it}/`));
  }

  /** Sends a request with the sample. Undefined if canceled. */
  async asked(
    ask: (sample: LabSample) => Promise<LabAnswer | LabRefusal | undefined>,
    token?: CancellationToken,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    const found = await this.#asked(ask, token);
    if (found && "sample" in found)
      for (const it of found.sample.files ?? []) this.#files.add(Uri.parse(it).path);
    return found;
  }

  /** A text is only sent if the server needs it. */
  async #asked(
    ask: (sample: LabSample) => Promise<LabAnswer | LabRefusal | undefined>,
    token?: CancellationToken,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    const { current } = this;
    if (current.kind === "engine") return { refusal: onlyCounts(current.name) };
    const { text: _, ...brief } = current as Extract<LabSample, { kind: "text" }>;
    const first = await ask(current.kind === "text" ? brief : current);
    if (!first || !("lacks" in first) || first.lacks === undefined) return first;
    const { lacks, files } = first;
    const text = files && (await sampleText(files));
    // The server would drop a newer request in favor of this one.
    if (token?.isCancellationRequested) return undefined;
    if (current.kind === "text") return ask(current);
    if (text === undefined) return { refusal: onlyNdjson() };
    return ask({ kind: "text", id: lacks, name: files?.path ?? "", text });
  }

  async use(sample: LabSample | EngineSample): Promise<void> {
    this.#sample = sample;
    this.#files.clear();
    const isLarge = sample.kind === "text" && (sample.text?.length ?? 0) > mostRemembered;
    await this.memory.update(key, isLarge ? undefined : sample);
  }

  usePasted(name: string, text: string): Promise<void> {
    return this.use({ kind: "text", id: crypto.randomUUID(), name, text });
  }

  /** Lets the user choose a sample for the lab of a document. False if none was chosen. */
  async choose(uri: string): Promise<boolean> {
    const chosen = await window.showQuickPick(await this.choices(uri), {
      title: l10n.t("Select Sample"),
      placeHolder: l10n.t("Log lines stay on this computer"),
      matchOnDescription: true,
    });
    return chosen ? chosen.use() : false;
  }

  private async choices(uri: string): Promise<SampleChoice[]> {
    const samples = {
      label: l10n.t("Samples of weir.json"),
      description: l10n.t("by dataset"),
      use: async () => {
        await this.use({ kind: "workspace" });
        return true;
      },
    };
    return [
      samples,
      { label: l10n.t("Log File…"), use: () => this.chooseFile() },
      { label: l10n.t("Paste from Clipboard"), use: () => this.pasteLines() },
      ...((await this.#remote?.choices(uri)) ?? []),
    ];
  }

  private async chooseFile(): Promise<boolean> {
    const files = await window.showOpenDialog({
      canSelectMany: this.hasFiles,
      openLabel: l10n.t("Use as Sample"),
      filters: {
        [l10n.t("Logs")]: [
          "ndjson",
          "jsonl",
          "json",
          "log",
          "csv",
          "tsv",
          "txt",
          "gz",
          "zst",
          "parquet",
        ],
        [l10n.t("All Files")]: ["*"],
      },
    });
    return this.useFiles(files ?? []);
  }

  /** Uses files that were chosen, or dropped from the Explorer. False if none can be used. */
  async useFiles(chosen: readonly Uri[]): Promise<boolean> {
    const files = chosen.map(onThisSide);
    const [first] = files;
    if (!first) return false;
    if (!this.hasFiles)
      return this.useBytes(nameIn(String(first)), await workspace.fs.readFile(first));
    await this.use({ kind: "files", uris: files.map(String) });
    return true;
  }

  /** Uses a file without a path. False if it cannot be used; without bytes it is too large. */
  async useBytes(name: string, bytes: Uint8Array | undefined): Promise<boolean> {
    const isReadable = this.hasFiles || !isCsv(name);
    const text = bytes && isReadable ? await logText(bytes) : undefined;
    if (text === undefined) {
      void window.showWarningMessage(this.refusal(name));
      return false;
    }
    await this.usePasted(name, text);
    return true;
  }

  private refusal(name: string): string {
    return this.hasFiles
      ? l10n.t(
          "Cannot read '{0}' when it is dropped: only NDJSON and CSV up to 100 MB, plain or compressed with gzip. Use 'Select sample…' and 'Log File…'.",
          oneLine(name),
        )
      : onlyNdjson();
  }

  private async pasteLines(): Promise<boolean> {
    const text = await env.clipboard.readText();
    if (text.trim() === "") {
      void window.showInformationMessage(l10n.t("The clipboard is empty. Copy log lines first."));
      return false;
    }
    await this.usePasted(l10n.t("pasted lines"), text);
    return true;
  }
}

/** In a remote window, pages receive `vscode-remote` URIs of files that are on disk for the extension. */
function onThisSide(file: Uri): Uri {
  const isOnDisk = workspace.workspaceFolders?.some(({ uri }) => uri.scheme === "file");
  return file.scheme === "vscode-remote" && isOnDisk
    ? file.with({ scheme: "file", authority: "" })
    : file;
}

/** Forms and examples need lines. */
function onlyCounts(engine: string): string {
  return l10n.t(
    "The sample is the engine '{0}', which only counts in the lab. Select another sample there.",
    oneLine(engine),
  );
}

function onlyNdjson(): string {
  return l10n.t(
    "Only NDJSON up to 100 MB, plain or compressed with gzip, can be read in a browser.",
  );
}
