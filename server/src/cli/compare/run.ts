import { type Comparison, isSame } from "../../compare/compare-items.ts";
import { compareTwo, type Side } from "../../compare/compare-two.ts";
import { comparisonJson, comparisonLines, itemLines } from "../../compare/describe.ts";
import { lineOf, nameOf } from "../../compare/items.ts";
import { Lines } from "../../text/lines.ts";
import { printable } from "../../text/printable.ts";
import { exit, type Io, UsageError } from "../io.ts";
import { Settings } from "../settings.ts";
import { type BaseComparison, type ComparedItem, compareWithCommit, isUnchanged } from "./base.ts";
import { itemsOf, sideOf, targetOf, textOf } from "./target.ts";

interface Options {
  readonly format: "pretty" | "json";
}

/** Compares two files, or a text of each. */
export function compareFiles(names: readonly [string, string], options: Options, io: Io): number {
  const settings = new Settings(io, undefined);
  const [first, second] = names.map((it) => {
    const target = targetOf(it, io);
    const text = textOf(target);
    return sideOf(target, text, itemsOf(target, text, settings));
  }) as [Side, Side];
  const found = compareTwo(first, second);
  if ("error" in found) throw new UsageError(found.error);
  return printed(found, comparisonJson(found), names, options, io);
}

function printed(
  found: Comparison,
  shown: object,
  names: readonly [string, string],
  { format }: Options,
  io: Io,
): number {
  const lines = () => comparisonLines(found, ...names).map((it) => `${it}\n`);
  const json = () => `${JSON.stringify({ version: 1, ...shown }, undefined, 2)}\n`;
  io.out(format === "json" ? json() : lines().join(""));
  if (found.relation === "unknown") return exit.couldNotRun;
  return isSame(found) ? exit.fine : exit.found;
}

/** Compares each filter, rule and job of a file with its version in a commit. */
export async function compareBase(
  name: string,
  base: string,
  options: Options,
  io: Io,
): Promise<number> {
  const target = targetOf(name, io);
  const compared = await compareWithCommit(target, base, new Settings(io, undefined));
  const [only] = compared.results;
  referToReview(compared, name, base, io);
  if (compared.isSingle && typeof only?.comparison === "object")
    return printed(only.comparison, jsonOf(only), [name, `${name} in ${base}`], options, io);
  const { results } = compared;
  io.out(
    options.format === "json" ? renderedAll(compared) : prettyAll(target.input.path, compared),
  );
  const isUnknown = ({ comparison }: ComparedItem) =>
    typeof comparison === "object" && comparison.relation === "unknown";
  if (results.some(isUnknown)) return exit.couldNotRun;
  return results.every(isUnchanged) ? exit.fine : exit.found;
}

/** Of rules, the order and the other rules decide, too. */
function referToReview({ results }: BaseComparison, name: string, base: string, io: Io): void {
  const path = name.replace(/(?:#[^#]*|:\d+)$/, "");
  if (results.some((it) => (it.now ?? it.before)?.kind === "rule" && !isUnchanged(it)))
    io.err(
      `weir: To see what this does to requests, run 'weir review --base ${base} ${printable(path)}'.\n`,
    );
}

function renderedAll({ text, results }: BaseComparison): string {
  const lines = new Lines(text);
  const shown = results.map((it) => {
    const { now, before } = it;
    const item = now ?? before;
    if (!item) return {};
    const line = now ? { line: lineOf(now, lines) } : {};
    const text = item.ref ?? item.title ?? nameOf(item);
    return { text, ...jsonOf(it), name: nameOf(item), ...line };
  });
  return `${JSON.stringify({ version: 1, results: shown }, undefined, 2)}\n`;
}

/** A rule that does something else, or elsewhere, is not called equal because of its expression. */
function jsonOf(compared: ComparedItem): object {
  const { now, comparison } = compared;
  if (typeof comparison === "string")
    return { relation: comparison, onlyFirst: null, onlySecond: null, both: null };
  const found = comparisonJson(comparison);
  const isChanged = now?.kind === "rule" && found.relation === "equal" && !isUnchanged(compared);
  return isChanged ? { ...found, relation: "changed" } : found;
}

function prettyAll(path: string, { text, results }: BaseComparison): string {
  const all = new Lines(text);
  const lines = results.flatMap(({ now, before, comparison }) => {
    const item = now ?? before;
    if (!item) return [];
    const place = now ? `${path}:${lineOf(now, all)}` : path;
    const [head, ...rest] =
      typeof comparison === "object" ? itemLines(item, comparison) : [comparison];
    return [printable(`${place}: ${nameOf(item)}: ${head}`), ...rest];
  });
  return lines.map((it) => `${it}\n`).join("");
}
