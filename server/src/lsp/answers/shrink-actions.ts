import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { fits, type Shrinking, savings, summary } from "../../core/shrink/size.ts";
import { applyEdits } from "../../text/edit.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ShrinkResponse } from "../protocol.ts";
import { toDiagnostic, toEdits, toWorkspaceEdit } from "../wire/convert.ts";
import { type DescribedAction, describeAction } from "./unique-titles.ts";

/** Diagnostics for texts that exceed a limit, or are close to it. */
const limitCodes: ReadonlySet<string> = new Set([
  "filter-too-large",
  "too-many-operators",
  "near-size-limit",
  "near-operator-limit",
  "expression-too-long",
  "near-length-limit",
]);

/** A transformer has room for such filters. */
const transformerCodes: ReadonlySet<string> = new Set(["filter-too-large", "too-many-operators"]);

/** A cache, because editors request actions with each cursor move. A diagnostic belongs to one version of its text. */
const known = new WeakMap<Diagnostic, readonly Shrinking[]>();

/** A shorter text with the same meaning, for a diagnostic about its length. None if there is no shorter one. */
export function shrinkActions(found: Diagnostic, it: Snapshot): DescribedAction[] {
  if (!limitCodes.has(found.code)) return [];
  const shrunk = known.get(found) ?? shorterTexts(found, it);
  known.set(found, shrunk);
  return shrunk.map((shorter) => {
    const action: CodeAction = {
      title: titleOf(shorter),
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(found, it.places)],
      edit: toWorkspaceEdit(shorter.edits, it.places),
    };
    return describeAction(action, shorter, it);
  });
}

/** Copies the SQL of a transformer, for a filter over a limit. */
export function transformerActions(found: Diagnostic, it: Snapshot): DescribedAction[] {
  if (!transformerCodes.has(found.code)) return [];
  const title = "Copy as SQL of a transformer";
  const args = { uri: it.source.uri, dialect: "transformer" };
  const action: CodeAction = {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(found, it.places)],
    command: { title, command: "weir.copySql", arguments: [args] },
  };
  return [describeAction(action, found, it)];
}

function shorterTexts({ start, end }: Diagnostic, { analysis }: Snapshot): readonly Shrinking[] {
  const texts = analysis.shrink?.({ start, end }) ?? [];
  return texts.flatMap((it) => ("error" in it || it.edits.length === 0 ? [] : [it]));
}

function titleOf(shorter: Shrinking): string {
  const saved = savings(shorter.before, shorter.after);
  return fits(shorter) ? `Shrink to fit: ${saved}` : `Shrink: ${saved} (still over the limit)`;
}

/** The texts of a document, each as short as it can be. */
export function shrinkDocument({ analysis, source, places }: Snapshot): ShrinkResponse {
  const { text } = source;
  const found = analysis.shrink?.({ start: 0, end: text.length }) ?? [];
  if (found.length === 0) return { refusal: "This document has no filters or rules." };
  return {
    texts: found.map((it) =>
      "error" in it
        ? { error: it.error }
        : {
            summary: summary(it),
            fits: fits(it),
            edits: toEdits(it.edits, places),
            text: applyEdits(text, it.edits),
          },
    ),
  };
}
