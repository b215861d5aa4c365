import type { FactDates } from "../../core/fact-dates.ts";
import { ratesDate } from "./prices.ts";

/** The types of the service's API client, version 7.3.0, and its pages of October 2026. Options are named after their object. */
export const jobPropertyDates: FactDates = {
  asOf: "2026-10-02",
  except: { transformer_id: "2026-09-30" },
};

/** The price list of September 2026. */
export const priceDates: FactDates = { asOf: ratesDate };

/** The pages of the destinations, read in October 2026. */
export const providerDates: FactDates = { asOf: "2026-10-01" };
