import type { Result } from "../../push/plan.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { type Paint, plural } from "./words.ts";

/** One document whose shape is a contract: other programs read it. */
export function renderResultsJson(results: readonly Result[]): string {
  const rows = results.map(({ path, profile, outcome, ids, message }) => ({
    path,
    profile,
    outcome,
    ids,
    message,
  }));
  return `${printableJson({ version: 1, results: rows })}\n`;
}

const colours: Readonly<Record<Result["outcome"], keyof Paint>> = {
  created: "green",
  updated: "green",
  deleted: "green",
  unchanged: "dim",
  skipped: "yellow",
  failed: "red",
};
const widest = Math.max(...Object.keys(colours).map((it) => it.length));

/** What the outcomes are called; the contract has its own words. */
export type Words = Partial<Readonly<Record<Result["outcome"], string>>>;

export function renderResult(result: Result, paint: Paint, words: Words): string {
  const { path, outcome, message } = result;
  const word = paint[colours[outcome]]((words[outcome] ?? outcome).padEnd(widest));
  return `${word} ${printable(path)}\n${" ".repeat(widest)} ${printable(message)}\n`;
}

/** How many went how, and which did not go well. */
export function renderResultsSummary(
  results: readonly Result[],
  paint: Paint,
  words: Words,
): string {
  if (results.length === 0) return "There is nothing to do.\n";
  if (results.length === 1) return "";
  const outcomes = Object.keys(colours) as Result["outcome"][];
  const counts = outcomes
    .map((outcome) => [outcome, results.filter((it) => it.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${words[outcome] ?? outcome}`);
  const refused = results.filter((it) => it.refused).map((it) => it.path);
  const bad =
    refused.length === 0 ? "" : `${paint.red("Not done:")} ${refused.map(printable).join(", ")}\n`;
  return `${plural(results.length, "file")}: ${counts.join(", ")}.\n${bad}`;
}
