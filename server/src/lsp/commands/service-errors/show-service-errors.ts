import type { Reason } from "../../../api/service-error.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import { filterFileOf, isJob, languageOfPath } from "../../../languages.ts";
import type { Result } from "../../../push/plan/plan.ts";
import { encodePath } from "../../../text/encode-path.ts";
import type { TargetFile } from "../running/files.ts";
import type { Running } from "../running/running.ts";
import { diagnosticFor } from "./diagnostic-for.ts";

/**
 * Shows the errors of the service in a file; errors about a filter in the file of the filter, if they have a position there.
 * Replaces earlier ones.
 */
export function showServiceErrors(
  { reasons = [] }: Result,
  { uri }: TargetFile,
  running: Running,
): void {
  const { editor } = running;
  const filter = filterUri(uri, editor.read(uri) ?? "");
  const there = filter === undefined ? [] : reasons.filter(isAboutFilter);
  const placed = filter === undefined ? new Set<Reason>() : note(filter, there, running);
  note(
    uri,
    reasons.filter((it) => !placed.has(it)),
    running,
  );
}

/** Returns the errors that were located. */
function note(uri: string, reasons: readonly Reason[], { editor }: Running): Set<Reason> {
  const text = editor.read(uri);
  const language = languageOfPath(uri);
  const placed = new Map<Reason, Diagnostic>();
  if (text !== undefined && language) {
    const refused = { text, language, context: editor.contextOf(uri) };
    for (const reason of reasons) {
      const diagnostic = diagnosticFor(reason, refused);
      if (diagnostic) placed.set(reason, diagnostic);
    }
  }
  const diagnostics = unique([...placed.values()]);
  if (editor.refusals.set(uri, text ?? "", diagnostics)) editor.changed("closedFiles", [uri]);
  return new Set(placed.keys());
}

function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byPlace = diagnostics.map((it) => [`${it.start}-${it.end} ${it.message}`, it] as const);
  return [...new Map(byPlace).values()];
}

function isAboutFilter({ message, pointer }: Reason): boolean {
  return pointer === "/filter" || /\bpredicate\b/.test(message);
}

/** The filter file of a job. */
function filterUri(uri: string, text: string): string | undefined {
  const path = isJob(uri) ? filterFileOf(text)?.path : undefined;
  if (path === undefined) return undefined;
  return new URL(encodePath(path), uri).href;
}
