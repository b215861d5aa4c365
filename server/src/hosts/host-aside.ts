import type { Embedded } from "./embedded.ts";

/** What a host finds beside its texts. */
export interface HostAside {
  /** The texts that the host fills in as a whole. */
  readonly unknown: Embedded[];
  /** The document with the same offsets as it may be shown: without sensitive values. */
  shown?: string;
  /** Why the document cannot be used, and what to do instead. */
  refusal?: string;
  /** Why the texts may not be all. */
  problem?: string;
}
