import { pushedLength } from "../../json/format/minify.ts";
import { conditionsIn, type Filter } from "./filter.ts";

/** The sizes that the service limits. */
export type FilterSize = {
  /** UTF-8 bytes of the filter as pushed. */
  readonly bytes: number;
  /** Only conditions count, not groups. */
  readonly operators: number;
};

export function sizeOf({ json, node }: Pick<Filter, "json" | "node">): FilterSize {
  return { bytes: pushedLength(json), operators: conditionsIn(node) };
}
