import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { plural } from "../../text/wording.ts";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { reasonOf, writeReasonOf } from "../../workspace/files/file-errors.ts";
import { readOwnFile, writeOwnFile } from "../../workspace/files/own-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { type Io, UsageError } from "../io.ts";
import { hashOf } from "../problem-hash.ts";
import type { FileReport } from "../report.ts";

/** Problems that existed when the baseline was written. Without positions, so that it stays valid when lines move. */
interface Entry {
  /** Relative to the folder of the baseline, with `/`. */
  readonly path: string;
  readonly code: string;
  /** Identifies the problem's own text and message. */
  readonly hash: string;
  readonly count: number;
}

/** A file of existing problems, which are not reported again. */
export class Baseline {
  private readonly file: string;

  constructor(
    private readonly name: string,
    private readonly io: Io,
  ) {
    this.file = resolve(io.cwd, name);
  }

  /** Writes the problems of these files, and returns what was written. */
  write(reports: readonly FileReport[]): string {
    const entries = reports.flatMap((it) => this.entriesOf(it));
    this.save(entries);
    const problems = entries.reduce((sum, it) => sum + it.count, 0);
    const files = new Set(entries.map((it) => it.path)).size;
    return `Wrote ${plural(problems, "problem")} of ${plural(files, "file")} to '${this.name}'.\n`;
  }

  /** The reports without the problems in the baseline. What has been fixed is removed from it. */
  apply(reports: readonly FileReport[]): {
    readonly reports: readonly FileReport[];
    readonly hidden: number;
    readonly fixed: number;
  } {
    const entries = this.read();
    const left = new Map(entries.map((it) => [keyOf(it), it.count]));
    let hidden = 0;
    const shown = reports.map((report) => {
      if (report.diagnostics.length === 0) return report;
      const path = this.pathOf(report.path);
      const diagnostics = report.diagnostics.filter((it) => {
        const key = keyOf({ path, code: it.code, hash: hashOf(it, report.text) });
        const count = left.get(key) ?? 0;
        if (count === 0) return true;
        left.set(key, count - 1);
        hidden++;
        return false;
      });
      return diagnostics.length === report.diagnostics.length ? report : { ...report, diagnostics };
    });
    return { reports: shown, hidden, fixed: this.shrink(entries, left, reports) };
  }

  /** Only what was checked can have been fixed: a hook checks some files. */
  private shrink(
    entries: readonly Entry[],
    left: ReadonlyMap<string, number>,
    reports: readonly FileReport[],
  ): number {
    const readable = reports.filter((it) => it.error === undefined);
    const checked = new Set(readable.map((it) => this.pathOf(it.path)));
    let fixed = 0;
    const kept = entries.flatMap((it) => {
      const isGone = checked.has(it.path) || !existsSync(resolve(dirname(this.file), it.path));
      const unused = isGone ? (left.get(keyOf(it)) ?? 0) : 0;
      fixed += unused;
      return unused < it.count ? [{ ...it, count: it.count - unused }] : [];
    });
    if (fixed > 0) this.save(kept);
    return fixed;
  }

  private entriesOf({ path, text, diagnostics }: FileReport): Entry[] {
    const counts = new Map<string, Entry>();
    for (const it of diagnostics) {
      const entry = { path: this.pathOf(path), code: it.code, hash: hashOf(it, text) };
      const key = keyOf(entry);
      counts.set(key, { ...entry, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()];
  }

  private pathOf(path: string): string {
    return withForwardSlashes(relative(dirname(this.file), resolve(this.io.cwd, path)));
  }

  private base(): string {
    return baseFor(withForwardSlashes(this.file), withForwardSlashes(this.io.cwd));
  }

  private read(): readonly Entry[] {
    let text: string;
    try {
      text = readOwnFile(this.file, this.base()).toString();
    } catch (error) {
      const advice = existsSync(this.file) ? "" : " Create it with '--write-baseline'.";
      throw new UsageError(`Cannot read the baseline '${this.name}'. ${reasonOf(error)}${advice}`);
    }
    const entries = entriesIn(text);
    if (entries) return entries;
    throw new UsageError(
      `'${this.name}' is not a baseline of this version. Write it again with '--write-baseline'.`,
    );
  }

  /** One problem per line and in order, so that a diff shows what was fixed, and changes can be merged. */
  private save(entries: readonly Entry[]): void {
    const lines = entries.map((it) => [keyOf(it), JSON.stringify(it)] as const);
    lines.sort(([a], [b]) => (a < b ? -1 : 1));
    const problems = lines.map(([, it]) => `\n    ${it}`).join(",");
    const text = `{\n  "version": 1,\n  "problems": [${problems}${problems && "\n  "}]\n}\n`;
    try {
      writeOwnFile(this.file, text, this.base());
    } catch (error) {
      throw new UsageError(writeReasonOf(error, this.name));
    }
  }
}

function entriesIn(text: string): readonly Entry[] | undefined {
  try {
    const { version, problems } = JSON.parse(text);
    return version === 1 && Array.isArray(problems) && problems.every(isEntry)
      ? problems
      : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(it: Partial<Entry> | null): boolean {
  return (
    [it?.path, it?.code, it?.hash].every((part) => typeof part === "string") &&
    Number.isSafeInteger(it?.count) &&
    (it?.count ?? 0) > 0
  );
}

function keyOf({ path, code, hash }: Omit<Entry, "count">): string {
  return [path, code, hash].join("\0");
}
