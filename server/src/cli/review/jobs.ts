import { compareItems, isSame } from "../../compare/compare-items.ts";
import { itemLines } from "../../compare/describe.ts";
import { type Item, itemsIn, nameOf } from "../../compare/items.ts";
import { matched } from "../../compare/match.ts";
import { defaultContext } from "../../languages.ts";
import type { JobReview } from "../../review/review.ts";
import type { FoundConfiguration } from "../trace/configuration.ts";

interface Found {
  readonly item: Item;
  readonly path: string;
}

/** Jobs and filters, compared one by one. */
export function reviewJobs(
  before: FoundConfiguration,
  after: FoundConfiguration,
): readonly JobReview[] {
  const [was, is] = [jobsOf(before), jobsOf(after)];
  const paths = new Map([...was, ...is].map((it) => [it.item, it.path]));
  const pairs = matched(
    is.map((it) => it.item),
    was.map((it) => it.item),
  );
  return pairs.flatMap(({ now, before: old }): JobReview[] => {
    const item = now ?? old;
    if (!item) return [];
    const about = { name: item.ref ?? item.title ?? nameOf(item), source: paths.get(item) ?? "" };
    if (!now) return [{ ...about, change: "removed" }];
    if (!old) return [{ ...about, change: "added" }];
    const comparison = compareItems(now, old);
    const { relation } = comparison;
    if (isSame(comparison)) return [{ ...about, change: "unchanged", relation }];
    const detail = itemLines(now, comparison).join(" ").replace(/\s+/g, " ");
    return [{ ...about, change: "changed", relation, detail }];
  });
}

function jobsOf({ texts }: FoundConfiguration): readonly Found[] {
  return [...texts.values()].flatMap(({ input, text }) => {
    if (!/logpush|dataset|where/.test(text) || /"resource_changes"\s*:/.test(text)) return [];
    return itemsIn(text, input.language, defaultContext)
      .filter((it) => it.kind !== "rule")
      .map((item) => ({ item, path: input.path }));
  });
}
