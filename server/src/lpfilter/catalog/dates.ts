import type { FactDates } from "../../core/fact-dates.ts";

/** The pages of the datasets, read in October 2026. */
export const datasetDates: FactDates = { asOf: "2026-10-01" };

/** By dataset and field, as in `http_requests.RayID`. */
export const logFieldDates: FactDates = { asOf: "2026-10-01" };

/** The page of the filters has that date. */
export const filterOperatorDates: FactDates = { asOf: "2026-09-04" };

export const filterLimitDates: FactDates = { asOf: "2026-09-04" };
