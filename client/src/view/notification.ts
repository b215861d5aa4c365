import { l10n } from "vscode";
import type { FileResult } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";

/** The message after a command on files. */
export interface ResultNotification {
  readonly kind: "info" | "warning" | "error";
  readonly text: string;
  /** Passed to `weir.undo`, in order. */
  readonly undo: readonly string[];
}

export interface Circumstances {
  /** Whether the user declined a confirmation, or canceled. */
  readonly declined?: boolean;
  /** Whether it was a dry run. */
  readonly dryRun?: boolean;
}

/** Undefined if the user declined and no message is needed. */
export function noticeOf(
  results: readonly FileResult[],
  { declined = false, dryRun = false }: Circumstances = {},
): ResultNotification | undefined {
  if (declined && results.every((it) => it.outcome === "skipped")) return undefined;
  const [only] = results;
  if (only === undefined) return { kind: "info", text: l10n.t("Nothing to do."), undo: [] };
  const runs = new Set(results.flatMap((it) => it.undo ?? []));
  return {
    kind: kindOf(results, dryRun),
    text: results.length === 1 ? lineOf(only) : sumOf(results),
    undo: [...runs].reverse(),
  };
}

/** A file and its result, as in "login.cfrule: Created rule 'Logins'." */
export function lineOf({ path, message }: FileResult): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  // Some messages name the file themselves.
  return oneLine(message.includes(name) ? message : `${name}: ${message}`, 1000);
}

/** The result with its IDs, for the log. */
export function logLineOf(result: FileResult): string {
  const named = Object.entries(result.ids).filter(([, id]) => !result.message.includes(id));
  const ids = named.map(([what, id]) => `${what} ${id}`).join(", ");
  return ids === "" ? lineOf(result) : `${lineOf(result)} (${oneLine(ids)})`;
}

function kindOf(results: readonly FileResult[], dryRun: boolean): ResultNotification["kind"] {
  if (results.some((it) => it.outcome === "failed")) return "error";
  return !dryRun && results.some((it) => it.outcome === "skipped") ? "warning" : "info";
}

/** Shows the first failure; the rest is in the log. */
function sumOf(results: readonly FileResult[]): string {
  const words: Readonly<Record<FileResult["outcome"], string>> = {
    created: l10n.t("created"),
    updated: l10n.t("updated"),
    unchanged: l10n.t("unchanged"),
    deleted: l10n.t("deleted"),
    skipped: l10n.t("skipped"),
    failed: l10n.t("failed"),
  };
  const counts = (Object.keys(words) as FileResult["outcome"][])
    .map((it) => [results.filter(({ outcome }) => outcome === it).length, words[it]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`);
  const failed = results.find((it) => it.outcome === "failed");
  return [`${counts.join(", ")}.`, ...(failed ? [lineOf(failed)] : [])].join(" ");
}
