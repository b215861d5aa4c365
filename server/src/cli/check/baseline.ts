import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Diagnostic } from "../../core/diagnostic.ts";
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
  /** The files that use the text, if the problem was found through them. */
  readonly users?: readonly string[];
}

interface Stored {
  /** With which '--dataset' it was written. */
  readonly dataset?: string | undefined;
  readonly entries: readonly Entry[];
}

/** How a run was done. */
export interface BaselineRun {
  readonly dataset: string | undefined;
  /** The files that were checked themselves. */
  readonly checked: readonly string[];
  /** Whether everything in these files was checked. */
  readonly isComplete: boolean;
  /** Whether a diagnostic is off in a file. */
  isOff(code: string, path: string): boolean;
}

export interface AppliedBaseline {
  /** Without the problems in the baseline. */
  readonly reports: readonly FileReport[];
  readonly hidden: number;
  readonly fixed: number;
  /** Removes what has been fixed. Returns an error message on failure. */
  shrink(): string | undefined;
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
  write(reports: readonly FileReport[], dataset: string | undefined): string {
    const entries = reports.flatMap((it) => this.entriesOf(it));
    const error = this.save({ dataset, entries });
    if (error !== undefined) throw new UsageError(error);
    const problems = entries.reduce((sum, it) => sum + it.count, 0);
    const files = new Set(entries.map((it) => it.path)).size;
    return `Wrote ${plural(problems, "problem")} of ${plural(files, "file")} to '${this.name}'.\n`;
  }

  apply(reports: readonly FileReport[], run: BaselineRun): AppliedBaseline {
    const { entries, dataset } = this.read();
    const left = new Map(entries.map((it) => [keyOf(it), it.count]));
    const gone = entries.filter((it) => !existsSync(resolve(dirname(this.file), it.path)));
    const moved = new Map<string, Entry>();
    let hidden = 0;
    const isKnown = (path: string, found: Diagnostic, text: string): boolean => {
      const own = { path, code: found.code, hash: hashOf(found, text) };
      const isLeft = (it: ProblemKey) => (left.get(keyOf(it)) ?? 0) > 0;
      const isSame = (it: Entry) => it.code === own.code && it.hash === own.hash && isLeft(it);
      const renamed = isLeft(own) ? undefined : gone.find(isSame);
      if (!renamed && !isLeft(own)) return false;
      const key = keyOf(renamed ?? own);
      left.set(key, (left.get(key) ?? 0) - 1);
      if (renamed) {
        const users = renamed.users?.map((it) => (it === renamed.path ? path : it));
        const count = (moved.get(keyOf(own))?.count ?? 0) + 1;
        moved.set(keyOf(own), { ...own, count, ...(users && { users }) });
      }
      return true;
    };
    const shown = reports.map((report) => {
      if (report.diagnostics.length === 0) return report;
      const path = this.pathOf(report.path);
      const diagnostics = report.diagnostics.filter((it) => !isKnown(path, it, report.text));
      hidden += report.diagnostics.length - diagnostics.length;
      return diagnostics.length === report.diagnostics.length ? report : { ...report, diagnostics };
    });
    const wouldFind = dataset === run.dataset ? this.foundAgain(run) : () => false;
    let fixed = 0;
    const kept = entries.flatMap((it) => {
      const unused = wouldFind(it) ? (left.get(keyOf(it)) ?? 0) : 0;
      const rest = gone.includes(it) ? (left.get(keyOf(it)) ?? 0) : it.count;
      fixed += unused;
      return unused < rest ? [{ ...it, count: rest - unused }] : [];
    });
    const all = merged([...kept, ...moved.values()]);
    const isChanged = fixed > 0 || moved.size > 0;
    const shrink = () => (isChanged ? this.save({ dataset, entries: all }) : undefined);
    return { reports: shown, hidden, fixed, shrink };
  }

  /** Whether a run would have found a problem if it still existed: a hook checks some files, and others with other options. */
  private foundAgain({ checked, isComplete, isOff }: BaselineRun): (entry: Entry) => boolean {
    const own = new Set(checked.map((it) => this.pathOf(it)));
    const folder = dirname(this.file);
    const isChecked = (path: string) => own.has(path) || !existsSync(resolve(folder, path));
    return ({ path, code, users = [path] }) => {
      if (!existsSync(resolve(folder, path))) return true;
      return isComplete && users.every(isChecked) && !isOff(code, resolve(folder, path));
    };
  }

  private entriesOf({ path, text, diagnostics }: FileReport): Entry[] {
    const counts = new Map<string, Entry>();
    for (const it of diagnostics) {
      const entry = { path: this.pathOf(path), code: it.code, hash: hashOf(it, text) };
      const key = keyOf(entry);
      const count = (counts.get(key)?.count ?? 0) + 1;
      const users = it.users?.map((user) => this.pathOf(user));
      counts.set(key, { ...entry, count, ...(users && { users }) });
    }
    return [...counts.values()];
  }

  private pathOf(path: string): string {
    return withForwardSlashes(relative(dirname(this.file), resolve(this.io.cwd, path)));
  }

  private base(): string {
    return baseFor(withForwardSlashes(this.file), withForwardSlashes(this.io.cwd));
  }

  private read(): Stored {
    let text: string;
    try {
      text = readOwnFile(this.file, this.base()).toString();
    } catch (error) {
      const advice = existsSync(this.file) ? "" : " Create it with '--write-baseline'.";
      throw new UsageError(`Cannot read the baseline '${this.name}'. ${reasonOf(error)}${advice}`);
    }
    const stored = storedIn(text);
    if (stored) return stored;
    throw new UsageError(
      `'${this.name}' is not a baseline of this version. Write it again with '--write-baseline'.`,
    );
  }

  /** One problem per line and in order, so that a diff shows what was fixed, and changes can be merged. Returns an error message. */
  private save({ dataset, entries }: Stored): string | undefined {
    const lines = entries.map((it) => [keyOf(it), JSON.stringify(it)] as const);
    lines.sort(([a], [b]) => (a < b ? -1 : 1));
    const problems = lines.map(([, it]) => `\n    ${it}`).join(",");
    const option = dataset === undefined ? "" : `  "dataset": ${JSON.stringify(dataset)},\n`;
    const text = `{\n  "version": 1,\n${option}  "problems": [${problems}${problems && "\n  "}]\n}\n`;
    try {
      writeOwnFile(this.file, text, this.base());
      return undefined;
    } catch (error) {
      return writeReasonOf(error, this.name);
    }
  }
}

function storedIn(text: string): Stored | undefined {
  try {
    const { version, dataset, problems } = JSON.parse(text);
    const isKnown = version === 1 && Array.isArray(problems) && problems.every(isEntry);
    return isKnown ? { dataset, entries: problems } : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(it: Partial<Entry> | null): boolean {
  return (
    [it?.path, it?.code, it?.hash, ...[it?.users ?? []].flat()].every(
      (part) => typeof part === "string",
    ) &&
    Number.isSafeInteger(it?.count) &&
    (it?.count ?? 0) > 0
  );
}

type ProblemKey = Pick<Entry, "path" | "code" | "hash">;

/** Each problem once. */
function merged(entries: readonly Entry[]): readonly Entry[] {
  const byKey = new Map<string, Entry>();
  for (const it of entries)
    byKey.set(keyOf(it), { ...it, count: it.count + (byKey.get(keyOf(it))?.count ?? 0) });
  return [...byKey.values()];
}

function keyOf({ path, code, hash }: ProblemKey): string {
  return [path, code, hash].join("\0");
}
