import { inOrder } from "../core/configuration/order.ts";
import type { TriedText } from "../try/subject.ts";
import { always, joined, type Leaf, never, unknownLeaf } from "./outcomes.ts";
import type { Named, Steps } from "./steps.ts";

/**
 * Rules run in order, and the first one that matches may end its set. For each line, `s` is the position of the first rule that may
 * have ended the set, and `t` whether it has done so for certain.
 */
export function reachSums(
  { tried }: { readonly tried: readonly TriedText[] },
  outcomes: readonly (Leaf & { readonly index: number })[],
  steps: Steps,
): Named[] {
  const known = new Map(outcomes.map((it) => [it.index, it]));
  const sets = new Map<string, { readonly tried: TriedText; readonly index: number }[]>();
  tried.forEach((tried, index) => {
    if (!tried.place) return;
    const key = JSON.stringify([tried.subject.file, tried.place.set]);
    sets.set(key, [...(sets.get(key) ?? []), { tried, index }]);
  });
  return [...sets.values()].flatMap((rules, set) =>
    setSums(
      inOrder(rules, (it) => it.tried.place?.order),
      set,
      known,
      steps,
    ),
  );
}

function setSums(
  rules: readonly { readonly tried: TriedText; readonly index: number }[],
  set: number,
  known: ReadonlyMap<number, Leaf>,
  steps: Steps,
): Named[] {
  const leafOf = (index: number) => known.get(index) ?? unknownLeaf;
  const mayHold = ({ fails }: Leaf) => {
    if (fails === never) return always;
    return steps.isFlat ? `(${fails}) IS NOT TRUE` : `NOT (${fails})`;
  };
  // The host fills in the rules between, so that no later one is certainly reached.
  const gap = rules.findIndex(
    ({ tried }, at) => (tried.place?.order ?? 0) > (rules[at - 1]?.tried.place?.order ?? -1) + 1,
  );
  const enders = rules.flatMap(({ tried: { place }, index }, at) => {
    const mayEnd = place?.terminates || place?.unknownAction !== undefined;
    if (!place || !mayEnd || place.acts === "never") return [];
    const isCertain = place.terminates && place.acts === "always" && (gap === -1 || at < gap);
    return [{ at, leaf: leafOf(index), isCertain }];
  });
  const first = enders.map(({ at, leaf }) => `WHEN ${mayHold(leaf)} THEN ${at + 1}`);
  const certain = enders.map(
    ({ leaf, isCertain }) =>
      `WHEN ${mayHold(leaf)} THEN ${isCertain && leaf.holds !== never ? `CASE WHEN ${leaf.holds} THEN 1 ELSE 0 END` : "0"}`,
  );
  const isStepped = enders.length > 0 && !steps.isFlat;
  const s = isStepped ? steps.add(`s${set}`, `CASE ${first.join(" ")} ELSE 0 END`) : "0";
  const t = isStepped ? steps.add(`t${set}`, `CASE ${certain.join(" ")} ELSE 0 END`) : "0";
  return rules.flatMap(({ tried: { place }, index }, at): Named[] => {
    const leaf = leafOf(index);
    const before = enders.some((it) => it.at < at);
    const earlier = steps.isFlat ? enders.filter((it) => it.at < at) : [];
    // Positions are from 1, so an earlier rule has a position of at most `at`.
    const notEnded = !before
      ? always
      : steps.isFlat
        ? flatNotEnded(earlier, mayHold)
        : `(${s} = 0 OR ${s} > ${at} OR ${t} = 0)`;
    const notSettled = steps.isFlat
      ? joined(
          earlier.map((it) => it.leaf.fails),
          "AND",
        )
      : `(${s} = 0 OR ${s} > ${at})`;
    const reached = gap !== -1 && at >= gap ? never : before ? notSettled : always;
    const mayAct = place?.acts === "never" ? never : joined([notEnded, mayHold(leaf)], "AND");
    const acts = place?.acts === "always" ? joined([reached, leaf.holds], "AND") : never;
    return [
      [`reached_${index}`, reached],
      [`reachable_${index}`, notEnded],
      [`acts_${index}`, acts],
      [`may_act_${index}`, mayAct],
    ];
  });
}

/** Where there are no subqueries: the first rule that may have ended the set decides. */
function flatNotEnded(
  earlier: readonly { readonly leaf: Leaf; readonly isCertain: boolean | undefined }[],
  mayHold: (leaf: Leaf) => string,
): string {
  const rows = earlier.flatMap(({ leaf, isCertain }) => [
    ...(isCertain && leaf.holds !== never ? [`WHEN ${leaf.holds} THEN 0`] : []),
    `WHEN ${mayHold(leaf)} THEN 1`,
  ]);
  return `CASE ${rows.join(" ")} ELSE 1 END = 1`;
}
