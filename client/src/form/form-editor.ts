import {
  type CustomTextEditorProvider,
  commands,
  Disposable,
  type ExtensionContext,
  l10n,
  Selection,
  type TextDocument,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import type { Range as TextRange } from "../../../server/src/lsp/protocol.ts";
import { nameIn } from "../labels.ts";
import { formView } from "../languages.ts";
import type { Connection } from "../server/connection.ts";
import { rangeOf } from "../text-edits.ts";
import { viewHtml, viewOptions } from "../webview.ts";
import { FormSession, type Samples, type Targets } from "./session.ts";

/** Registers the custom editor for filters as forms, which edits the same document as the text editor. */
export function registerForms(
  context: ExtensionContext,
  connection: Connection,
  samples: Samples,
  targets: Targets,
): Disposable[] {
  const provider: CustomTextEditorProvider = {
    resolveCustomTextEditor: (document, panel) =>
      openForm(document, panel, context.extensionUri, { connection, samples, targets }),
  };
  return [
    window.registerCustomEditorProvider(formView, provider, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
  ];
}

interface FormParts {
  readonly connection: Connection;
  readonly samples: Samples;
  readonly targets: Targets;
}

function openForm(
  document: TextDocument,
  panel: WebviewPanel,
  extension: Uri,
  { connection, samples, targets }: FormParts,
): void {
  const { webview } = panel;
  const uri = document.uri.toString();
  const session = new FormSession(document, connection, samples, targets, (message) =>
    webview.postMessage(message),
  );
  const listening = webview.onDidReceiveMessage((message: unknown) =>
    session.receive(message, {
      openText: (range) => void openText(document, range),
      openFile: (path) => void openFile(document.uri, path),
      push: () => void commands.executeCommand("weir.push", uri),
    }),
  );
  panel.onDidDispose(() => Disposable.from(session, listening).dispose());
  webview.options = viewOptions(extension);
  // The tab of the text has the same name.
  panel.iconPath = Uri.joinPath(extension, "images", "view.svg");
  webview.html = viewHtml(webview, extension, "form", l10n.t("Form: {0}", nameIn(uri)));
}

/** Opens the text in place of the form, or a range of it beside the form. */
async function openText(document: TextDocument, range: TextRange | undefined): Promise<void> {
  if (!range) {
    await commands.executeCommand("weir.openText", document.uri.toString());
    return;
  }
  const shown = rangeOf(range);
  const open = window.visibleTextEditors.find((it) => it.document === document);
  const viewColumn = open?.viewColumn ?? ViewColumn.Beside;
  const editor = await window.showTextDocument(document, { viewColumn });
  editor.selection = new Selection(shown.start, shown.end);
  editor.revealRange(shown, TextEditorRevealType.InCenterIfOutsideViewport);
}

async function openFile(job: Uri, path: string): Promise<void> {
  const file = Uri.joinPath(job, "..", ...path.split("/"));
  try {
    await commands.executeCommand("vscode.openWith", file, formView);
  } catch {
    void window.showErrorMessage(l10n.t("Cannot open '{0}'.", path));
  }
}
