import { codeOf, reasonOf, writeReasonOf } from "../files/file-errors.ts";
import {
  createStateFolder,
  readOptionalFile,
  stateFolderName,
  writeOwnFile,
} from "../files/own-files.ts";
import {
  emptyLock,
  type Lock,
  type LockContents,
  type LockEntry,
  lockName,
  type Recorded,
  type RecordedRules,
  type RulesetOrders,
  readContents,
  writeLock,
} from "./lock.ts";
import type { HeldMutex, MutexOwner } from "./mutex.ts";
import {
  acquireMutexSync,
  beat,
  MutexTimeout,
  type WaitOptions,
  waitForMutex,
} from "./wait-for-mutex.ts";

/** The lock file cannot be used, and is not changed. The message is shown to the user. */
export class LockError extends Error {}

/** The user canceled waiting for another process. */
export class WaitEnded extends LockError {}

/** Names the process that is working on the lock file and its resources. */
export const mutexName = `${stateFolderName}/mutex`;

/** A period in which no other process changes the lock file or pushes its resources. */
export interface LockPeriod {
  /** Releases the lock while `run` is executed. */
  pause<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** `weir.lock.json` on disk. It is read again for every change, because another push may have changed it. */
export class LockFile {
  readonly path: string;
  private mutex: HeldMutex | undefined;
  private beats: NodeJS.Timeout | undefined;
  /** The text that was last read or written. */
  private seen: string | undefined;
  /** The entries that were written through this object, as `file\nprofile`. */
  private readonly written = new Set<string>();
  /** The last parsed contents, cached because a run over many files reads each entry several times. */
  private known: (LockContents & { readonly text: string }) | undefined;

  /** `folder` contains the `weir.json`. */
  constructor(private readonly folder: string) {
    this.path = `${folder}/${lockName}`;
  }

  entry(file: string, profile: string): LockEntry | undefined {
    return valueAt(valueAt(this.read().lock, file), profile);
  }

  /** The entries of one profile, by file. */
  entries(profile: string): readonly (readonly [file: string, entry: LockEntry])[] {
    return Object.entries(this.read().lock).flatMap(([file, profiles]) => {
      const entry = valueAt(profiles, profile);
      return entry ? [[file, entry] as const] : [];
    });
  }

  /** Whether this object has written the entry, so that a step in it does not come from an interrupted push. */
  hasWritten(file: string, profile: string): boolean {
    return this.written.has(`${file}\n${profile}`);
  }

  set(file: string, profile: string, entry: LockEntry): void {
    this.written.add(`${file}\n${profile}`);
    this.changeEntries((lock) => withEntry(lock, file, profile, entry));
  }

  /** Moves the entry of a renamed file, in one write. */
  move(from: string, to: string, profile: string, entry: LockEntry): void {
    this.written.add(`${to}\n${profile}`);
    this.changeEntries((lock) =>
      withEntry(withEntry(lock, from, profile, undefined), to, profile, entry),
    );
  }

  remove(file: string, profile: string): void {
    this.changeEntries((lock) => withEntry(lock, file, profile, undefined));
  }

  /** Sets the rules of a ruleset, in execution order. */
  setOrder(ruleset: string, rules: readonly string[]): void {
    this.change(({ orders }) => ({ orders: { ...orders, [ruleset]: rules } }));
  }

  /** The rules of each ruleset, in execution order. */
  orders(): RulesetOrders {
    return this.read().orders;
  }

  /** The profiles with entries. */
  profiles(): readonly string[] {
    return [...new Set(Object.values(this.read().lock).flatMap((it) => Object.keys(it)))];
  }

  /** A rule that no longer exists has been created again: the others of its ruleset find their places beside the new one. */
  replaceInOrder(ruleset: string, old: string, rule: string): void {
    const rules = valueAt(this.read().orders, ruleset);
    if (!rules?.includes(old)) return;
    this.setOrder(
      ruleset,
      rules.map((it) => (it === old ? rule : it)),
    );
  }

  /** The rules that no file can have. */
  recorded(): Recorded {
    return this.read().recorded;
  }

  /** Sets the rules of a ruleset that no file can have; undefined if there are none. */
  setRecorded(ruleset: string, rules: RecordedRules | undefined): void {
    this.change(({ recorded: { [ruleset]: _old, ...others } }) => ({
      recorded: rules ? { ...others, [ruleset]: rules } : others,
    }));
  }

  /** The filters that pushes created, and that only rules without a file use. */
  keptFilters(): readonly string[] {
    return this.read().filters;
  }

  keepFilter(filter: string): void {
    this.change(({ filters }) => ({ filters: [...new Set([...filters, filter])] }));
  }

  forgetFilter(filter: string): void {
    if (!this.keptFilters().includes(filter)) return;
    this.change(({ filters }) => ({ filters: filters.filter((it) => it !== filter) }));
  }

  removeFromOrder(ruleset: string, rule: string): void {
    const rules = valueAt(this.read().orders, ruleset);
    if (!rules?.includes(rule)) return;
    this.setOrder(
      ruleset,
      rules.filter((it) => it !== rule),
    );
  }

  /** Runs a function under the lock, which excludes other processes on this machine and on machines that share the folder. */
  async exclusively<Value>(
    run: (exclusive: LockPeriod) => Promise<Value>,
    options: WaitOptions = {},
  ): Promise<Value> {
    await this.begin(options);
    try {
      return await run({
        pause: async (meanwhile) => {
          this.end();
          const value = await meanwhile();
          await this.begin(options);
          return value;
        },
      });
    } finally {
      this.end();
    }
  }

  /** Whether another process has changed the lock file since the last call or our last change. */
  hasNews(): boolean {
    const text = readOptional(this.path) ?? "";
    const isNew = this.seen !== undefined && this.seen !== text;
    this.seen = text;
    return isNew;
  }

  private async begin(options: WaitOptions): Promise<void> {
    try {
      this.mutex = await waitForMutex(this.mutexPlace(), options);
      const { mutex } = this;
      this.beats = setInterval(() => mutex.beat(), beat).unref();
    } catch (error) {
      if (options.signal?.aborted) throw new WaitEnded("Canceled while waiting for another push.");
      if (error instanceof MutexTimeout) throw new LockError(stillBusy(error.owner));
      // On a read-only disk nothing can be pushed, because the lock file is written first.
      if (!readOnly.includes(codeOf(error))) throw notWritten(error);
    }
  }

  private mutexPlace(): string {
    createStateFolder(this.folder);
    return `${this.folder}/${mutexName}`;
  }

  private end(): void {
    clearInterval(this.beats);
    this.mutex?.end();
    this.mutex = undefined;
  }

  private read(): LockContents {
    return this.parsed(readOptional(this.path));
  }

  private parsed(text: string | undefined): LockContents {
    if (text === undefined) return emptyLock;
    if (text === this.known?.text) return this.known;
    const read = readContents(text);
    if ("damage" in read) throw new LockError(`'${lockName}' cannot be used. ${read.damage}`);
    this.known = { ...read, text };
    return read;
  }

  private changeEntries(change: (lock: Lock) => Lock): void {
    this.change(({ lock }) => ({ lock: change(lock) }));
  }

  private change(change: (contents: LockContents) => Partial<LockContents>): void {
    const next = (before: string | undefined) => {
      const old = this.parsed(before);
      const { lock, orders, recorded, filters } = { ...old, ...change(old) };
      return writeLock(lock, orders, recorded, filters);
    };
    const before = readOptional(this.path);
    const after = next(before);
    if (after === before) return;
    const mutex = this.mutex ?? this.shortMutex();
    try {
      if (!mutex.isOurs()) throw new LockError(takenOver);
      // The holder of the mutex need not read the file again.
      this.write(mutex === this.mutex ? after : next(readOptional(this.path)));
    } finally {
      if (mutex !== this.mutex) mutex.end();
    }
  }

  private write(text: string): void {
    try {
      writeOwnFile(this.path, text, undefined, { aside: createStateFolder(this.folder) });
      this.seen = text;
    } catch (error) {
      throw notWritten(error);
    }
  }

  private shortMutex(): HeldMutex {
    try {
      return acquireMutexSync(this.mutexPlace());
    } catch (error) {
      throw error instanceof MutexTimeout
        ? new LockError(stillBusy(error.owner))
        : notWritten(error);
    }
  }
}

function notWritten(error: unknown): LockError {
  return new LockError(writeReasonOf(error, lockName));
}

const readOnly = ["EROFS", "EACCES", "EPERM"];

/** As in "process 7 on 'build-3'". */
export function ownerText({ host, pid }: MutexOwner): string {
  return `process ${pid} on '${host}'`;
}

function stillBusy(owner: MutexOwner): string {
  return `Another push is still running (${ownerText(owner)}); nothing was changed. Try again when it has finished.`;
}

const takenOver = "Another process took over this push because it did not respond. Push again.";

function withEntry(lock: Lock, file: string, profile: string, entry: LockEntry | undefined): Lock {
  const { [profile]: _replaced, ...others } = valueAt(lock, file) ?? {};
  return { ...lock, [file]: entry ? { ...others, [profile]: entry } : others };
}

/** Own properties only, because a file may be called 'constructor'. */
function valueAt<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

function readOptional(path: string): string | undefined {
  try {
    return readOptionalFile(path)?.toString();
  } catch (error) {
    throw new LockError(`Cannot read '${lockName}'. ${reasonOf(error)}`);
  }
}
