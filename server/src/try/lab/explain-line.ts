import type { LogRow, Outcome } from "../../core/trial.ts";
import type { Tried } from "../subject.ts";
import type { OutcomeName } from "./run.ts";

/** One line, with everything that is shown of it. */
export interface LineReport {
  readonly text: string;
  /** Only the beginning of the text. */
  readonly isCut?: true;
  readonly outcome: OutcomeName;
  readonly fields: readonly { readonly name: string; readonly raw: string }[];
  /** Fields that are not listed. */
  readonly more: number;
  /** In the order of the conditions. */
  readonly conditions: readonly ConditionOnLine[];
}

export interface ConditionOnLine {
  readonly answer: boolean | null;
  /** The outcome would be the other one if this condition alone answered the other way. */
  readonly decides: boolean;
}

const longestText = 100_000;
const longestValue = 2000;
const mostFields = 500;

export function explainLine(
  text: string,
  outcome: OutcomeName,
  row: LogRow,
  tried: Tried,
): LineReport {
  const all = fieldsIn(text);
  return {
    text: text.slice(0, longestText),
    ...(text.length > longestText && { isCut: true }),
    outcome,
    fields: all
      .slice(0, mostFields)
      .map(([name, value]) => ({ name: cut(name), raw: cut(rawOf(value)) })),
    more: Math.max(0, all.length - mostFields),
    conditions: conditionsOn(row, tried),
  };
}

function fieldsIn(text: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(text) as object);
  } catch {
    return [];
  }
}

function rawOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function conditionsOn(row: LogRow, { trial }: Tried): readonly ConditionOnLine[] {
  if (!trial) return [];
  const answers = trial.answers(row);
  const outcome = trial.outcomeOf(answers);
  return answers.map((answer, index) => ({
    answer: answer ?? null,
    decides: outcome !== undefined && otherwise(index, answers, trial.outcomeOf) === !outcome,
  }));
}

function otherwise(
  index: number,
  answers: readonly Outcome[],
  outcomeOf: (answers: readonly Outcome[]) => Outcome,
): Outcome {
  const answer = answers[index];
  return answer === undefined ? undefined : outcomeOf(answers.with(index, !answer));
}
