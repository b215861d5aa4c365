import type { Trial } from "../core/trial.ts";
import { rowIn } from "../logs/rows.ts";
import { type Subject, textsIn } from "./subject.ts";

/** The results of a text on a few lines. Does not depend on Node. */
export interface TriedLines {
  /** Excludes blank lines. */
  readonly lines: number;
  readonly kept: number;
  readonly undetermined: number;
  readonly unreadable: number;
  /** One per line of the text. */
  readonly outcomes: readonly LineOutcome[];
  /** Why lines are unreadable; `line` starts at 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** The fields that are missing in the lines to evaluate a rule. */
  readonly missed?: readonly string[];
}

export type LineOutcome = "kept" | "dropped" | "undetermined" | "unreadable" | "blank";

export function tryLines(
  subject: Subject,
  lines: string,
): TriedLines | { readonly refusal: string } {
  const [found] = textsIn(subject);
  if (!found) return { refusal: "Nothing to try in this document." };
  const { trial } = found;
  if (!trial) return { refusal: found.error ?? "The text cannot be tried." };
  const problems: { line: number; message: string }[] = [];
  const outcomes = lines
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((text, index) =>
      outcomeOf(trial, text, (message) => problems.push({ line: index + 1, message })),
    );
  const count = (wanted: LineOutcome) => outcomes.filter((it) => it === wanted).length;
  return {
    lines: outcomes.length - count("blank"),
    kept: count("kept"),
    undetermined: count("undetermined"),
    unreadable: count("unreadable"),
    outcomes,
    problems,
    ...(trial.missed && { missed: trial.missed() }),
  };
}

function outcomeOf(trial: Trial, text: string, report: (message: string) => void): LineOutcome {
  const row = rowIn(text);
  if (row === undefined) return "blank";
  if (typeof row === "string") {
    report(row);
    return "unreadable";
  }
  const outcome = trial.outcome(row);
  if (outcome === undefined) return "undetermined";
  return outcome ? "kept" : "dropped";
}
