import type { FilterContext } from "../lpfilter/language.ts";
import type { OwnPrices } from "./catalog/prices.ts";

/** The filter inside a job is analyzed with the job's own context. */
export interface JobContext extends FilterContext {
  /** The filter files that a job may refer to, as paths relative to its folder with `/`; undefined if unknown. */
  readonly files?: readonly string[] | undefined;
  /** Whether such a file exists, also outside of `files`. */
  readonly hasFile?: ((path: string) => boolean) | undefined;
  /** The text of such a file. Undefined if it is not known. */
  readonly filterText?: ((path: string) => string | undefined) | undefined;
  /** The date, as in `2026-11-15`, for signatures that expire; undefined when unknown. */
  readonly today?: string | undefined;
  /** Whether another tool, such as Terraform, sends the job. */
  readonly isInHost?: boolean | undefined;
  /** Whether the job is a whole resource of Terraform, which creates it. */
  readonly isResource?: boolean | undefined;
  /** Prices that differ from the public ones. */
  readonly prices?: OwnPrices | undefined;
}
