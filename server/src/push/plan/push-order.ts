import type { ResourceKind } from "../../core/analysis.ts";
import { resourceOf } from "../../languages.ts";

/** Jobs come before the filters that belong to them. */
const order: readonly (ResourceKind | undefined)[] = ["job", "filter"];

export function inPushOrder<File extends { readonly path: string }>(files: Iterable<File>): File[] {
  return [...files].sort((a, b) => rank(a.path) - rank(b.path));
}

function rank(path: string): number {
  const index = order.indexOf(resourceOf(path));
  return index === -1 ? order.length : index;
}
