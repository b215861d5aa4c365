import type { TrialRate } from "../../core/trial.ts";
import {
  datasetsWithoutRate,
  includedGigabytes,
  type OwnPrices,
  prices,
  ratesDate,
} from "../catalog/prices.ts";
import type { Job } from "../syntax/job.ts";

/** The price of a gigabyte of a job, or why it is unknown. */
export function rateOf({ destination, dataset }: Job, own: OwnPrices | undefined): TrialRate {
  const isOwn = own !== undefined && Object.keys(own).length > 0;
  if (!isOwn && dataset !== undefined && datasetsWithoutRate.includes(dataset))
    return { error: `There are no public rates for '${dataset}'.` };
  const scheme = destination?.provider?.scheme;
  if (scheme === undefined)
    return { error: "The price depends on the destination, which is not known here." };
  const row = prices.find((it) => it.schemes?.includes(scheme) ?? true);
  if (!row) return { error: "There is no rate for the destination." };
  return {
    destination: row.name,
    dollars: own?.[row.name] ?? row.dollars,
    included: own?.included ?? includedGigabytes,
    asOf: isOwn ? "weir.json" : ratesDate,
  };
}
