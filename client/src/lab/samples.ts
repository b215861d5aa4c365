import { env, l10n, type Memento, type QuickPickItem, type Uri, window, workspace } from "vscode";
import type { LabAnswer, LabRefusal, LabSample } from "../../../server/src/lsp/protocol.ts";

const key = "weir.lab.sample";
/** Larger pastes are forgotten with the window. */
const mostRemembered = 200_000;
/** Larger files are read by the server, or not at all. */
const mostText = 100_000_000;

/** The sample of this workspace. Nothing of it leaves this computer. */
export class ChosenSample {
  #sample: LabSample;

  constructor(
    private readonly memory: Memento,
    /** Without files, the server gets texts. */
    private readonly hasFiles: boolean,
  ) {
    this.#sample = memory.get<LabSample>(key) ?? { kind: "workspace" };
  }

  get current(): LabSample {
    return this.#sample;
  }

  /** A pasted text is sent only when the server asks for it. */
  async asked(
    ask: (sample: LabSample) => Promise<LabAnswer | LabRefusal | undefined>,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    const { current } = this;
    const { text: _, ...brief } = current as Extract<LabSample, { kind: "text" }>;
    const first = await ask(current.kind === "text" ? brief : current);
    const isLacking = first && "lacks" in first && first.lacks !== undefined;
    return isLacking ? ask(current) : first;
  }

  async use(sample: LabSample): Promise<void> {
    this.#sample = sample;
    const isLarge = sample.kind === "text" && (sample.text?.length ?? 0) > mostRemembered;
    await this.memory.update(key, isLarge ? undefined : sample);
  }

  usePasted(name: string, text: string): Promise<void> {
    return this.use({ kind: "text", id: crypto.randomUUID(), name, text });
  }

  /** False if nothing was chosen. */
  async choose(): Promise<boolean> {
    const chosen = await window.showQuickPick(this.choices(), {
      title: l10n.t("Select Sample"),
      placeHolder: l10n.t("Log lines stay on this computer"),
    });
    return chosen ? chosen.use() : false;
  }

  private choices(): (QuickPickItem & { use(): Promise<boolean> })[] {
    const samples = {
      label: l10n.t("Samples of weir.json"),
      description: l10n.t("by dataset"),
      use: async () => {
        await this.use({ kind: "workspace" });
        return true;
      },
    };
    return [
      ...(this.hasFiles ? [samples] : []),
      { label: l10n.t("Log File…"), use: () => this.chooseFile() },
      { label: l10n.t("Paste from Clipboard"), use: () => this.pasteLines() },
    ];
  }

  private async chooseFile(): Promise<boolean> {
    const files = await window.showOpenDialog({
      canSelectMany: this.hasFiles,
      openLabel: l10n.t("Use as Sample"),
      filters: {
        [l10n.t("Logs")]: ["ndjson", "jsonl", "json", "log", "csv", "tsv", "txt", "gz", "parquet"],
        [l10n.t("All Files")]: ["*"],
      },
    });
    const [first] = files ?? [];
    if (!files || !first) return false;
    if (this.hasFiles) await this.use({ kind: "files", uris: files.map(String) });
    else return this.useText(first);
    return true;
  }

  private async useText(file: Uri): Promise<boolean> {
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const isNdjson = !/\.(?:csv|tsv|parquet)(?:\.gz)?$/i.test(name);
    const text = isNdjson && (await unpacked(await workspace.fs.readFile(file)));
    if (typeof text !== "string") {
      void window.showWarningMessage(
        l10n.t(
          "Only NDJSON up to 100 MB, plain or compressed with gzip, can be read in a browser.",
        ),
      );
      return false;
    }
    await this.usePasted(name, text);
    return true;
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

/** The text of a file, which may be compressed with gzip. Undefined if it is too large, or damaged. */
async function unpacked(bytes: Uint8Array): Promise<string | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    return bytes.length > mostText ? undefined : new TextDecoder().decode(bytes);
  const decoder = new TextDecoder();
  let text = "";
  try {
    const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream("gzip"));
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > mostText) return undefined;
    }
  } catch {
    return undefined;
  }
}
