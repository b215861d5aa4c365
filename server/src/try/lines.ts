import { missingText } from "../bridge/missing.ts";
import { type Trial, textAt } from "../core/trial.ts";
import { conditionLabel, reasonsFor } from "../core/trial-tree.ts";
import { rowIn } from "../logs/rows.ts";
import { missingFor } from "./report.ts";
import { type Subject, type TriedText, textsIn, withUnknown } from "./subject.ts";

/** The results of a text on a few lines. Does not depend on Node. */
export interface TriedLines {
  /** Excludes blank lines. */
  readonly lines: number;
  readonly kept: number;
  readonly undetermined: number;
  readonly unreadable: number;
  /** One per line of the text. */
  readonly outcomes: readonly LineOutcome[];
  /** For each of the first lines, the conditions that explain why it is dropped; empty if it is not. */
  readonly reasons: readonly (readonly LineReason[])[];
  /** Why lines are unreadable; `line` starts at 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** The fields that decide and are missing in the lines. */
  readonly missed?: readonly string[];
  /** The same for people, with what to do. */
  readonly missing?: string;
}

/** A condition with its result. */
export interface LineReason {
  readonly label: string;
  readonly holds: boolean;
}

export type LineOutcome = "kept" | "dropped" | "undetermined" | "unreadable" | "blank";

export function tryLines(
  subject: Subject,
  lines: string,
  /** Selects a text if the document has several. */
  offset = 0,
): TriedLines | { readonly refusal: string } {
  const found = textAt(textsIn(subject), offset);
  if (!found) return { refusal: "Nothing to try in this document." };
  const rows = lines
    .replace(/^\ufeff/, "")
    .split("\n")
    .map(rowIn);
  const tried = withUnknown(found, missingIn(rows, found.trial?.fields ?? []));
  const { trial } = tried;
  if (!trial) return { refusal: found.error ?? "The text cannot be tried." };
  const problems = rows.flatMap((it, index) =>
    typeof it === "string" ? [{ line: index + 1, message: it }] : [],
  );
  const outcomes = rows.map((it) => outcomeOf(trial, it));
  const count = (wanted: LineOutcome) => outcomes.filter((it) => it === wanted).length;
  return {
    lines: outcomes.length - count("blank"),
    kept: count("kept"),
    undetermined: count("undetermined"),
    unreadable: count("unreadable"),
    outcomes,
    reasons: rows
      .slice(0, mostExplained)
      .map((it, index) => (outcomes[index] === "dropped" ? reasonsOf(tried, trial, it) : [])),
    problems,
    ...(trial.missed && unknownIn(tried, trial, rows)),
  };
}

/** Maximum number of lines with reasons, which are for people. */
const mostExplained = 500;

function reasonsOf({ subject, conditionsIn }: TriedText, trial: Trial, row: Row): LineReason[] {
  if (typeof row !== "object") return [];
  const answers = trial.answers(row);
  const { text } = conditionsIn ?? subject;
  return reasonsFor(trial.tree, answers).map((it) => ({
    label: conditionLabel(it, text, trial.conditions[it.index]),
    holds: answers[it.index] === true,
  }));
}

function unknownIn(
  tried: TriedText,
  trial: Trial,
  rows: readonly Row[],
): Pick<TriedLines, "missed" | "missing"> {
  const missed = trial.missed?.() ?? [];
  const isNull = (field: string) =>
    rows.some((it) => typeof it === "object" && it.names().includes(field));
  const lacked = trial.lacked?.() ?? missed.filter((it) => !isNull(it));
  return { missed, missing: missingText(missingFor(tried, { missed, lacked })) };
}

/** The fields that no line has. */
export function missingIn(rows: readonly Row[], fields: readonly string[]): ReadonlySet<string> {
  const objects = rows.filter((it) => typeof it === "object");
  const missing = fields.filter((it) => objects.every((row) => row.get(it) === undefined));
  return new Set(objects.length > 0 ? missing : []);
}

type Row = ReturnType<typeof rowIn>;

function outcomeOf(trial: Trial, row: Row): LineOutcome {
  if (row === undefined) return "blank";
  if (typeof row === "string") return "unreadable";
  const outcome = trial.outcome(row);
  if (outcome === undefined) return "undetermined";
  return outcome ? "kept" : "dropped";
}
