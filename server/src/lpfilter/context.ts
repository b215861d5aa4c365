import type { Context, ExtraFields } from "../core/context.ts";

export interface FilterContext extends Context {
  /** The dataset the caller requires (`--dataset`); it overrides the file's own directive. */
  readonly forcedDataset?: string | undefined;
  /** The datasets of a filter without a directive. More than one when several jobs use the file. */
  readonly datasets: readonly string[];
  /** The datasets are those of the jobs that name the file, which override its directive. */
  readonly isForJobs?: boolean | undefined;
  readonly limits: Limits;
  readonly extraFields: ExtraFields;
}

export interface Limits {
  /** Operators in a filter. */
  readonly operators: number;
  /** UTF-8 bytes of a filter as pushed. */
  readonly bytes: number;
}

/** The service calls both numbers approximate. */
export const serviceLimits: Limits = { operators: 30, bytes: 1000 };

export const defaultDataset = "http_requests";

export const defaultFilterContext: FilterContext = {
  datasets: [defaultDataset],
  limits: serviceLimits,
  extraFields: {},
  severity: {},
};
