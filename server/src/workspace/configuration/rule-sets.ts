import type { RuleSetAround } from "../../core/configuration/rule-file.ts";
import { type FileContext, isRule, languageOfPath } from "../../languages.ts";
import type { FoundConfig } from "../workspace.ts";
import { FolderRules } from "./folder-rules.ts";

/** Access to the files around a `weir.json`. Paths and folders are as used by the caller; names are relative to a folder. */
export interface RuleFiles {
  /** The text of a file, or of its open document. */
  read(path: string): string | undefined;
  pathOf(folder: string, name: string): string;
  nameOf(folder: string, path: string): string;
  /** The names of the rules below a folder; undefined while unknown. */
  rulesBelow(folder: string): readonly string[] | undefined;
}

interface Settings {
  configFor(path: string): FoundConfig | undefined;
  contextFor(path: string): FileContext;
}

/** The rule sets of all folders with a `weir.json`. */
export class RuleSets {
  private readonly folders = new Map<string, FolderRules>();
  private readonly versions = new Map<string, number>();

  constructor(
    private readonly settings: Settings,
    private readonly files: RuleFiles,
  ) {}

  /** Undefined for a file that is in no set. */
  around(path: string): RuleSetAround | undefined {
    const found = this.settings.configFor(path);
    if (!found || !isRule(path) || Object.keys(found.config.profiles).length === 0)
      return undefined;
    const name = this.files.nameOf(found.folder, path);
    return (own) => ({
      findings: () => this.folder(found).findings(name, own),
      reach: () => this.folder(found).reach(name, own),
      positionFault: () => this.folder(found).positionFault(name, own),
    });
  }

  /** Called if the text of a file may have changed. Returns the affected files. */
  changed(path: string): readonly string[] {
    const found = isRule(path) ? this.settings.configFor(path) : undefined;
    const folder = found && this.folders.get(found.folder);
    const affected = found && folder?.changed(this.files.nameOf(found.folder, path));
    if (!found || !affected || affected.length === 0) return [];
    this.bump(found.folder);
    return affected.map((it) => this.files.pathOf(found.folder, it));
  }

  /** Called if the lock file or the list of rules may have changed. Returns whether files may be affected. */
  outdate(): boolean {
    const known = [...this.folders.keys()];
    for (const it of known) this.bump(it);
    this.folders.clear();
    return known.length > 0;
  }

  /** Called if the settings may have changed. */
  forget(): void {
    this.folders.clear();
  }

  /** Changes if a file changes that the diagnostics of this file depend on; empty before the first change. */
  markOf(path: string): string {
    if (this.versions.size === 0 || !isRule(path)) return "";
    const version = this.versions.get(this.settings.configFor(path)?.folder ?? "");
    return version === undefined ? "" : `~${version}`;
  }

  private bump(folder: string): void {
    this.versions.set(folder, (this.versions.get(folder) ?? 0) + 1);
  }

  private folder({ folder, config }: FoundConfig): FolderRules {
    const known = this.folders.get(folder);
    if (known) return known;
    const { files, settings } = this;
    const fresh = new FolderRules(config, {
      read: (name) => files.read(files.pathOf(folder, name)),
      rules: () => files.rulesBelow(folder)?.filter((it) => this.isIn(folder, it)),
      analysisOf: (name, text) => {
        const path = files.pathOf(folder, name);
        return languageOfPath(path)?.analyze(text, settings.contextFor(path));
      },
      pathOf: (name) => files.pathOf(folder, name),
    });
    this.folders.set(folder, fresh);
    return fresh;
  }

  /** Excludes files in subfolders with another `weir.json`. */
  private isIn(folder: string, name: string): boolean {
    return this.settings.configFor(this.files.pathOf(folder, name))?.folder === folder;
  }
}
