import { env, l10n, type Uri, window, workspace } from "vscode";
import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";
import { hasTrust } from "../account/trust.ts";
import { oneLine } from "../labels.ts";
import { isOurLanguage, languageIds } from "../languages.ts";
import { activeUri, answerOf } from "./run-on-files.ts";
import type { RunParts } from "./run-parts.ts";
import { targetOf, urisOf } from "./target.ts";
import { targetAtCursor } from "./target-at-cursor.ts";

/** Compares the meaning of a file with another version or file, and shows the result with examples. */
export async function compareMeaning(args: readonly unknown[], parts: RunParts): Promise<void> {
  if (!(await hasTrust())) return;
  const own = targetOf(args, activeUri());
  const target = urisOf(own).length > 0 ? own : targetAtCursor(args);
  const [uri, second] = urisOf(target);
  if (uri === undefined) {
    void window.showInformationMessage(l10n.t("Open a filter, a job or a rule first."));
    return;
  }
  const { profile } = target;
  const { position } = isOurs(uri) ? target : targetAtCursor(args);
  const asked = second === undefined ? await sideOf(target, uri) : { other: second };
  if (!asked) return;
  const given = {
    uri,
    ...(profile !== undefined && { profile }),
    ...(position && { position }),
    ...asked,
  };
  const answered = await answerOf("weir.compareMeaning", given, parts);
  if (!answered) return;
  await showResult(answered.answer.text);
}

async function showResult(text: string): Promise<void> {
  const [sentence = "", ...examples] = text.split("\n").map((it) => capitalized(it.trim()));
  // A notification would put the examples on one line.
  const options = { modal: true, detail: examples.join("\n") };
  const copy = l10n.t("Copy");
  const answer = await window.showInformationMessage(oneLine(sentence, 1000), options, copy);
  if (answer === copy) await env.clipboard.writeText(text);
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

type Side = Pick<CommandArguments, "other" | "commit">;

/** The other side of the comparison; empty for the service, undefined if the user canceled. */
async function sideOf({ other, commit }: CommandArguments, uri: string): Promise<Side | undefined> {
  if (other !== undefined) return { other };
  if (commit !== undefined) return { commit };
  const [file, service, last] = [
    l10n.t("Another File…"),
    l10n.t("Service"),
    l10n.t("Last Commit"),
  ] as const;
  const title = l10n.t("Compare meaning with");
  // Files of other languages are not pushed.
  const answers = isOurs(uri) ? [file, service, last] : [file, last];
  switch (await window.showQuickPick(answers, { title })) {
    case file:
      return otherFile(uri);
    case service:
      return {};
    case last:
      return { commit: "HEAD" };
    default:
      return undefined;
  }
}

const mostFiles = 2000;

/** A file of the workspace that can be compared with this one, or any other file. */
async function otherFile(uri: string): Promise<Side | undefined> {
  const kinds = kindsFor(uri);
  const found = await filesOf(kinds);
  const others = found
    .filter((it) => it.toString() !== uri && kinds.includes(kindOf(it.toString())))
    .map((it) => ({ label: workspace.asRelativePath(it), other: it.toString() }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  if (others.length === 0) return browse(kinds);
  const all = [...others, { label: l10n.t("Browse…"), other: undefined }];
  const picked = await window.showQuickPick(all, { title: l10n.t("Compare meaning with") });
  if (picked?.other === undefined) return picked && browse(kinds);
  return { other: picked.other };
}

/** Empty if the file system has no search. */
async function filesOf(kinds: readonly string[]): Promise<readonly Uri[]> {
  try {
    const pattern = `**/*.{${kinds.join(",")}}`;
    return await workspace.findFiles(pattern, "**/node_modules/**", mostFiles);
  } catch {
    return [];
  }
}

async function browse(kinds: readonly string[]): Promise<Side | undefined> {
  const chosen = await window.showOpenDialog({
    openLabel: l10n.t("Compare"),
    filters: { [l10n.t("Filters, Jobs and Rules")]: [...kinds], [l10n.t("All Files")]: ["*"] },
  });
  const [file] = chosen ?? [];
  return file && { other: file.toString() };
}

/** A rule can be compared with rules, a filter or job with both, and a file of another language may have any of them. */
function kindsFor(uri: string): readonly string[] {
  if (!isOurs(uri)) return languageIds;
  const isRule = kindOf(uri) === "cfrule";
  return languageIds.filter((it) => (it === "cfrule") === isRule);
}

function isOurs(uri: string): boolean {
  return isOurLanguage(kindOf(uri));
}

/** The kind of a document, by its language if it is open, because an untitled one has no extension. */
function kindOf(uri: string): string {
  const open = workspace.textDocuments.find((it) => it.uri.toString() === uri);
  return open?.languageId ?? uri.slice(uri.lastIndexOf(".") + 1).toLowerCase();
}
