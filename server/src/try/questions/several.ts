import type { Outcome } from "../../core/trial.ts";
import { addValue, type Counts, type ResultCounts, type TogetherCounts } from "../counts.ts";
import type { ChangedIndexes, TallyOptions } from "./question.ts";

/** The effect of a change on a line. Undefined if it stays kept or dropped, or is undetermined. */
export type LineChange = "gained" | "lost" | undefined;

/** Asks about the outcomes of several texts on the same line. */
export class Several {
  /** In the order of the texts. A text that cannot be tried is undetermined. */
  private readonly outcomes: Outcome[];
  private readonly before: ReadonlySet<number>;

  private constructor(
    private readonly counts: Counts,
    private readonly changes: readonly ChangedIndexes[],
    private readonly together: readonly number[],
  ) {
    this.outcomes = counts.results.map(() => undefined);
    this.before = new Set(changes.flatMap((it) => it.before ?? []));
  }

  /** Undefined if each text is counted alone. */
  static of(
    { changes = [], together = [] }: Pick<TallyOptions, "changes" | "together">,
    counts: Counts,
  ): Several | undefined {
    if (changes.length + together.length === 0) return undefined;
    return new Several(counts, changes, together);
  }

  /** Whether a text is an earlier version, of which no lines are printed. */
  isEarlier(text: number): boolean {
    return this.before.has(text);
  }

  set(text: number, outcome: Outcome): void {
    this.outcomes[text] = outcome;
  }

  /** Counts a line whose outcomes have been set. The change belongs to the first text. */
  count(
    by: readonly string[],
    value: (field: string, text: number) => string = () => "",
  ): LineChange {
    if (this.counts.together)
      addLine(
        this.counts.together,
        this.together.map((it) => this.outcomes[it]),
      );
    let first: LineChange;
    this.changes.forEach(({ now, before }, index) => {
      const text = now ?? before ?? -1;
      const result = this.counts.results[text];
      if (!result) return;
      const change = addChange(result, this.outcomeOf(now), this.outcomeOf(before));
      if (index === 0) first = change;
      if (change) for (const it of by) addValue(result.by[it]?.[change], value(it, text), 1);
    });
    return first;
  }

  /** A text that did not exist, or does not any more, keeps nothing. */
  private outcomeOf(text: number | undefined): Outcome {
    return text === undefined ? false : this.outcomes[text];
  }
}

/** Counts what a change does to a line. */
export function addChange(
  counts: Pick<ResultCounts, "gained" | "gainedAtMost" | "lost" | "lostAtMost">,
  now: Outcome,
  before: Outcome,
): LineChange {
  if (now !== false && before !== true) counts.gainedAtMost++;
  if (now !== true && before !== false) counts.lostAtMost++;
  if (now === undefined || before === undefined || now === before) return undefined;
  if (now) counts.gained++;
  else counts.lost++;
  return now ? "gained" : "lost";
}

/** Counts a line by the texts that keep it. Lines that none keeps need not be added: they are the rest. */
export function addLine(counts: TogetherCounts, outcomes: readonly Outcome[]): void {
  const possible = outcomes.flatMap((it, index) => (it === false ? [] : [index]));
  if (possible.length === 0) return;
  const kept = possible.filter((it) => outcomes[it]);
  if (kept.length > 1) counts.several++;
  else if (kept.length < possible.length) counts.undetermined++;
  else counts.one++;
  possible.forEach((i, index) => {
    for (const j of possible.slice(index + 1)) {
      const pair = i * outcomes.length + j;
      increment(counts.pairsAtMost, pair);
      if (outcomes[i] && outcomes[j]) increment(counts.pairs, pair);
    }
  });
}

function increment(counts: Float64Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}
