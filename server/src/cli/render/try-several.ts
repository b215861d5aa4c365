import { missingText } from "../../bridge/missing.ts";
import { printable } from "../../text/printable.ts";
import {
  bytesText,
  percentText,
  plural,
  pluralRange,
  rangeText,
  shareText,
  thousands,
} from "../../text/wording.ts";
import type { EarlierResult, TryResult } from "../../try/answer.ts";
import type { TogetherAnswer } from "../../try/questions/together.ts";
import type { Paint } from "./paint.ts";

/** The effect of the change since an earlier version. */
export function changeText(result: TryResult, paint: Paint): string[] {
  const { base, gained = 0, lost = 0, removed, name } = result;
  if (base === undefined) return [];
  if (base?.error !== undefined)
    return [
      `  ${paint.yellow("unknown change")}: the earlier version cannot be tried: ${printable(base.error)}`,
    ];
  const { gainedAtMost = gained, lostAtMost = lost } = result;
  const gain = `gains ${pluralRange(gained, gainedAtMost, "line")}`;
  const loss = `loses ${pluralRange(lost, lostAtMost, "line")}`;
  const before = base === null ? "new" : `before: ${earlierText(base, result)}`;
  const isSame = gainedAtMost + lostAtMost === 0;
  const head = removed
    ? `removed${name === undefined ? "" : `: ${printable(name)}`}; ${loss}`
    : isSame
      ? "no line changes"
      : `${gain}, ${loss}`;
  const missing = base?.undetermined && base.missing ? missingText(base.missing) : "";
  const why = missing === "" ? "" : `; undetermined: ${printable(missing)}`;
  return [`  ${isSame ? head : paint.yellow(head)}; ${before}${why}`];
}

function earlierText(
  { kept = 0, keptBytes = 0, undetermined = 0 }: EarlierResult,
  { lines = 0, unreadable = 0 }: TryResult,
): string {
  const most = kept + undetermined;
  // An engine does not tell sizes.
  const least = undetermined > 0 ? "at least " : "";
  const size = keptBytes === null ? "" : `, ${least}${bytesText(keptBytes)}`;
  const share = shareText(kept, most, Math.max(1, lines - unreadable));
  return `${share}, ${pluralRange(kept, most, "line")}${size}`;
}

const mostPairs = 20;

/** How many texts keep the lines, and the pairs that keep the most. */
export function togetherText(
  { none, one, several, undetermined = 0, pairs }: TogetherAnswer,
  names: readonly string[],
  paint: Paint,
): string {
  const lines = none + one + several + undetermined;
  const count = (of: number) => `${thousands(of)} (${percentText(of, Math.max(1, lines))})`;
  const common = pairs
    .map(([i, j, least, most = least]) => ({ least, most, both: `${names[i]} and ${names[j]}` }))
    .filter((it) => it.most > 0)
    .sort((a, b) => b.least - a.least || b.most - a.most);
  const more = common.length - mostPairs;
  return [
    paint.bold("together"),
    `  kept by none: ${count(none)}, by one: ${count(one)}, by several: ${count(several)} of ${plural(lines, "line")}`,
    ...(undetermined > 0 ? [`  undetermined: ${plural(undetermined, "line")}`] : []),
    ...(common.length > 0 ? ["  kept by both"] : []),
    ...common
      .slice(0, mostPairs)
      .map((it) => `    ${rangeText(it.least, it.most).padStart(12)}  ${printable(it.both)}`),
    ...(more > 0 ? [`    … and ${plural(more, "more pair")}`] : []),
    "",
  ].join("\n");
}
