import type { Counts } from "../try/counts.ts";
import type { TallyOptions } from "../try/questions/question.ts";
import { always, joined, type Leaf, never, unknownLeaf } from "./outcomes.ts";

/** The questions about several texts on the same line: all together, or each with its earlier version. */
export type SeveralTexts = Pick<TallyOptions, "together" | "changes">;

type Named = readonly [name: string, sql: string];

/** A text that did not exist, or does not any more, keeps nothing. */
const nothing: Leaf = { holds: never, fails: always };

/** The counted combinations, as conditions on a line. `leafOf` is the outcome of a text; `add` gives a value a name. */
export function severalSums(
  { together = [], changes = [] }: SeveralTexts,
  known: ReadonlyMap<number, Leaf>,
  add: (name: string, sql: string) => string,
): readonly Named[] {
  const leafOf = (text: number | undefined) =>
    text === undefined ? nothing : (known.get(text) ?? unknownLeaf);
  return [
    ...togetherSums(
      together.map((it) => leafOf(it)),
      add,
    ),
    ...changes.flatMap(({ now, before }): Named[] => {
      const text = now ?? before;
      const [after, earlier] = [leafOf(now), leafOf(before)];
      return [
        [`gained_${text}`, joined([after.holds, earlier.fails], "AND")],
        [`may_gain_${text}`, joined([mayHold(after), mayFail(earlier)], "AND")],
        [`lost_${text}`, joined([after.fails, earlier.holds], "AND")],
        [`may_lose_${text}`, joined([mayFail(after), mayHold(earlier)], "AND")],
      ];
    }),
  ];
}

function togetherSums(
  leaves: readonly Leaf[],
  add: (name: string, sql: string) => string,
): readonly Named[] {
  if (leaves.length === 0) return [];
  const count = (conditions: readonly string[]) =>
    conditions.map((it) => `CASE WHEN ${it} THEN 1 ELSE 0 END`).join(" + ");
  const kept = add("k", count(leaves.map((it) => it.holds)));
  const possible = add("p", count(leaves.map(mayHold)));
  const pairs = leaves.flatMap((first, i) =>
    leaves.slice(i + 1).flatMap((second, index): Named[] => {
      const j = i + 1 + index;
      return [
        [`both_${i}_${j}`, joined([first.holds, second.holds], "AND")],
        [`may_both_${i}_${j}`, joined([mayHold(first), mayHold(second)], "AND")],
      ];
    }),
  );
  return [
    ["one", `${kept} = 1 AND ${possible} = 1`],
    ["several", `${kept} > 1`],
    ["undecided", `${kept} < 2 AND ${possible} > ${kept}`],
    ...pairs,
  ];
}

function mayHold({ fails }: Leaf): string {
  return negated(fails);
}

function mayFail({ holds }: Leaf): string {
  return negated(holds);
}

function negated(condition: string): string {
  if (condition === never) return always;
  return condition === always ? never : `NOT (${condition})`;
}

/** Adds what was counted. `count` is the count of a name. */
export function readSeveral(
  { results, together: sum }: Counts,
  { together = [], changes = [] }: SeveralTexts,
  count: (name: string) => number,
): void {
  for (const { now, before } of changes) {
    const text = now ?? before ?? -1;
    const result = results[text];
    if (!result) continue;
    result.gained = count(`gained_${text}`);
    result.gainedAtMost = count(`may_gain_${text}`);
    result.lost = count(`lost_${text}`);
    result.lostAtMost = count(`may_lose_${text}`);
  }
  if (!sum || together.length === 0) return;
  sum.one = count("one");
  sum.several = count("several");
  sum.undetermined = count("undecided");
  together.forEach((_, i) => {
    for (let j = i + 1; j < together.length; j++) {
      sum.pairs[i * together.length + j] = count(`both_${i}_${j}`);
      sum.pairsAtMost[i * together.length + j] = count(`may_both_${i}_${j}`);
    }
  });
}
