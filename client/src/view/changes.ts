import { EventEmitter, Uri, workspace } from "vscode";
import type { FileChange, ProfileRow } from "../../../server/src/lsp/protocol.ts";
import type { Profiles } from "../account/profiles.ts";
import { type Ask, isRefused } from "../server/ask.ts";

/** Debounce, in milliseconds. */
const pause = 200;

/** A file that differs from the service under its active profile. */
export interface Change extends FileChange {
  readonly profile: string;
}

/** The files that differ from the service, as far as known without a request. */
export class Changes {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #all: readonly Change[] = [];
  #byFile: ReadonlyMap<string, Change> = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reads = 0;
  #isChecking = false;

  constructor(
    private readonly ask: Ask,
    private readonly profiles: Profiles,
  ) {}

  get all(): readonly Change[] {
    return this.#all;
  }

  /** Whether these are the files of before a push, pull or undo. */
  get isChecking(): boolean {
    return this.#isChecking;
  }

  /** Something was pushed, pulled or undone. A refresh follows. */
  outdate(): void {
    this.#isChecking = true;
    this.#reads += 1;
    this.#changed.fire();
  }

  of(file: Uri): Change | undefined {
    return this.#byFile.get(file.toString());
  }

  /** Debounced. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    const found: Change[] = [];
    for (const { name, uri } of workspace.isTrusted ? activeRows(this.profiles) : []) {
      const answer = await this.ask("weir.changes", { profile: name, uri });
      // The newest read wins.
      if (read !== this.#reads) return;
      if (isRefused(answer)) continue;
      for (const it of answer.files) found.push({ ...it, profile: answer.profile });
    }
    const isSame = !this.#isChecking && JSON.stringify(found) === JSON.stringify(this.#all);
    this.#isChecking = false;
    if (isSame) return;
    this.#all = found;
    this.#byFile = new Map(found.map((it) => [Uri.parse(it.uri).toString(), it]));
    this.#changed.fire();
  }
}

/** The active profile of each `weir.json`. */
function activeRows(profiles: Profiles): ProfileRow[] {
  const uris = new Set(profiles.rows.map((it) => it.uri));
  return [...uris].flatMap((uri) => {
    const row = profiles.for(uri);
    return row && row.problem === undefined ? [row] : [];
  });
}
