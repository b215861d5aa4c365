import { resolve } from "node:path";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { writeReasonOf } from "../../workspace/files/file-errors.ts";
import { writeOwnFile } from "../../workspace/files/own-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { type Io, UsageError } from "../io.ts";
import { renderCompact } from "../render/compact.ts";
import { renderGithub } from "../render/github.ts";
import { renderGitlab } from "../render/gitlab.ts";
import { renderJson } from "../render/json.ts";
import { renderJunit } from "../render/junit.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty, renderSummary } from "../render/pretty.ts";
import { renderSarif } from "../render/sarif.ts";
import { renderStatistics } from "../render/statistics.ts";
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
  readonly statistics: boolean;
  /** Written instead of standard output. */
  readonly file?: string | undefined;
}

export function print(checked: Printed, options: OutputOptions, io: Io): void {
  if (options.file === undefined) {
    printTo(checked, options, io);
    return;
  }
  let text = "";
  const out = (more: string) => {
    text += more;
  };
  printTo(checked, options, Object.create(io, { out: { value: out }, color: { value: false } }));
  writeOutput(options.file, text, io);
}

type Printed = Pick<Checked, "reports" | "empty">;

function printTo(
  { reports, empty }: Printed,
  { format, quiet, statistics }: OutputOptions,
  io: Io,
): void {
  const paint = paintFor(io.color);
  if (format === "pretty") {
    printPretty(reports, io);
    if (statistics) io.out(renderStatistics(reports, paint));
    if (!quiet) io.out(renderSummary(reports, empty, paint));
    return;
  }
  const root = sourceRoot(io);
  io.out(documents[format](reports, repositoryPathsFrom(root, io.cwd), root));
  if (statistics) io.err(renderStatistics(reports, paintFor(false)));
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

/** Replaces the file. Its folder is created. */
function writeOutput(name: string, text: string, { cwd }: Io): void {
  const file = withForwardSlashes(resolve(cwd, name));
  try {
    writeOwnFile(file, text, baseFor(file, withForwardSlashes(cwd)));
  } catch (error) {
    throw new UsageError(writeReasonOf(error, name));
  }
}
