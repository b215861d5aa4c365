import { messageOf } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { printable } from "../../text/printable.ts";
import type { FileReport } from "../report.ts";

/** One line per problem, as compilers write them: editors and 'grep' find the places in it. */
export function renderCompact(reports: readonly FileReport[]): string {
  return reports.map(fileLines).join("");
}

function fileLines({ path, text, diagnostics, error }: FileReport): string {
  if (error !== undefined) return `${printable(path)}:1:1: error: ${printable(error)}\n`;
  if (diagnostics.length === 0) return "";
  const lines = new Lines(text);
  return diagnostics
    .map((it) => {
      const { line, character } = lines.positionAt(it.start);
      const place = `${printable(path)}:${line + 1}:${character + 1}`;
      return `${place}: ${it.severity}: ${printable(messageOf(it))} [${it.code}]\n`;
    })
    .join("");
}
