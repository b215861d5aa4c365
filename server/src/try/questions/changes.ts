import type { Span } from "../../text/span.ts";
import { type Subject, type TriedText, textsIn } from "../subject.ts";
import type { ChangedIndexes } from "./question.ts";

/** A file and its earlier version, and which of their filters, jobs and rules are the same. */
export interface Versions {
  readonly now: Subject;
  /** Undefined for a new file. */
  readonly before: Subject | undefined;
  /** The texts of the earlier version, if they are known already. */
  readonly texts?: readonly TriedText[];
  readonly items: readonly ItemSpans[];
}

/** Where a filter, job or rule is in both versions. */
export interface ItemSpans {
  readonly now: Span | undefined;
  readonly before: Span | undefined;
}

/** A text and its earlier version. One of them may be undefined. */
export interface Change {
  readonly now: TriedText | undefined;
  readonly before: TriedText | undefined;
}

/** The earlier versions of the texts, then the texts that were removed. */
export function changesIn(
  texts: readonly TriedText[],
  versions: readonly Versions[],
  chosen: (text: TriedText) => TriedText | readonly never[] = (it) => it,
): readonly Change[] {
  const both = versions.map(({ now, before, texts: known, items }) => {
    const current = texts.filter((it) => it.subject === now);
    const left = new Set((known ?? (before ? textsIn(before) : [])).flatMap(chosen));
    const changed = current.map((text): Change => {
      const item = items.find((it) => it.now && holds(it.now, text));
      const earlier = [...left].find(
        (it) => it.language === text.language && item?.before && holds(item.before, it),
      );
      if (earlier) left.delete(earlier);
      return { now: text, before: earlier };
    });
    const removed = outermost([...left]).map((it): Change => ({ now: undefined, before: it }));
    return { changed, removed };
  });
  return [...both.flatMap((it) => it.changed), ...both.flatMap((it) => it.removed)];
}

/** A text without a region is the whole file. */
function holds(item: Span, { region }: TriedText): boolean {
  return !region || (item.start <= region.start && region.end <= item.end);
}

/** In a host file, a job has its filter inside. */
export function outermost(texts: readonly TriedText[]): readonly TriedText[] {
  return texts.filter((it) => !isWithinOther(it, texts));
}

function isWithinOther({ subject, region }: TriedText, texts: readonly TriedText[]): boolean {
  return texts.some(
    (it) =>
      it.subject === subject &&
      it.region !== undefined &&
      region !== undefined &&
      it.region.start < region.start &&
      region.end <= it.region.end,
  );
}

/** The changes of the texts of a group, by their indexes. */
export function indexesOf(
  changes: readonly Change[],
  texts: readonly TriedText[],
): readonly ChangedIndexes[] {
  const indexOf = (text: TriedText | undefined) => {
    const index = text ? texts.indexOf(text) : -1;
    return index < 0 ? undefined : index;
  };
  return changes
    .map(({ now, before }) => ({ now: indexOf(now), before: indexOf(before) }))
    .filter(({ now, before }) => now !== undefined || before !== undefined);
}
