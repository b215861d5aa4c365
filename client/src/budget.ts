import { type Disposable, l10n, languages, type TextDocument, window, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { isOurLanguage, languageIds } from "./languages.ts";

/** A pause in typing that is long enough to look. */
const pause = 300;

interface LensTitle {
  readonly command?: { readonly title: string; readonly command: string };
}

/** Says in the language status how much of its limits the active filter or rule takes, in the words of the server's lens. */
export function budgetStatus(client: () => BaseLanguageClient): Disposable[] {
  const item = languages.createLanguageStatusItem("weir.budget", [...languageIds]);
  item.name = l10n.t("Weir Limits");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = async () => {
    const document = window.activeTextEditor?.document;
    if (!document || !isOurLanguage(document.languageId) || !client().isRunning()) return;
    const { text, detail } = budgetIn(await lensesOf(client(), document));
    item.text = text;
    item.detail = detail;
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), pause);
  };
  later();
  return [
    item,
    { dispose: () => clearTimeout(timer) },
    window.onDidChangeActiveTextEditor(later),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
  ];
}

/** The last lens that only says something: of a job with a filter inside, that is the filter's. */
export function budgetIn(lenses: readonly LensTitle[]): { text: string; detail: string } {
  const said = lenses.filter((it) => it.command && it.command.command === "");
  const title = said.at(-1)?.command?.title ?? "";
  const cut = title.lastIndexOf(" · ");
  if (title === "") return { text: l10n.t("Nothing to count yet"), detail: "" };
  return cut < 0
    ? { text: title, detail: "" }
    : { text: title.slice(cut + 3), detail: title.slice(0, cut) };
}

async function lensesOf(
  client: BaseLanguageClient,
  { uri }: TextDocument,
): Promise<readonly LensTitle[]> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  try {
    return (
      (await client.sendRequest<LensTitle[] | null>("textDocument/codeLens", { textDocument })) ??
      []
    );
  } catch {
    // The document has changed meanwhile, or the server is on its way; the next pause asks again.
    return [];
  }
}
