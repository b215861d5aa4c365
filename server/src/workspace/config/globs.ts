import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import type { FileContext } from "../../languages.ts";
import { globCost } from "../../text/glob.ts";
import type { Policy } from "../policies/schema.ts";
import type { Reader } from "./shape.ts";

/** Settings that are selected by globs, which are relative to the folder of the `weir.json`. */
export interface GlobSettings {
  /** Globs, and the dataset of the filters they match. The last match applies. */
  readonly datasets: readonly (readonly [glob: string, dataset: string])[];
  /** Files and folders that are not checked unless they are arguments. */
  readonly exclude: readonly string[];
  readonly overrides: readonly Override[];
  readonly policies: readonly Policy[];
}

/** Severities of some files. The last match applies. */
export interface Override {
  readonly files: readonly string[];
  readonly severity: FileContext["severity"];
}

/** More than a thousand typical globs. */
const maxGlobCost = 20_000;

/** Every glob is matched against every file, so an excess is reported and ignored. */
export function usedGlobs(root: JsonObject, given: GlobSettings, reader: Reader): GlobSettings {
  return {
    datasets: usedDatasets(root, given.datasets, reader),
    exclude: usedItems("exclude", given.exclude, (it) => [it]),
    overrides: usedItems("overrides", given.overrides, (it) => it.files),
    policies: usedItems("policies", given.policies, ({ files = [] }) => files),
  };

  function usedItems<T>(
    name: string,
    items: readonly T[],
    globsOf: (item: T) => readonly string[],
  ): readonly T[] {
    const end = firstExcess(items.map(globsOf));
    if (end === -1) return items;
    const property = propertyOf(root, name);
    if (property)
      reader.note(
        property.name,
        `Too many globs: those after the first ${end} items are ignored. ${advice}`,
      );
    return items.slice(0, end);
  }
}

function usedDatasets(
  root: JsonObject,
  datasets: GlobSettings["datasets"],
  reader: Reader,
): GlobSettings["datasets"] {
  const end = firstExcess(datasets.map(([glob]) => [glob]));
  const written = propertyOf(root, "datasets")?.value;
  if (end === -1 || written?.kind !== "object") return datasets;
  const first = propertyOf(written, datasets[end]?.[0] ?? "");
  if (first)
    reader.note(first.name, `Too many globs: this one and those after it are ignored. ${advice}`);
  return datasets.slice(0, end);
}

/** The index of the first item whose globs exceed the budget; -1 if there is none. */
function firstExcess(items: readonly (readonly string[])[]): number {
  let cost = 0;
  return items.findIndex((globs) => {
    for (const it of globs) cost += globCost(it);
    return cost > maxGlobCost;
  });
}

const advice = "Use fewer and broader ones, such as 'gateway/**'.";
