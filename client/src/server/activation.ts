import { Disposable, type TextDocument, Uri, workspace } from "vscode";
import { exists } from "../exists.ts";
import { isOurLanguage, isSettings, isTraceTest, settingsName } from "../languages.ts";

const hosts = new Set(["yaml", "json", "jsonc", "markdown"]);

/** Matches every YAML, JSON or Markdown file that may have embedded texts, and many others. */
const marker =
  /weir:|cfrule|wirefilter|lpfilter|lpjob|destination_conf|"phase"|^\w+_(?:rules|fields|detection|normalization|managed|ratelimit|ids)[ \t]*:/m;

/** Without an extension for Terraform, its files are plain text. */
const activating = new Set([...hosts, "plaintext"]);

const terraform = /\.(?:tf|tofu)(?:\.json)?$/i;

/**
 * Whether the server is needed. YAML, JSON, Markdown and plain text files activate the extension, but few of them have embedded
 * texts.
 */
export async function isNeeded(): Promise<boolean> {
  const open = workspace.textDocuments;
  // Otherwise something else has activated the extension, such as a command.
  const hasActivated = open.some((it) => activating.has(it.languageId));
  return !hasActivated || open.some(mayBeOurs) || (await hasFilesOfOurs());
}

/** Calls back once, when the first document that needs the server is opened or saved. */
export function onFirstNeed(begin: () => void): Disposable {
  const look = (document: TextDocument) => {
    if (!mayBeOurs(document)) return;
    watching.dispose();
    begin();
  };
  const watching = Disposable.from(
    workspace.onDidOpenTextDocument(look),
    workspace.onDidSaveTextDocument(look),
  );
  return watching;
}

function mayBeOurs(document: TextDocument): boolean {
  const { languageId, uri } = document;
  if (isOurLanguage(languageId) || isSettings(uri.toString())) return true;
  if (terraform.test(uri.path) || isTraceTest(uri.path)) return true;
  return hosts.has(languageId) && marker.test(document.getText());
}

/** Whether the workspace has one of the files in the activation events. */
async function hasFilesOfOurs(): Promise<boolean> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    if (await exists(Uri.joinPath(uri, settingsName))) return true;
  }
  const search = workspace.findFiles("**/*.{tf,tofu}", undefined, 1);
  return search.then(
    (found) => found.length > 0,
    () => true,
  );
}
