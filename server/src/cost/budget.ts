import type { Budget, JobCost } from "./answer.ts";
import { cents } from "./price.ts";

/** A count of so many sent lines is told with its error. */
const countedLines = 1000;

/** One factor for all sample rates with which jobs cost at most a budget. */
export function budgetFor(
  usdPerMonth: number,
  jobs: readonly JobCost[],
  sampleRateOf: (job: JobCost) => number,
): Budget {
  const costs = jobs.map((it) => it.sends.usdPerMonth);
  const known = costs.filter((it) => it !== null);
  if (known.length < costs.length || costs.length === 0) return { usdPerMonth, cost: null };
  const cost = cents(known.reduce((sum, it) => sum + it, 0));
  if (cost <= usdPerMonth) return { usdPerMonth, cost };
  // Rounded down, so that it fits.
  const rate = Math.floor((usdPerMonth / cost) * 1000) / 1000;
  if (rate <= 0) return { usdPerMonth, cost };
  return {
    usdPerMonth,
    cost,
    rate,
    error: samplingError(rate),
    sampleRates: jobs.map((it) => ({
      path: it.path,
      sampleRate: Number((sampleRateOf(it) * rate).toFixed(4)),
    })),
  };
}

/** The relative error of a count of lines that were sampled, in 95 of 100 cases. */
export function samplingError(rate: number): number {
  return Number((1.96 * Math.sqrt((1 - rate) / countedLines)).toFixed(3));
}
