import { messageOf, type Severity } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { printable } from "../../text/printable.ts";
import type { FileReport } from "../report.ts";
import type { RepositoryPathOf } from "../repository-paths.ts";

const levels: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
  hint: "notice",
};

/** Workflow commands, which GitHub shows as annotations. */
export function renderGithub(reports: readonly FileReport[], pathOf: RepositoryPathOf): string {
  return reports.map((it) => fileLines({ ...it, path: pathOf(it.path).path })).join("");
}

function fileLines({ path, text, diagnostics, error }: FileReport): string {
  if (error !== undefined) return `::error file=${property(path)},title=weir::${data(error)}\n`;
  const lines = new Lines(text);
  return diagnostics
    .map((it) => {
      const { severity, code, start, end } = it;
      const from = lines.positionAt(start);
      const to = lines.positionAt(end);
      const place = `line=${from.line + 1},col=${from.character + 1},endLine=${to.line + 1},endColumn=${to.character + 1}`;
      return `::${levels[severity]} file=${property(path)},${place},title=${property(code)}::${data(messageOf(it))}\n`;
    })
    .join("");
}

function data(text: string): string {
  return printable(encoded(text));
}

function property(text: string): string {
  return printable(encoded(text).replaceAll(":", "%3A").replaceAll(",", "%2C"));
}

function encoded(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
