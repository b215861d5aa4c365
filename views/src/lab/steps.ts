import { time } from "../shared/numbers.ts";
import type { LabAnswer } from "./messages.ts";

/** Counts in steps of equal length. */
export type Steps = NonNullable<LabAnswer["histogram"]>;
export type Window = NonNullable<LabAnswer["span"]>;

export function stepAt({ start, step }: Steps, at: number): Window {
  return { since: start + at * step, until: start + (at + 1) * step };
}

/** In seconds, like all values of the plot. */
export function centerOf({ start, step }: Steps, at: number): number {
  return (start + (at + 0.5) * step) / 1000;
}

/** The steps that a range of time covers, at least one. */
export function stepsAround({ start, step, kept }: Steps, { since, until }: Window): Window {
  const last = kept.length - 1;
  const first = Math.max(0, Math.min(last, Math.floor((since - start) / step)));
  const end = Math.max(first + 1, Math.min(last + 1, Math.ceil((until - start) / step)));
  return { since: start + first * step, until: start + end * step };
}

const secondsPerDay = 24 * 60 * 60;

/** Labels of an axis in the form of `time`: the date below the first label of a day. */
export function axisLabels(seconds: readonly number[], increment: number): readonly string[] {
  let day = "";
  return seconds.map((it) => {
    const [date = "", clock = ""] = time(Math.round(it * 1000)).split("T");
    const isNewDay = date !== day;
    day = date;
    if (increment >= secondsPerDay) return date;
    const shown = increment < 60 ? clock.replace("Z", "") : clock.slice(0, 5);
    return isNewDay ? `${shown}\n${date}` : shown;
  });
}
