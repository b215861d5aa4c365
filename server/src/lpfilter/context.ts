import type { Context, ExtraFields } from "../core/context.ts";
import { type Limits, serviceLimits } from "./catalog/limits.ts";

export interface FilterContext extends Context {
  /** The dataset the caller requires (`--dataset`); it overrides the file's own directive. */
  readonly forcedDataset?: string | undefined;
  /** The datasets of a filter without a directive. More than one when several jobs use the file. */
  readonly datasets: readonly string[];
  /** Whether the datasets come from jobs that use the file, which override its directive. */
  readonly isForJobs?: boolean | undefined;
  readonly limits: Limits;
  readonly extraFields: ExtraFields;
}

export const defaultDataset = "http_requests";

export const defaultFilterContext: FilterContext = {
  datasets: [defaultDataset],
  limits: serviceLimits,
  extraFields: {},
  severity: {},
};
