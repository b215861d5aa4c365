import type { Io } from "../io.ts";
import { renderCompact } from "../render/compact.ts";
import { renderGithub } from "../render/github.ts";
import { renderGitlab } from "../render/gitlab.ts";
import { renderJson } from "../render/json.ts";
import { renderJunit } from "../render/junit.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty, renderSummary } from "../render/pretty.ts";
import { renderSarif } from "../render/sarif.ts";
import type { FileReport } from "../report.ts";
import { repositoryPathsFrom, sourceRoot } from "../repository-paths.ts";
import type { Checked } from "./check-files.ts";

export const formats = ["pretty", "compact", "json", "sarif", "github", "gitlab", "junit"] as const;

/** Formats for programs. */
const documents = {
  compact: renderCompact,
  json: renderJson,
  sarif: renderSarif,
  github: renderGithub,
  gitlab: renderGitlab,
  junit: renderJunit,
} as const;

export interface OutputOptions {
  readonly format: (typeof formats)[number];
  readonly quiet: boolean;
}

export function print(
  { reports, empty }: Pick<Checked, "reports" | "empty">,
  { format, quiet }: OutputOptions,
  io: Io,
): void {
  const paint = paintFor(io.color);
  if (format === "pretty") {
    printPretty(reports, io);
    if (!quiet) io.out(renderSummary(reports, empty, paint));
    return;
  }
  const root = sourceRoot(io);
  io.out(documents[format](reports, repositoryPathsFrom(root, io.cwd), root));
}

function printPretty(reports: readonly FileReport[], io: Io): void {
  const paint = paintFor(io.color);
  for (const report of reports) {
    if (report.error === undefined && report.diagnostics.length === 0) continue;
    const text = renderPretty(report, paint, io.columns);
    if (report.error !== undefined) io.err(text);
    else io.out(text);
  }
}
