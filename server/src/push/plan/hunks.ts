import { lineDifference } from "./line-difference.ts";

/** A difference between two lists: `before[0]` up to `before[1]` is replaced with `after`. */
export interface Hunk {
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/** The lists are equal between the hunks. */
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
