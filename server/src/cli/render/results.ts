import type { Result } from "../../push/plan/plan.ts";
import { planJson } from "../../push/plan/plan-json.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { plural } from "../../text/wording.ts";
import type { Paint } from "./paint.ts";

/** A JSON document; its shape is part of the public contract. */
export function renderResultsJson(results: readonly Result[]): string {
  const rows = results.map(({ path, profile, outcome, ids, message, plan, drift }) => ({
    // A resource without a file has only IDs.
    path: drift === "unmanaged" ? null : path,
    profile,
    outcome,
    ids,
    message,
    ...(plan && planJson(plan)),
    ...(drift && { drift }),
  }));
  return `${printableJson({ version: 1, results: rows })}\n`;
}

const colors: Readonly<Record<Result["outcome"], keyof Paint>> = {
  created: "green",
  updated: "green",
  deleted: "green",
  unchanged: "dim",
  skipped: "yellow",
  failed: "red",
};
const widest = Math.max(...Object.keys(colors).map((it) => it.length));

/** Display names of outcomes that differ from the JSON. */
export type OutcomeNames = Partial<Readonly<Record<Result["outcome"], string>>>;

export function renderResult(result: Result, paint: Paint, words: OutcomeNames): string {
  const { path, outcome, message } = result;
  const word = paint[colors[outcome]](wordFor(result, words).padEnd(widest));
  return `${word} ${printable(path)}\n${" ".repeat(widest)} ${printable(message)}\n`;
}

/** A dry run is shown as planned; a skipped resource by its drift, if any. */
export function wordFor({ outcome, plan, drift }: Result, words: OutcomeNames): string {
  if (outcome === "skipped" && drift) return drift;
  return words[outcome] ?? (outcome === "skipped" && plan ? "planned" : outcome);
}

/** Counts by outcome, and the files that failed. */
export function renderResultsSummary(
  results: readonly Result[],
  paint: Paint,
  words: OutcomeNames,
): string {
  if (results.length === 0) return "Nothing to do.\n";
  if (results.length === 1) return "";
  const outcomes = Object.keys(colors);
  const ordered = [...results].sort(
    (a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome),
  );
  const tally = new Map<string, number>();
  for (const it of ordered) {
    const word = wordFor(it, words);
    tally.set(word, (tally.get(word) ?? 0) + 1);
  }
  const counts = [...tally].map(([word, count]) => `${count} ${word}`);
  const files = results.filter((it) => it.drift !== "unmanaged");
  const refused = results.filter((it) => it.refused).map((it) => it.path);
  const bad =
    refused.length === 0 ? "" : `${paint.red("Not done:")} ${refused.map(printable).join(", ")}\n`;
  return `${plural(files.length, "file")}: ${counts.join(", ")}.\n${bad}`;
}
