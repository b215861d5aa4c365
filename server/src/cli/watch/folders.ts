import { type FSWatcher, watch } from "node:fs";
import { codeOf } from "../../workspace/files/file-errors.ts";

/**
 * Watches folders, not files: many editors replace a file, and a watcher of the file would stay with the old one. Each folder is
 * watched by itself, because not every system can watch everything below a folder, and ignored folders may be large.
 */
export class WatchedFolders {
  private readonly watchers = new Map<string, FSWatcher>();
  private hasFailed = false;

  constructor(
    /** Called with the changed path, if known. */
    private readonly changed: (path: string | undefined) => void,
    private readonly failed: (code: string) => void,
  ) {}

  /** Replaces the set of watched folders. */
  set(folders: ReadonlySet<string>): void {
    for (const it of [...this.watchers.keys()]) if (!folders.has(it)) this.remove(it);
    for (const it of folders) if (!this.watchers.has(it)) this.add(it);
  }

  has(folder: string): boolean {
    return this.watchers.has(folder);
  }

  close(): void {
    this.set(new Set());
  }

  private add(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) =>
        this.changed(name === null ? undefined : `${folder}/${name}`),
      );
      // A deleted folder; the folder around it reports that.
      watcher.on("error", () => this.remove(folder));
      this.watchers.set(folder, watcher);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT" || this.hasFailed) return;
      this.hasFailed = true;
      this.failed(code);
    }
  }

  private remove(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }
}
