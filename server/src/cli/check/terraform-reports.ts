import { relative, resolve } from "node:path";
import type { NotChecked } from "../../core/diagnostic.ts";
import { hostOfPath, languages } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { TerraformFindings } from "../../workspace/terraform-findings.ts";
import type { FileReport, NotCheckedPart } from "../report.ts";
import type { Settings } from "../settings.ts";

/** Adds what was found in files through others that use their values. Files that were not named are added at the end. */
export function withFindings(
  reports: readonly FileReport[],
  elsewhere: TerraformFindings,
  cwd: string,
  settings: Settings,
): readonly FileReport[] {
  if (elsewhere.isEmpty) return reports;
  const paths = new Set(elsewhere.paths());
  const own = reports.map((it) => {
    const path = withForwardSlashes(resolve(cwd, it.path));
    paths.delete(path);
    return it.error === undefined ? withFound(it, path, elsewhere, settings) : it;
  });
  const others = Array.from(paths, (path) => {
    const language = hostOfPath(path)?.id ?? "text";
    const shown = withForwardSlashes(relative(cwd, path));
    const report = { path: shown, language, text: "", diagnostics: [] };
    return withFound(report, path, elsewhere, settings);
  });
  return [...own, ...others];
}

function withFound(
  report: FileReport,
  path: string,
  elsewhere: TerraformFindings,
  settings: Settings,
): FileReport {
  const diagnostics = elsewhere.diagnosticsIn(path, report.diagnostics);
  const unchecked = elsewhere.notCheckedIn(path);
  const isCalled = elsewhere.isCalled(path);
  if (diagnostics === report.diagnostics && !isCalled && unchecked.length === 0) return report;
  const { notChecked, ...rest } = report;
  const text = report.text === "" ? elsewhere.textOf(path) : report.text;
  const parts = isCalled ? [] : [...(notChecked ?? [])];
  const known = new Set(parts.map((it) => JSON.stringify(it.range)));
  for (const it of notCheckedParts(unchecked, text))
    if (!known.has(JSON.stringify(it.range))) parts.push(it);
  return {
    ...rest,
    text,
    diagnostics: diagnostics.map((it) =>
      report.diagnostics.includes(it) ? it : settings.withShownPaths(it),
    ),
    ...(parts.length > 0 && { notChecked: parts }),
  };
}

export function notCheckedParts(
  unchecked: readonly NotChecked[],
  text: string,
): readonly NotCheckedPart[] {
  const lines = new Lines(text);
  return unchecked.map((it) => ({
    range: lines.rangeOf(it),
    reason: it.reason,
    detail: it.detail,
    kind: languages.find(({ id }) => id === it.language)?.resource ?? ("text" as const),
  }));
}
