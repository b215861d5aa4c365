import type { LogRow } from "../../core/trial.ts";
import { evaluateTree } from "../../core/trial-tree.ts";
import { rowIn } from "../../logs/rows.ts";
import { cutAfter } from "../../text/shorten.ts";
import type { TriedText } from "../subject.ts";
import type { OutcomeName } from "./run.ts";

/** A line with all its displayed details. */
export interface LineReport {
  readonly text: string;
  /** Set if the text is truncated. */
  readonly isCut?: true;
  readonly outcome: OutcomeName;
  readonly fields: readonly { readonly name: string; readonly raw: string }[];
  /** The number of fields that are not listed. */
  readonly more: number;
  /** In the order of the conditions. */
  readonly conditions: readonly ConditionOnLine[];
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
): LineReport {
  const whole = rowIn(text);
  const names = typeof whole === "object" ? whole.names() : [];
  return {
    text: text.slice(0, longestText),
    ...(text.length > longestText && { isCut: true }),
    outcome,
    fields: names
      .slice(0, mostFields)
      .map((it) => ({ name: cutAfter(it, longestValue), raw: rawOf(whole, it) })),
    more: Math.max(0, names.length - mostFields),
    conditions: conditionsOn(row, tried),
  };
}

function rawOf(row: ReturnType<typeof rowIn>, field: string): string {
  const raw = typeof row === "object" ? row.raw(field) : undefined;
  return cutAfter(raw ?? "null", longestValue);
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
