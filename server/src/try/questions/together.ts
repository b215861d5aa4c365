import type { LogCounts, TogetherCounts } from "../counts.ts";

/** How many of several texts keep the lines. */
export interface TogetherAnswer {
  /** The lines that no text keeps, one, or several. */
  readonly none: number;
  readonly one: number;
  readonly several: number;
  /** The lines for which this is not known. */
  readonly undetermined?: number;
  /** The lines that two results keep, by their indexes. */
  readonly pairs: readonly PairCount[];
}

/** If lines are undetermined, also at most how many both keep. */
export type PairCount = readonly [
  first: number,
  second: number,
  lines: number,
  linesAtMost?: number,
];

export function togetherOf(
  results: readonly number[],
  { one, several, undetermined, pairs, pairsAtMost }: TogetherCounts,
  { lines, unreadable }: Pick<LogCounts, "lines" | "unreadable">,
): TogetherAnswer {
  return {
    none: lines - unreadable - one - several - undetermined,
    one,
    several,
    ...(undetermined > 0 && { undetermined }),
    pairs: results.flatMap((first, i) =>
      results.slice(i + 1).map((second, index): PairCount => {
        const at = i * results.length + i + 1 + index;
        const [least = 0, most = 0] = [pairs[at], pairsAtMost[at]];
        return most > least ? [first, second, least, most] : [first, second, least];
      }),
    ),
  };
}
