import { isRule } from "../../languages.ts";
import type { RuleSets } from "../../workspace/configuration/rule-sets.ts";
import { keyOf } from "../files/uris.ts";
import type { OpenDocuments } from "./open-documents.ts";

/** Finds the open rules whose diagnostics are outdated because something around them changed. */
export class RuleSetChanges {
  /** `outdated` is called if files may be affected, with the open ones. */
  constructor(
    private readonly ruleSets: Pick<RuleSets, "changed" | "outdate">,
    private readonly documents: Pick<OpenDocuments, "keys">,
    private readonly outdated: (open: readonly string[]) => void,
  ) {}

  /** The text of a file may have changed, in the editor or on disk. */
  changed(uri: string): void {
    const affected = new Set(this.ruleSets.changed(uri).map(keyOf));
    if (affected.size === 0) return;
    const isAffected = (it: string) => it !== uri && affected.has(keyOf(it));
    this.outdated(this.documents.keys().filter(isAffected));
  }

  /** The lock file or the list of rules may have changed. */
  outdate(): void {
    if (!this.ruleSets.outdate()) return;
    this.outdated(this.documents.keys().filter((it) => isRule(keyOf(it))));
  }
}
