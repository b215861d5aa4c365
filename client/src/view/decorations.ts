import {
  type Disposable,
  EventEmitter,
  FileDecoration,
  type FileDecorationProvider,
  l10n,
  ThemeColor,
  type Uri,
  window,
} from "vscode";
import { fileStatusText } from "../labels.ts";
import type { Change, Changes } from "./changes.ts";

/** Files that were never pushed have no badge. */
const looks: Readonly<
  Record<Change["status"], readonly [badge: string, color: string] | undefined>
> = {
  changed: ["↑", "gitDecoration.modifiedResourceForeground"],
  "half-way": ["↑", "charts.orange"],
  drifted: ["↓", "charts.orange"],
  missing: ["↓", "charts.orange"],
  both: ["⇅", "gitDecoration.conflictingResourceForeground"],
  "never-pushed": undefined,
};

/** Badges in the Explorer. */
export class Decorations implements FileDecorationProvider {
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(private readonly changes: Changes) {}

  register(): Disposable[] {
    return [
      window.registerFileDecorationProvider(this),
      this.changes.onDidChange(() => this.#changed.fire(undefined)),
    ];
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const change = this.changes.of(uri);
    const look = change && looks[change.status];
    if (!look) return undefined;
    const [badge, color] = look;
    const { isChecking } = this.changes;
    return new FileDecoration(
      isChecking ? "…" : badge,
      isChecking ? l10n.t("Checking…") : fileStatusText(change.status),
      new ThemeColor(isChecking ? "descriptionForeground" : color),
    );
  }
}
