import { existsSync, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type BothDefinitions,
  type Comparison,
  compareItems,
  isSame,
} from "../../compare/compare-items.ts";
import { Definitions, isDefining } from "../../compare/definitions.ts";
import { matched, type Pair } from "../../compare/match.ts";
import { movesIn } from "../../compare/order.ts";
import { oneItem, selectedIn } from "../../compare/select.ts";
import { namesInCommit, textInCommit } from "../../workspace/files/git-files.ts";
import { configName } from "../../workspace/workspace.ts";
import { readInput } from "../inputs.ts";
import { UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";
import { itemsOf, itemsOfCommit, sideOf, type Target, textOf, textOfCommit } from "./target.ts";

/** An item of the file, compared with its version in the commit. */
export interface ComparedItem extends Pair {
  readonly comparison: Comparison | "added" | "removed";
}

export interface BaseComparison {
  readonly text: string;
  readonly before: string;
  readonly results: readonly ComparedItem[];
  /** Both versions have one item, or one was selected. */
  readonly isSingle: boolean;
}

export async function compareWithCommit(
  target: Target,
  commit: string,
  settings: Settings,
): Promise<BaseComparison> {
  const [text, before] = [textOf(target), await textOfCommit(target, commit)];
  const now = itemsOf(target, text, settings);
  const earlier = await itemsOfCommit(target, before, commit, settings);
  const all = matched(now, earlier);
  const pairs = chosen(target, all, text);
  const refer = pairs.some((it) => it.now && it.before && it.now.references.length > 0);
  const definitions = refer ? await definitionsAround(target, [text, before], commit) : undefined;
  const moves = movesIn(all);
  return {
    text,
    before,
    results: pairs.map((pair) => ({ ...pair, comparison: comparisonOf(pair, definitions, moves) })),
    isSingle: pairs.length === 1 && (now.length === 1 || isSelective(target)),
  };
}

function isSelective({ line, ref }: Target): boolean {
  return line !== undefined || ref !== undefined;
}

function chosen(target: Target, pairs: readonly Pair[], text: string): readonly Pair[] {
  if (!isSelective(target)) return pairs;
  const items = pairs.flatMap((it) => it.now ?? []);
  const wanted = selectedIn(items, target, text);
  if (wanted.length === 0) {
    const found = oneItem(sideOf(target, text, items));
    if ("error" in found) throw new UsageError(found.error);
  }
  return pairs.filter((it) => it.now && wanted.includes(it.now));
}

function comparisonOf(
  { now, before }: Pair,
  definitions: BothDefinitions,
  moves: ReturnType<typeof movesIn>,
): ComparedItem["comparison"] {
  if (!now) return "removed";
  if (!before) return "added";
  const found = compareItems(now, before, definitions);
  const move = moves.get(now);
  return move ? { ...found, changed: [...found.changed, move] } : found;
}

export function isUnchanged({ comparison }: ComparedItem): boolean {
  return typeof comparison === "object" && isSame(comparison);
}

/** The files of a large module are read up to this number. */
const mostFiles = 200;

/** The definitions in the files beside the target, now and in the commit. */
async function definitionsAround(
  { input }: Target,
  [text, before]: readonly [string, string],
  commit: string,
): Promise<BothDefinitions> {
  const folder = dirname(input.file);
  const own = input.file.slice(folder.length + 1);
  const isWanted = (it: string) => isDefining(it) && it !== own;
  const current = [{ path: own, text }, ...filesIn(folder, input.folder, isWanted)];
  const earlier = [{ path: own, text: before }];
  const names = (await namesInCommit(folder, commit)).filter(isWanted).slice(0, mostFiles);
  const config = configAbove(folder, input.folder);
  current.push(...config);
  for (const path of [...names, ...config.map((it) => it.path)]) {
    const read = await textInCommit(resolve(folder, path), path, commit);
    if ("text" in read) earlier.push({ path, text: read.text });
  }
  return [new Definitions(current), new Definitions(earlier)];
}

function filesIn(folder: string, base: string, isWanted: (name: string) => boolean) {
  const names = readdirSync(folder).filter(isWanted).slice(0, mostFiles);
  return names.flatMap((path) => {
    const read = readInput({ file: `${folder}/${path}`, folder: base });
    return "text" in read ? [{ path, text: read.text }] : [];
  });
}

/** The `weir.json` that applies to a folder, which may declare lists. */
function configAbove(folder: string, base: string): readonly { path: string; text: string }[] {
  for (let at = folder; ; at = dirname(at)) {
    const path = `${at}/${configName}`;
    const read = existsSync(path) ? readInput({ file: path, folder: base }) : undefined;
    if (read) return "text" in read ? [{ path, text: read.text }] : [];
    if (dirname(at) === at) return [];
  }
}
