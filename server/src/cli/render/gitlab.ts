import { createHash } from "node:crypto";
import { messageOf, type Severity } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { printableJson } from "../../text/printable.ts";
import { hashOf } from "../problem-hash.ts";
import type { FileReport } from "../report.ts";
import type { RepositoryPathOf } from "../repository-paths.ts";

const levels: Readonly<Record<Severity, "critical" | "minor" | "info">> = {
  error: "critical",
  warning: "minor",
  info: "info",
  hint: "info",
};

/** A code quality report of GitLab. A fingerprint stays the same when lines move. */
export function renderGitlab(reports: readonly FileReport[], pathOf: RepositoryPathOf): string {
  return `${printableJson(reports.flatMap((it) => issuesOf(it, pathOf(it.path).path)))}\n`;
}

function issuesOf({ text, diagnostics, error }: FileReport, path: string) {
  if (error !== undefined) {
    const fingerprint = sha256([path, error].join("\0"));
    return [
      issue({ name: "unreadable", severity: "error", message: error, path, line: 1, fingerprint }),
    ];
  }
  const lines = new Lines(text);
  const seen = new Map<string, number>();
  return diagnostics.map((it) => {
    const hash = hashOf(it, text);
    // Equal problems of a file are numbered, because a fingerprint must be unique.
    const number = seen.get(it.code + hash) ?? 0;
    seen.set(it.code + hash, number + 1);
    return issue({
      name: it.code,
      severity: it.severity,
      message: messageOf(it),
      path,
      line: lines.positionAt(it.start).line + 1,
      fingerprint: sha256([path, it.code, hash, number].join("\0")),
    });
  });
}

interface Problem {
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly path: string;
  readonly line: number;
  readonly fingerprint: string;
}

function issue({ name, severity, message, path, line, fingerprint }: Problem) {
  return {
    description: message,
    check_name: name,
    fingerprint,
    severity: levels[severity],
    location: { path, lines: { begin: line } },
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
