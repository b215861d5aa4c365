import { severities } from "../../core/diagnostic.ts";
import { thousands } from "../../text/wording.ts";
import type { FileReport } from "../report.ts";
import type { Paint } from "./paint.ts";

/** The number of problems of each code, the most frequent first. */
export function renderStatistics(reports: readonly FileReport[], paint: Paint): string {
  const counts = new Map<string, number>();
  for (const { code, severity } of reports.flatMap((it) => it.diagnostics)) {
    const key = `${severity} ${code}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (counts.size === 0) return "";
  const rank = (key: string) => severities.findIndex((it) => key.startsWith(`${it} `));
  const rows = [...counts].sort(([a, m], [b, n]) => n - m || rank(a) - rank(b) || (a < b ? -1 : 1));
  const width = Math.max(...rows.map(([, count]) => thousands(count).length));
  const lines = rows.map(([key, count]) => {
    const [severity = "", code = ""] = key.split(" ");
    return `${thousands(count).padStart(width)}  ${severity.padEnd(7)}  ${paint.dim(code)}\n`;
  });
  return `${lines.join("")}\n`;
}
