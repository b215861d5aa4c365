import type { LogRow, Outcome, Trial } from "../../core/trial.ts";
import { evaluateTree } from "../../core/trial-tree.ts";
import { type ConditionCounts, noConditionCounts } from "../counts.ts";
import type { Groups } from "./groups.ts";

interface SharedResult {
  readonly outcome: Outcome;
  readonly answers: readonly Outcome[];
  readonly decides: readonly boolean[];
  lines: number;
}

/** Beyond this many, results are counted and forgotten. */
const mostResults = 10_000;

/** The results of lines. Equal ones are shared, and lines of a group are evaluated once. */
export class SharedResults {
  private readonly byGroup: (SharedResult | undefined)[] = [];
  private readonly byAnswers = new Map<number | string, SharedResult>();
  /** Of forgotten results. */
  private readonly others: readonly ConditionCounts[];

  constructor(
    private readonly trial: Trial,
    private readonly groups: Groups,
  ) {
    this.others = trial.conditions.map(noConditionCounts);
  }

  /** Whether there were lines. */
  isUsed = false;

  /** Counts a line. */
  take(row: LogRow & { readonly line: number }): Outcome {
    const group = this.groups.at(row.line);
    const known = this.byGroup[group] ?? this.evaluated(row);
    if (group !== 0) this.byGroup[group] = known;
    known.lines++;
    this.isUsed = true;
    return known.outcome;
  }

  private evaluated(row: LogRow): SharedResult {
    const answers = this.trial.answers(row);
    const key = keyOf(answers);
    const known = this.byAnswers.get(key);
    if (known) return known;
    const created = { answers, ...evaluateTree(this.trial.tree, answers), lines: 0 };
    if (this.byAnswers.size >= mostResults) this.forget();
    this.byAnswers.set(key, created);
    return created;
  }

  private forget(): void {
    for (const it of this.byAnswers.values()) addLines(this.others, it);
    this.byAnswers.clear();
    this.byGroup.length = 0;
  }

  conditions(): ConditionCounts[] {
    const sum = this.others.map((it) => ({ ...it }));
    for (const it of this.byAnswers.values()) addLines(sum, it);
    return sum;
  }
}

function addLines(sum: readonly ConditionCounts[], result: SharedResult) {
  const { outcome, answers, decides, lines } = result;
  sum.forEach((it, index) => {
    const answer = answers[index];
    if (answer) it.holds += lines;
    if (answer === undefined) it.unknown = (it.unknown ?? 0) + lines;
    if (decides[index]) it.decides += lines;
    if (decides[index] && outcome) it.keeps += lines;
  });
}

/** So many digits to the base of three are exact in a number. */
const mostDigits = 33;

/** Equal for equal results. */
function keyOf(answers: readonly Outcome[]): number | string {
  if (answers.length > mostDigits) return answers.join();
  let key = 0;
  for (const it of answers) key = key * 3 + (it === undefined ? 2 : Number(it));
  return key;
}
