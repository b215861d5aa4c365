import type { LogRow, Outcome } from "../../core/trial.ts";
import { type ConditionCounts, noConditionCounts, type ResultCounts } from "../counts.ts";
import type { TriedText } from "../subject.ts";
import type { Groups } from "./groups.ts";
import { SharedResults } from "./shared-results.ts";

/** A text as it is tried on the lines of one file, starting with this one. */
export interface FileTrial {
  readonly start: number;
  readonly tried: TriedText;
}

/** The results of the lines of several files, in any order. Files on which a text is tried in the same way share them. */
export class FileResults {
  private readonly byText = new Map<TriedText, SharedResults>();
  private readonly files: readonly (SharedResults | undefined)[];
  private current = 0;

  constructor(
    private readonly trials: readonly FileTrial[],
    groups: Groups,
  ) {
    this.files = trials.map(({ tried }) => {
      const known =
        this.byText.get(tried) ?? (tried.trial && new SharedResults(tried.trial, groups));
      if (known) this.byText.set(tried, known);
      return known;
    });
  }

  /** Counts a line. */
  take(row: LogRow & { readonly line: number }): Outcome {
    const { trials, current } = this;
    const { line } = row;
    const end = trials[current + 1]?.start ?? Number.POSITIVE_INFINITY;
    if (line < (trials[current]?.start ?? 0) || line >= end) this.current = fileOf(trials, line);
    return this.files[this.current]?.take(row);
  }

  counts(): Pick<ResultCounts, "conditions" | "missed" | "lacked"> {
    const used = [...this.byText].filter(([, it]) => it.isUsed);
    const conditions: ConditionCounts[] = [];
    for (const [, results] of this.byText)
      results.conditions().forEach(({ holds, decides, keeps, unknown = 0 }, index) => {
        const sum = conditions[index] ?? noConditionCounts();
        const notKnown = (sum.unknown ?? 0) + unknown;
        conditions[index] = {
          holds: sum.holds + holds,
          decides: sum.decides + decides,
          keeps: sum.keeps + keeps,
          ...(notKnown > 0 && { unknown: notKnown }),
        };
      });
    return {
      conditions,
      missed: [...new Set(used.flatMap(([{ trial }]) => trial?.missed?.() ?? []))],
      lacked: [...new Set(used.flatMap(([{ trial }]) => trial?.lacked?.() ?? []))],
    };
  }
}

/** The index of the file with a line. */
export function fileOf(files: readonly FileTrial[], line: number): number {
  let [low, high] = [0, files.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((files[middle]?.start ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}
