import { lineDifference } from "./line-difference.ts";

/** What differs between two lists: from `before[0]` up to `before[1]`, in place of which the other has `after`. */
export interface Hunk {
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/** Between the hunks the lists are the same. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  let [startI, startJ] = [0, 0];
  const close = () => {
    if (i > startI || j > startJ) hunks.push({ before: [startI, i], after: [startJ, j] });
  };
  for (const { sign } of lineDifference(before, after)) {
    if (sign === " ") close();
    if (sign !== "+") i++;
    if (sign !== "-") j++;
    if (sign === " ") [startI, startJ] = [i, j];
  }
  close();
  return hunks;
}
