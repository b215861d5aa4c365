import type { CodeAction } from "vscode-languageserver";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import type { Snapshot } from "../documents/snapshots.ts";

/** A code action with the details that distinguish actions of the same title. */
export interface DescribedAction {
  readonly action: CodeAction;
  /** The text that it applies to. */
  readonly about: string;
  /** The position, one-based, as in "line 3, column 1". */
  readonly place: string;
}

export function describeAction(
  action: CodeAction,
  { start, end }: Span,
  { source, places }: Snapshot,
): DescribedAction {
  const { line, character } = places.position(start);
  const about = shorten(source.text.slice(start, Math.min(end, start + 100)).replace(/\s+/g, " "));
  return { action, about, place: `line ${line + 1}, column ${character + 1}` };
}

/** Merges identical actions, and adds details to the titles of different actions with the same title. */
export function withUniqueTitles(all: readonly DescribedAction[]): CodeAction[] {
  const distinct = mergeIdentical(all);
  const forms: readonly ((it: DescribedAction, index: number) => string)[] = [
    ({ action }) => action.title,
    ({ action, about }) => `${action.title}, for ${about}`,
    ({ action, place }) => `${action.title} (${place})`,
    ({ action }, index) => `${action.title} (${index + 1})`,
  ];
  const titles = forms.map((form) => distinct.map(form));
  const counts = titles.map(countTitles);
  return distinct.map(({ action }, index) => {
    const form = counts.findIndex((it, at) => it.get(titles[at]?.[index] ?? "") === 1);
    return { ...action, title: titles.at(form)?.[index] ?? action.title };
  });
}

/** Merges actions with the same title and edits; the result fixes all of their diagnostics. */
function mergeIdentical(all: readonly DescribedAction[]): DescribedAction[] {
  const byEdit = new Map<string, DescribedAction>();
  for (const it of all) {
    const key = JSON.stringify([it.action.title, it.action.edit]);
    const known = byEdit.get(key);
    byEdit.set(key, known ? { ...known, action: mergeActions(known.action, it.action) } : it);
  }
  return [...byEdit.values()];
}

function mergeActions(one: CodeAction, { diagnostics = [], isPreferred }: CodeAction): CodeAction {
  return {
    ...one,
    ...(diagnostics.length > 0 && { diagnostics: [...(one.diagnostics ?? []), ...diagnostics] }),
    ...(isPreferred && { isPreferred }),
  };
}

function countTitles(titles: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const it of titles) counts.set(it, (counts.get(it) ?? 0) + 1);
  return counts;
}
