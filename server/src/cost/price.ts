import type { TrialRate } from "../core/trial.ts";
import type { TimeSpan } from "../try/counts.ts";

const minute = 60_000;
const hour = 60 * minute;
const month = 30 * 24 * hour;

/** Turns bytes of the logs into dollars of a month. */
export interface Pricing {
  /** Null without enough time or rates. */
  usd(bytes: number): number | null;
  /** In a month of 30 days; null without enough time. */
  gigabytes(bytes: number): number | null;
  /** For each gigabyte, if it is known. */
  readonly dollars?: number;
  /** Why there is no price. */
  readonly problem?: string;
  /** Where the rates are from. */
  readonly rates?: string;
}

/** The gigabytes that are included in a month count as used up, because other jobs of the account use them, too. */
export function pricingFor(
  rate: TrialRate | undefined,
  { first, last }: TimeSpan,
  isPartial: boolean,
): Pricing {
  const time = last - first;
  const isLong = Math.round(time / minute) >= 60;
  const gigabytes = (bytes: number) => (bytes * month) / time / 1e9;
  const none = { usd: () => null, gigabytes: () => null };
  if (isPartial) return { ...none, problem: "the logs were not read to their end" };
  const unknown = rate && "error" in rate ? lowered(rate.error.replace(/\.$/, "")) : undefined;
  if (unknown !== undefined && !isLong) return { ...none, problem: unknown };
  if (!(last >= first)) return { ...none, problem: "the lines have no timestamps" };
  if (!isLong) return { ...none, problem: "there is less than an hour of lines" };
  if (!rate) return { usd: () => null, gigabytes };
  if ("error" in rate) return { usd: () => null, gigabytes, problem: unknown ?? "" };
  const { dollars, asOf, included } = rate;
  const from = /^\d/.test(asOf) ? `public rates of ${asOf}` : `prices of ${asOf}`;
  const used = included > 0 ? `, ${included.toLocaleString("en-US")} GB included are used up` : "";
  return {
    usd: (bytes) => cents(gigabytes(bytes) * dollars),
    gigabytes,
    dollars,
    rates: `${from}${used}`,
  };
}

export function cents(dollars: number): number {
  return Number(dollars.toFixed(2));
}

export function hoursIn({ first, last }: TimeSpan): number | null {
  return last >= first ? Number(((last - first) / hour).toFixed(2)) : null;
}

function lowered(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
