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

/** A configuration, and which side of plans it is. */
export interface ReviewedFiles extends FoundConfiguration {
  readonly planSide: "before" | "after";
}

/** Jobs and filters, compared one by one. */
export function reviewJobs(before: ReviewedFiles, after: ReviewedFiles): readonly JobReview[] {
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
    if (isSame(comparison) || isWritten(now, old))
      return [{ ...about, change: "unchanged", relation }];
    const detail = itemLines(now, comparison).join(" ").replace(/\s+/g, " ");
    return [{ ...about, change: "changed", relation, detail }];
  });
}

/** A text with errors cannot be compared, but it is the same one if nothing of it changed. */
function isWritten(now: Item, old: Item): boolean {
  const parts = ({ text, source, properties, references }: Item) =>
    JSON.stringify([text, source, properties, references]);
  return now.references.length === 0 && parts(now) === parts(old);
}

function jobsOf({ texts, planSide }: ReviewedFiles): readonly Found[] {
  return [...texts.values()].flatMap(({ input, text }) => {
    if (!/logpush|dataset|where/.test(text)) return [];
    const own = /"resource_changes"\s*:/.test(text) ? plannedJobs(text, planSide) : text;
    return itemsIn(own, input.language, defaultContext)
      .filter((it) => it.kind !== "rule")
      .map((item) => ({ item, path: input.path }));
  });
}

interface PlannedChange {
  readonly type?: unknown;
  readonly change?: Readonly<Record<string, unknown>>;
}

/** The plan with its jobs only, and what they were instead of what they become if that is asked for. */
function plannedJobs(text: string, side: ReviewedFiles["planSide"]): string {
  if (!text.includes('"cloudflare_logpush_job"')) return "{}";
  const { format_version, resource_changes = [] } = JSON.parse(text) as {
    readonly format_version?: unknown;
    readonly resource_changes?: readonly PlannedChange[];
  };
  const jobs = resource_changes.filter((it) => it.type === "cloudflare_logpush_job");
  const changes = jobs.flatMap((it) => {
    const { change = {} } = it;
    const { before, before_sensitive = {} } = change;
    const was = { actions: ["no-op"], after: before, after_sensitive: before_sensitive };
    const shown = side === "after" ? change : { ...was, before, after_unknown: {} };
    return shown.after ? [{ ...it, change: shown }] : [];
  });
  return JSON.stringify({ format_version, resource_changes: changes });
}
