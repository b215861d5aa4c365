import type { ResourceKind } from "../core/analysis.ts";
import type { Diagnostic, NotCheckedReason, Severity } from "../core/diagnostic.ts";
import type { AppliedFix } from "../library/types.ts";
import type { Range } from "../text/lines.ts";

/** The result of `check` for one file. */
export interface FileReport {
  readonly path: string;
  readonly language: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The fixes with which `--fix` changed the file. */
  readonly applied?: readonly AppliedFix[];
  /** The parts of the file that were not checked. */
  readonly notChecked?: readonly NotCheckedPart[];
  /** Why the file could not be checked. */
  readonly error?: string;
}

/** A part of a file that was not checked. */
export interface NotCheckedPart {
  readonly range: Range;
  readonly reason: NotCheckedReason;
  readonly detail: string;
  readonly kind: ResourceKind | "text";
}

export interface Summary {
  files: number;
  errors: number;
  warnings: number;
  infos: number;
  hints: number;
}

const counters: Readonly<Record<Severity, Exclude<keyof Summary, "files">>> = {
  error: "errors",
  warning: "warnings",
  info: "infos",
  hint: "hints",
};

export function summarize(reports: readonly FileReport[]): Summary {
  const summary: Summary = { files: reports.length, errors: 0, warnings: 0, infos: 0, hints: 0 };
  for (const { diagnostics } of reports) {
    // Fast path: most files are clean.
    if (diagnostics.length === 0) continue;
    for (const { severity } of diagnostics) summary[counters[severity]]++;
  }
  return summary;
}
