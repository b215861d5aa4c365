import { missingText } from "../bridge/missing.ts";
import type { Trial } from "../core/trial.ts";
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
  /** Why lines are unreadable; `line` starts at 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** The fields that decide and are missing in the lines. */
  readonly missed?: readonly string[];
  /** The same for people, with what to do. */
  readonly missing?: string;
}

export type LineOutcome = "kept" | "dropped" | "undetermined" | "unreadable" | "blank";

export function tryLines(
  subject: Subject,
  lines: string,
): TriedLines | { readonly refusal: string } {
  const [found] = textsIn(subject);
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
    problems,
    ...(trial.missed && unknownIn(tried, trial, rows)),
  };
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
function missingIn(rows: readonly Row[], fields: readonly string[]): ReadonlySet<string> {
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
