import { reasonOf, writeReasonOf } from "./file-errors.ts";
import { type Lock, type LockEntry, lockName, readLock, writeLock } from "./lock.ts";
import { readOptionalFile, writeOwnFile } from "./own-files.ts";

/** The lock cannot be used. It is left as it is, and the message is for the person at hand. */
export class LockError extends Error {}

/** `weir.lock.json` on disk. It is read anew for every change, as another push may have written meanwhile. */
export class LockFile {
  readonly path: string;
  /** What was read last. A run over many files asks for each of them several times. */
  private known: { readonly text: string; readonly lock: Lock } | undefined;

  /** `folder` is where the `weir.json` stands. */
  constructor(folder: string) {
    this.path = `${folder}/${lockName}`;
  }

  entry(file: string, profile: string): LockEntry | undefined {
    return valueAt(valueAt(this.read(), file), profile);
  }

  /** The entries of one profile, by file. */
  entries(profile: string): readonly (readonly [file: string, entry: LockEntry])[] {
    return Object.entries(this.read()).flatMap(([file, profiles]) => {
      const entry = valueAt(profiles, profile);
      return entry ? [[file, entry] as const] : [];
    });
  }

  set(file: string, profile: string, entry: LockEntry): void {
    this.write(withEntry(this.read(), file, profile, entry));
  }

  /** A file that was renamed takes its entry along, in one write. */
  move(from: string, to: string, profile: string, entry: LockEntry): void {
    this.write(withEntry(withEntry(this.read(), from, profile, undefined), to, profile, entry));
  }

  remove(file: string, profile: string): void {
    this.write(withEntry(this.read(), file, profile, undefined));
  }

  private read(): Lock {
    const text = readOptional(this.path);
    if (this.known && text === this.known.text) return this.known.lock;
    const lock = text === undefined ? {} : readLock(text);
    if (isDamaged(lock)) throw new LockError(`'${lockName}' cannot be used. ${lock.damage}`);
    if (text !== undefined) this.known = { text, lock };
    return lock;
  }

  private write(lock: Lock): void {
    const text = writeLock(lock);
    if (text === readOptional(this.path)) return;
    try {
      writeOwnFile(this.path, text);
    } catch (error) {
      throw new LockError(writeReasonOf(error, lockName));
    }
  }
}

function withEntry(lock: Lock, file: string, profile: string, entry: LockEntry | undefined): Lock {
  const { [profile]: _replaced, ...others } = valueAt(lock, file) ?? {};
  return { ...lock, [file]: entry ? { ...others, [profile]: entry } : others };
}

/** A file may be called 'constructor'. */
function valueAt<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isDamaged(lock: Lock | { readonly damage: string }): lock is { readonly damage: string } {
  return typeof lock.damage === "string";
}

function readOptional(path: string): string | undefined {
  try {
    return readOptionalFile(path)?.toString();
  } catch (error) {
    throw new LockError(`Cannot read '${lockName}'. ${reasonOf(error)}`);
  }
}
