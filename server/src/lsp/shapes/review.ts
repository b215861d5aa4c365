import type { Review } from "../../review/types.ts";

/** Result of `weir.review`: as `weir review --format json` prints it, with what a page needs. */
export interface ReviewAnswer {
  readonly review: Review;
  /** As in `HEAD`, or the name of the zone. */
  readonly before: string;
  /** The titles of phases. */
  readonly titles: Readonly<Record<string, string>>;
  /** The names of zones that the client knows, by their IDs. */
  readonly zones?: Readonly<Record<string, string>>;
  /** The URIs of the files, by the paths in the review. */
  readonly uris: Readonly<Record<string, string>>;
  /** The parts that could not be read. */
  readonly notRead: readonly string[];
}

/** Result of `weir.serviceRules`: traces can be compared with the service. */
export interface ServiceRulesAnswer {
  readonly where: string;
  readonly notRead: readonly string[];
}

export type * from "../../review/types.ts";
