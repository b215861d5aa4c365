import { type Hunk, hunksOf } from "../plan/hunks.ts";

export interface Merged {
  readonly text: string;
  /** The places that both sides have changed, which contain both, between markers as git writes them. */
  readonly conflicts: number;
}

/** A text with the changes that two others have made to it. */
export function mergedText(base: string, ours: string, theirs: string): Merged {
  const [from, own, other] = [base, ours, theirs].map((it) => it.split("\n"));
  if (!from || !own || !other) return { text: ours, conflicts: 0 };
  const [mine, others] = [new Side(from, own), new Side(from, other)];
  const merged: string[] = [];
  let conflicts = 0;
  let at = 0;
  for (let start = 0; start <= from.length; ) {
    const end = endOfRegion(start, mine, others);
    if (end === undefined) {
      start++;
      continue;
    }
    merged.push(...from.slice(at, start));
    const [here, there] = [mine.text(start, end), others.text(start, end)];
    const isOwn = !others.changes(start, end) || here.join("\n") === there.join("\n");
    if (isOwn) merged.push(...here);
    else if (!mine.changes(start, end)) merged.push(...there);
    else {
      conflicts++;
      merged.push("<<<<<<< this file", ...here, "=======", ...there, ">>>>>>> the service");
    }
    at = end;
    start = Math.max(end, start + 1);
  }
  return { text: [...merged, ...from.slice(at)].join("\n"), conflicts };
}

/** The end of the lines from here that a side changes, with changes of the other that touch them. */
function endOfRegion(start: number, ...sides: readonly Side[]): number | undefined {
  let end: number | undefined;
  for (let isLonger = true; isLonger; ) {
    isLonger = false;
    for (const side of sides)
      for (const { before } of side.hunks) {
        const isHere =
          before[0] === start || (end !== undefined && before[0] > start && before[0] < end);
        if (!isHere || (end !== undefined && before[1] <= end)) continue;
        end = before[1];
        isLonger = true;
      }
  }
  return end;
}

class Side {
  readonly hunks: readonly Hunk[];

  constructor(
    base: readonly string[],
    private readonly lines: readonly string[],
  ) {
    this.hunks = hunksOf(base, lines);
  }

  /** Whether a hunk is in these lines of the base. */
  changes(start: number, end: number): boolean {
    return this.within(start, end).length > 0;
  }

  /** This side's lines in place of these lines of the base. */
  text(start: number, end: number): readonly string[] {
    const before = this.hunks.filter((it) => it.before[0] < start);
    const inside = this.within(start, end);
    return this.lines.slice(start + grown(before), end + grown([...before, ...inside]));
  }

  private within(start: number, end: number): readonly Hunk[] {
    // Lines that are inserted at the end belong to the next lines.
    const isInside = (at: number) => at >= start && (at < end || start === end);
    return this.hunks.filter(({ before }) => isInside(before[0]) && before[1] <= end);
  }
}

/** By how many lines hunks lengthen the text. */
function grown(hunks: readonly Hunk[]): number {
  return hunks.reduce(
    (sum, { before, after }) => sum + (after[1] - after[0]) - (before[1] - before[0]),
    0,
  );
}
