import {
  type Disposable,
  l10n,
  StatusBarAlignment,
  type StatusBarItem,
  type TextDocument,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import type { Connection } from "./connection.ts";
import { isOurLanguage } from "./languages.ts";

/** A pause in typing that is long enough to look. */
const pause = 300;

interface LensTitle {
  readonly command?: { readonly title: string; readonly command: string };
}

export interface Budget {
  readonly text: string;
  /** What the filter or rule says, in a sentence. */
  readonly reading: string;
  readonly isOver: boolean;
}

/** Says at the bottom of the window how much of its limits the active filter or rule takes, in the words of the server's lens. */
export function budgetStatus(connection: Connection): Disposable[] {
  const item = window.createStatusBarItem("weir.budget", StatusBarAlignment.Left, 9);
  item.name = l10n.t("Weir Limits");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = async () => show(item, await budgetOf(connection.client));
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), pause);
  };
  return [
    item,
    { dispose: () => clearTimeout(timer) },
    connection.onDidStart(later),
    window.onDidChangeActiveTextEditor(later),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
  ];
}

/** The last lens that only says something: of a job with a filter inside, that is the filter's. */
export function budgetIn(lenses: readonly LensTitle[]): Budget | undefined {
  const said = lenses.filter((it) => it.command && it.command.command === "");
  const title = said.at(-1)?.command?.title ?? "";
  const cut = title.lastIndexOf(" · ");
  const text = title.slice(cut < 0 ? 0 : cut + 3);
  const counts = [...text.matchAll(/([\d,]+) of ([\d,]+)/g)].map(([, used = "", most = ""]) => ({
    used: numberIn(used),
    most: numberIn(most),
  }));
  if (counts.length === 0) return undefined;
  const isOver = counts.some(({ used, most }) => used > most);
  return { text, reading: cut < 0 ? "" : title.slice(0, cut), isOver };
}

function numberIn(text: string): number {
  return Number(text.replaceAll(",", ""));
}

function show(item: StatusBarItem, budget: Budget | undefined): void {
  if (!budget) {
    item.hide();
    return;
  }
  item.text = `$(dashboard) ${budget.text}`;
  item.tooltip = budget.reading === "" ? l10n.t("Weir Limits") : budget.reading;
  item.backgroundColor = budget.isOver
    ? new ThemeColor("statusBarItem.errorBackground")
    : undefined;
  item.show();
}

async function budgetOf(client: BaseLanguageClient): Promise<Budget | undefined> {
  const document = window.activeTextEditor?.document;
  if (!document || !isOurLanguage(document.languageId) || !client.isRunning()) return undefined;
  return budgetIn(await lensesOf(client, document));
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
