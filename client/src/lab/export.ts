import { env, l10n, ProgressLocation, Uri, window, workspace } from "vscode";
import type { LabPage } from "./lab-page.ts";

/** Limits of the clipboard, and of memory. */
const mostBytes = { copy: 20_000_000, export: 500_000_000 };

/** Copies lines, or writes them to a file as NDJSON. */
export async function exportLines(
  kind: "copy" | "export",
  pages: ReturnType<LabPage["texts"]>,
): Promise<void> {
  const target = kind === "export" ? await chooseFile() : undefined;
  if (kind === "export" && !target) return;
  const bytes = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: kind === "copy" ? l10n.t("Copying lines") : l10n.t("Exporting lines"),
      cancellable: true,
    },
    async (progress, token) => {
      const report = (message: string) => progress.report({ message });
      return collect(pages, mostBytes[kind], report, () => token.isCancellationRequested);
    },
  );
  if (bytes === "stopped") return;
  if (bytes === "too large") {
    void window.showErrorMessage(
      l10n.t("Too many lines. Zoom in, or use 'weir try --print' in a terminal."),
    );
  } else if (target) {
    await workspace.fs.writeFile(target, bytes);
    void window.showInformationMessage(l10n.t("Lines were written to {0}.", target.fsPath));
  } else await env.clipboard.writeText(new TextDecoder().decode(bytes));
}

function chooseFile(): Thenable<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return window.showSaveDialog({
    ...(folder && { defaultUri: Uri.joinPath(folder, "lines.ndjson") }),
    filters: { NDJSON: ["ndjson"] },
  });
}

async function collect(
  pages: ReturnType<LabPage["texts"]>,
  most: number,
  report: (message: string) => void,
  isStopped: () => boolean,
): Promise<Uint8Array | "stopped" | "too large"> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const { texts, share } of pages) {
    if (isStopped()) return "stopped";
    const part = new TextEncoder().encode(texts.map((it) => `${it}\n`).join(""));
    parts.push(part);
    size += part.length;
    if (size > most) return "too large";
    report(`${Math.round(share * 100)}%`);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
