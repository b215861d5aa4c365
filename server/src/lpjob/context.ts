import type { FilterContext } from "../lpfilter/language.ts";

/** The filter inside a job is analyzed with the job's own context. */
export interface JobContext extends FilterContext {
  /** The filter files a job may name, as paths from its own folder with `/`; undefined when unknown. */
  readonly files?: readonly string[] | undefined;
  /** Whether such a file exists. It knows more files than those listed. */
  readonly hasFile?: ((path: string) => boolean) | undefined;
  /** The date, as in `2026-11-15`, for signatures that expire; undefined when unknown. */
  readonly today?: string | undefined;
  /** Another tool sends the job, such as Terraform. */
  readonly isInHost?: boolean | undefined;
}
