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
import { isOurLanguage } from "../languages.ts";
import type { Connection } from "../server/connection.ts";

/** Debounce, in milliseconds. */
const pause = 300;

/** The server's code lens with the summary and the usage of limits. */
interface BudgetLens {
  readonly command?: { readonly title: string; readonly tooltip?: string };
  readonly data?: { readonly budget?: { readonly text: string; readonly isOver: boolean } };
}

export interface Budget {
  readonly text: string;
  /** The summary of the filter or rule. */
  readonly reading: string;
  readonly isOver: boolean;
}

/** Status bar item with the usage of limits of the active filter or rule. */
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
    workspace.onDidChangeConfiguration((it) => {
      if (it.affectsConfiguration("weir.budget")) later();
    }),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
  ];
}

/** The usage of limits from the only code lens that has it; in a job, the lens of its filter. */
export function budgetIn(lenses: readonly BudgetLens[]): Budget | undefined {
  const lens = lenses.find((it) => it.data?.budget);
  const budget = lens?.data?.budget;
  const { title = "", tooltip = title } = lens?.command ?? {};
  return budget && { ...budget, reading: tooltip };
}

function show(item: StatusBarItem, budget: Budget | undefined): void {
  if (!budget) {
    item.hide();
    return;
  }
  item.text = `$(dashboard) ${budget.text}`;
  item.tooltip = budget.reading;
  item.backgroundColor = budget.isOver
    ? new ThemeColor("statusBarItem.errorBackground")
    : undefined;
  item.show();
}

async function budgetOf(client: BaseLanguageClient): Promise<Budget | undefined> {
  const document = window.activeTextEditor?.document;
  if (!document || !isOurLanguage(document.languageId) || !client.isRunning()) return undefined;
  if (!workspace.getConfiguration("weir", document).get("budget.statusBar", true)) return undefined;
  return budgetIn(await lensesOf(client, document));
}

async function lensesOf(
  client: BaseLanguageClient,
  { uri }: TextDocument,
): Promise<readonly BudgetLens[]> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  try {
    return (
      (await client.sendRequest<BudgetLens[] | null>("textDocument/codeLens", { textDocument })) ??
      []
    );
  } catch {
    // The document has changed, or the server is starting; retried after the next edit.
    return [];
  }
}
