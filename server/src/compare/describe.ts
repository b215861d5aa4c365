import { relationLines, witnessText } from "../core/meaning/describe-relation.ts";
import type { RelationName } from "../core/meaning/relation.ts";
import { printable } from "../text/printable.ts";
import { type ChangedProperty, type Comparison, isSame } from "./compare-items.ts";
import type { Item } from "./items.ts";

/** Describes how two named texts relate: a sentence, then a line for each example and each difference. */
export function comparisonLines(comparison: Comparison, a: string, b: string): string[] {
  const { relation, reason, changed, notCompared } = comparison;
  const [sentence = "", ...examples] = relationLines({ ...comparison, name: relation }, a, b);
  const isOtherwise = relation === "equal" && !isSame(comparison);
  const first = isOtherwise
    ? `different: ${a} and ${b} match the same, but differ in what they do.`
    : [sentence, reason].filter((it) => it !== undefined).join(" ");
  const rest = [...changed.map(changeText), ...notComparedText(notCompared)];
  return [first, ...(isOtherwise ? [] : examples), ...rest.map((it) => `  ${it}`)].map(printable);
}

/** The same in one line, with the examples below, for one of several items. `inWords` names relations for people. */
export function itemLines(
  item: Item,
  comparison: Comparison,
  inWords: Partial<Record<RelationName, string>> = {},
): string[] {
  const { relation, reason, changed, notCompared, onlyFirst, onlySecond } = comparison;
  const isOtherwise = relation === "equal" && !isSame(comparison);
  const name = isOtherwise
    ? item.kind === "rule"
      ? "changed"
      : "filter equal"
    : (inWords[relation] ?? relation);
  const head = reason === undefined ? name : `${name}: ${reason.replace(/\.$/, "")}`;
  const rest = [...changed.map(changeText), ...notComparedText(notCompared)];
  return [
    [head, ...rest].join("; "),
    ...(onlyFirst ? [`  now: ${witnessText(onlyFirst)}`] : []),
    ...(onlySecond ? [`  no longer: ${witnessText(onlySecond)}`] : []),
  ].map(printable);
}

function changeText({ property, before, after, default: usual }: ChangedProperty): string {
  if (property === "order") return `moved ${after}`;
  if (before === after) return `${property}: changed`;
  const none = usual === undefined ? "(not set)" : `${usual} (default)`;
  return `${property}: ${before ?? none} → ${after ?? none}`;
}

function notComparedText(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`not compared: ${names.join(", ")}`];
}

type Optional = "reason" | "changed" | "notCompared";
export type ComparisonJson = Omit<Comparison, Optional> & Partial<Pick<Comparison, Optional>>;

/** As JSON. Missing parts are left out. */
export function comparisonJson({
  changed,
  notCompared,
  reason,
  ...rest
}: Comparison): ComparisonJson {
  const { relation, onlyFirst, onlySecond, both } = rest;
  return {
    relation,
    onlyFirst,
    onlySecond,
    both,
    ...(reason === undefined ? {} : { reason }),
    ...(changed.length === 0 ? {} : { changed }),
    ...(notCompared.length === 0 ? {} : { notCompared }),
  };
}
