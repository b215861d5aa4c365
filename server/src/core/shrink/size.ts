import type { Edit } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";

/** The size of a text by the names of the service's limits: bytes and operators of a filter, characters of a rule. */
export type Size = Readonly<Record<string, number>>;

/** A text in a document, and its shortest equivalent. */
export interface Shrinking extends Span {
  readonly before: Size;
  readonly after: Size;
  readonly limits: Size;
  /** Empty if there is no shorter text. */
  readonly edits: readonly Edit[];
  /** Whether a shorter text was found, but not proved equal as a whole. */
  readonly isUnproved: boolean;
  /** Whether the search ended before everything was tried. */
  readonly isCutShort: boolean;
}

/** A text that cannot be shortened, because its meaning is unknown. */
export interface NotShrunk extends Span {
  readonly error: string;
}

/** Whether the result is within the limits. */
export function fits({ after, limits }: Pick<Shrinking, "after" | "limits">): boolean {
  return exceededLimits(after, limits).length === 0;
}

/** The names of the limits that a size exceeds. */
export function exceededLimits(size: Size, limits: Size): string[] {
  return Object.keys(limits).filter((it) => (size[it] ?? 0) > (limits[it] ?? 0));
}

/** `1,312 → 874 bytes, 34 → 19 operators`; an unchanged number appears once. */
export function savings(before: Size, after: Size): string {
  return Object.entries(after)
    .map(([name, count]) => {
      const noun = count === 1 ? name.slice(0, -1) : name;
      const from = before[name] ?? count;
      return `${from === count ? "" : `${thousands(from)} → `}${thousands(count)} ${noun}`;
    })
    .join(", ");
}

/** Describes what was saved, and whether the result is within the limits. */
export function summary(shrinking: Omit<Shrinking, "edits" | keyof Span>): string {
  const { before, after, limits, isUnproved, isCutShort } = shrinking;
  const over = exceededLimits(after, limits).map(
    (name) => `${thousands(limits[name] ?? 0)} ${name}`,
  );
  const conclusion =
    over.length === 0 ? "Fits the limits." : `Exceeds the limit of ${over.join(" and ")}.`;
  const more = isUnproved ? " A shorter form was found, but could not be proved equal." : "";
  const stopped =
    isCutShort && !isUnproved
      ? " Weir stopped before it had tried everything, so a shorter form may exist."
      : "";
  return `${savings(before, after)}. ${conclusion}${more}${stopped}`;
}
