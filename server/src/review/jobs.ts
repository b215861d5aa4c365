import { compareItems, isSame } from "../compare/compare-items.ts";
import { Definitions } from "../compare/definitions.ts";
import { itemLines } from "../compare/describe.ts";
import { type Item, itemsIn, nameOf } from "../compare/items.ts";
import { matched } from "../compare/match.ts";
import { withoutIndices } from "../core/configuration/model.ts";
import type { AnyLanguage, FileContext } from "../languages.ts";
import { Lines, type Range } from "../text/lines.ts";
import type { JobReview } from "./types.ts";

/** A file that may have jobs or filters. */
export interface JobSource {
  /** As shown to the user. */
  readonly path: string;
  /** Relative to what is compared, so that both versions of a file have the same. */
  readonly name: string;
  readonly text: string;
  readonly language: AnyLanguage;
  readonly context: FileContext;
}

/** The jobs and filters of one side. */
export interface JobSide {
  readonly jobs: readonly FoundJob[];
  /** The definitions in the files of each folder. */
  readonly definitions: ReadonlyMap<string, Definitions>;
}

interface FoundJob {
  readonly item: Item;
  readonly path: string;
  readonly name: string;
  /** Undefined in a plan. */
  readonly range: Range | undefined;
}

export const noJobs: JobSide = { jobs: [], definitions: new Map() };

/** The jobs and filters in files; of plans, before or after they are applied. */
export function jobsIn(sources: readonly JobSource[], planSide: "before" | "after"): JobSide {
  const folders = new Map<string, JobSource[]>();
  for (const it of sources)
    folders.set(folderOf(it.name), [...(folders.get(folderOf(it.name)) ?? []), it]);
  const jobs = sources.flatMap(({ path, name, text, language, context }) => {
    if (!/logpush|dataset|where/.test(text)) return [];
    const isPlan = /"resource_changes"\s*:/.test(text);
    const lines = isPlan ? undefined : new Lines(text);
    return itemsIn(isPlan ? plannedJobs(text, planSide) : text, language, context)
      .filter((it) => it.kind !== "rule")
      .map((it) => ({
        // A file of its own is known by its name.
        item: { ...it, group: it.group ?? name },
        path,
        name,
        range: lines?.rangeOf(it),
      }));
  });
  return {
    jobs,
    definitions: new Map([...folders].map(([name, all]) => [name, new Definitions(all)])),
  };
}

/** Jobs and filters, compared one by one. Jobs that Terraform stops managing stay on the service. */
export function reviewJobs(
  before: JobSide,
  after: JobSide,
  forgotten: readonly string[] = [],
): readonly JobReview[] {
  const places = new Map([...before.jobs, ...after.jobs].map((it) => [it.item, it]));
  const pairs = matched(
    after.jobs.map((it) => it.item),
    before.jobs.map((it) => it.item),
  );
  const definitionsOf = (side: JobSide, item: Item) =>
    side.definitions.get(folderOf(places.get(item)?.name ?? "")) ?? new Definitions([]);
  return pairs.flatMap(({ now, before: old }): JobReview[] => {
    const item = now ?? old;
    if (!item) return [];
    const { path = "", range } = places.get(item) ?? {};
    const named = { name: item.ref ?? item.title ?? nameOf(item), source: path };
    if (!now) {
      const isForgotten = forgotten.includes(withoutIndices(item.group ?? ""));
      return [{ ...named, change: isForgotten ? "unchanged" : "removed" }];
    }
    const about = { ...named, ...(range && { range }) };
    if (!old) return [{ ...about, change: "added" }];
    const definitions = [definitionsOf(after, now), definitionsOf(before, old)] as const;
    const comparison = compareItems(now, old, definitions);
    const { relation } = comparison;
    if (isSame(comparison) || isWritten(now, old, definitions))
      return [{ ...about, change: "unchanged", relation }];
    // References that are unknown on both sides, and are written as before, are no news.
    const told = { ...comparison, notCompared: [] };
    const detail = itemLines(now, told, inWords).join("; ").replace(/\s+/g, " ");
    return [{ ...about, change: "changed", relation, detail }];
  });
}

const inWords = {
  wider: "keeps more lines",
  narrower: "keeps fewer lines",
  overlapping: "keeps other lines",
  disjoint: "keeps none of the lines that it kept",
  unknown: "Weir cannot tell which lines change",
};

/** A text with errors cannot be compared, but it is the same if nothing of it changed. */
function isWritten(
  now: Item,
  old: Item,
  [current, earlier]: readonly [Definitions, Definitions],
): boolean {
  const parts = ({ text, source, properties, references }: Item) =>
    JSON.stringify([text, source, properties, references]);
  return (
    parts(now) === parts(old) &&
    now.references.every((it) => current.textOf(it) === earlier.textOf(it))
  );
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

interface PlannedChange {
  readonly type?: unknown;
  readonly change?: Readonly<Record<string, unknown>>;
}

/** The plan with its jobs only, and what they were instead of what they become if that is asked for. */
function plannedJobs(text: string, side: "before" | "after"): string {
  if (!text.includes('"cloudflare_logpush_job"')) return "{}";
  const { format_version, resource_changes = [] } = JSON.parse(text) as {
    readonly format_version?: unknown;
    readonly resource_changes?: readonly PlannedChange[];
  };
  const jobs = resource_changes.filter((it) => it.type === "cloudflare_logpush_job");
  const changes = jobs.flatMap((it) => {
    const { change = {} } = it;
    const { before, before_sensitive = {}, actions } = change;
    const has = (action: string) => Array.isArray(actions) && actions.includes(action);
    // It stays on the service.
    const isForgotten = has("forget") && !has("create");
    const was = { actions: ["no-op"], after: before, after_sensitive: before_sensitive };
    const shown = side === "after" && !isForgotten ? change : { ...was, before, after_unknown: {} };
    return shown.after ? [{ ...it, change: shown }] : [];
  });
  return JSON.stringify({ format_version, resource_changes: changes });
}
