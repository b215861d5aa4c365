import type { TrialOutput, TrialText } from "../../core/trial.ts";
import { utf8Length } from "../../text/lines.ts";
import type { ResultCounts, TimeSpan } from "../counts.ts";

/** The price of a job in a month of 30 days, or why it is not known. */
export type PriceAnswer = Price | { readonly error: string };

export interface Price extends Cost {
  /** If lines are undetermined. */
  readonly gigabytesAtMost?: number;
  readonly dollarsAtMost?: number;
  /** The same if the job had no filter. */
  readonly without: Cost;
  /** How many hours of lines it is extrapolated from. */
  readonly hours: number;
  /** The date of the rates, or the file that they are from. */
  readonly rates: string;
  readonly destination: string;
}

interface Cost {
  readonly gigabytes: number;
  /** After the included gigabytes. */
  readonly dollars: number;
}

const minute = 60_000;
const hour = 60 * minute;
const month = 30 * 24 * hour;

/** Undefined for a text that sends nothing. */
export function priceOf(
  { output, rate }: Pick<TrialText, "output" | "rate">,
  counts: ResultCounts,
  lines: number,
  { first, last }: TimeSpan,
  isPartial: boolean,
): PriceAnswer | undefined {
  if (!output || !rate) return undefined;
  if (isPartial) return { error: "The logs were not read to their end." };
  if ("error" in rate) return rate;
  if (last < first) return { error: "The lines have no timestamps to estimate a month from." };
  const time = last - first;
  if (Math.round(time / minute) < 60)
    return {
      error: `There is less than an hour of lines (${timeText(time)}), which is too little.`,
    };
  const costOf = (count: number, bytes: number): Cost => {
    const gigabytes = (sentBytes(output, count, bytes) * (month / time)) / 1e9;
    const dollars = Math.max(0, gigabytes - rate.included) * rate.dollars;
    return { gigabytes: rounded(gigabytes, 6), dollars: rounded(dollars, 2) };
  };
  const { kept, undetermined, outputBytes, openBytes, droppedBytes } = counts;
  const most = costOf(kept + undetermined, outputBytes + openBytes);
  return {
    ...costOf(kept, outputBytes),
    ...(undetermined > 0 && { gigabytesAtMost: most.gigabytes, dollarsAtMost: most.dollars }),
    without: costOf(lines, outputBytes + openBytes + droppedBytes),
    hours: rounded(time / hour, 2),
    rates: rate.asOf,
    destination: rate.destination,
  };
}

/** The bytes that are sent for lines after sampling, with what is written around and between them. */
export function sentBytes(output: TrialOutput, lines: number, bytes: number): number {
  const around = lines > 0 ? utf8Length(output.start) + utf8Length(output.end) : 0;
  const count = Math.round(lines * output.sampleRate);
  const between = Math.max(0, count - 1) * utf8Length(output.between);
  return Math.round(bytes * output.sampleRate) + between + around;
}

function timeText(time: number): string {
  const minutes = Math.floor(time / minute);
  return minutes > 0 ? `${minutes} min` : `${Math.floor(time / 1000)} s`;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
