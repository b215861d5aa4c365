import type { LogRow } from "../../core/trial.ts";
import { evaluateTree } from "../../core/trial-tree.ts";
import { rowIn } from "../../logs/rows.ts";
import { cutAfter } from "../../text/shorten.ts";
import type { TriedText } from "../subject.ts";
import type { OutcomeName } from "./run.ts";
import { shownTime } from "./values.ts";

/** A line with all its displayed details. */
export interface LineReport {
  readonly text: string;
  /** Set if the text is truncated. */
  readonly isCut?: true;
  readonly outcome: OutcomeName;
  readonly fields: readonly LineField[];
  /** The number of fields that are not listed. */
  readonly more: number;
  /** In the order of the conditions. */
  readonly conditions: readonly ConditionOnLine[];
}

export interface LineField {
  readonly name: string;
  /** As JSON. */
  readonly raw: string;
  /** Set if the name or the value is truncated. */
  readonly isCut?: true;
  /** A timestamp that is written in another form. */
  readonly time?: string;
}

export interface ConditionOnLine {
  readonly answer: boolean | null;
  /** Whether the outcome would change if only this condition had the opposite result. */
  readonly decides: boolean;
}

const longestText = 100_000;
const longestValue = 2000;
const mostFields = 500;

export function explainLine(
  text: string,
  outcome: OutcomeName,
  row: LogRow,
  tried: TriedText,
  times: readonly string[],
): LineReport {
  const whole = rowIn(text);
  const names = typeof whole === "object" ? whole.names() : [];
  return {
    text: text.slice(0, longestText),
    ...(text.length > longestText && { isCut: true }),
    outcome,
    fields: names.slice(0, mostFields).map((it) => fieldOf(it, rawOf(whole, it), times)),
    more: Math.max(0, names.length - mostFields),
    conditions: conditionsOn(row, tried),
  };
}

function rawOf(row: ReturnType<typeof rowIn>, field: string): string {
  return (typeof row === "object" ? row.raw(field) : undefined) ?? "null";
}

function fieldOf(name: string, raw: string, times: readonly string[]): LineField {
  const time = times.includes(name) ? shownTime(raw) : undefined;
  return {
    name: cutAfter(name, longestValue),
    raw: cutAfter(raw, longestValue),
    ...((name.length > longestValue || raw.length > longestValue) && { isCut: true }),
    ...(time !== undefined && JSON.stringify(time) !== raw && { time }),
  };
}

function conditionsOn(row: LogRow, { trial }: TriedText): readonly ConditionOnLine[] {
  if (!trial) return [];
  const answers = trial.answers(row);
  const { decides } = evaluateTree(trial.tree, answers);
  return answers.map((answer, index) => ({
    answer: answer ?? null,
    decides: decides[index] === true,
  }));
}
