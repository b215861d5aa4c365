import type { AnyCheck, Check } from "../../core/check.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import type { Field } from "../../lpfilter/language.ts";
import type { JobContext } from "../context.ts";
import type { Destination } from "../syntax/destination.ts";
import type { Job, JobProperty } from "../syntax/job.ts";
import type { Template } from "../syntax/template.ts";

/** The nodes that a check can visit. */
export interface Nodes {
  /** Once per file. */
  job: Job;
  property: JobProperty;
  /** Each name in `field_names`. */
  field: JsonString;
  destination: Destination;
  template: Template;
}

/** The context of a check, besides its node. */
export interface Scope {
  readonly text: string;
  readonly job: Job;
  readonly context: JobContext;
  /** The fields of the job's dataset. */
  readonly fields: ReadonlyMap<string, Field>;
}

export type JobCheck<Kind extends keyof Nodes> = Check<Nodes, Kind, Scope>;
export type AnyJobCheck = AnyCheck<Nodes, Scope>;
