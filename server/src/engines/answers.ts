import { bridgedDatasets, rowsFor } from "../bridge/rows.ts";
import { ObjectRow } from "../logs/rows.ts";
import { parseExactly } from "../text/exact-integers.ts";
import { canonicalValue } from "../try/canonical-value.ts";
import { addValue, type ResultCounts } from "../try/counts.ts";
import type { RunReport } from "../try/run.ts";
import { EngineError, type Row } from "./engine.ts";
import { readSeveral } from "./several.ts";
import { type Counting, isCertain } from "./statement.ts";
import type { TranslatedText } from "./texts.ts";

export const sides = ["kept", "dropped", "gained", "lost"] as const;

/** A count may arrive as text. Anything else is no count. */
export function countIn(row: Row, name: string): number {
  const value = row[name];
  const count = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  const whole = typeof count === "bigint" ? Number(count) : count;
  if (typeof whole === "number" && Number.isSafeInteger(whole) && whole >= 0) return whole;
  throw new EngineError(
    value === undefined
      ? `The engine's answer has no column '${name}'.`
      : `The engine answered ${JSON.stringify(String(value))} instead of a count.`,
  );
}

export function readCounts(
  report: RunReport,
  { texts, tried, explain, isFlat, several }: Counting,
  row: Row,
  sparse: ReadonlySet<string>,
): void {
  const { logs, results } = report.counts;
  const lines = countIn(row, "n");
  const within = (name: string): number => {
    const count = countIn(row, name);
    if (count > lines)
      throw new EngineError(`The engine counted ${count} of ${lines} lines, which cannot be.`);
    return count;
  };
  logs.lines = lines;
  if ("subrequests" in row) logs.subrequests = within("subrequests");
  readSeveral(report.counts, several, within);
  results.forEach((result, index) => {
    const text = texts[index];
    if (tried[index]?.place) readReach(result, index, within);
    if (!text) return;
    const kept = within(`kept_${index}`);
    const dropped = isFlat && isCertain(text) ? lines - kept : within(`dropped_${index}`);
    if (kept + dropped > lines) throw new EngineError("The engine's counts do not add up.");
    result.kept = kept;
    result.undetermined = lines - kept - dropped;
    result.outputBytes = Number.NaN;
    result.missed = text.tried.rule ? missedBy(text, result.undetermined, sparse) : text.unknown;
    result.lacked = text.lacked;
    if (explain)
      result.conditions.forEach((it, at) => {
        it.holds = within(`holds_${index}_${at}`);
        it.keeps = within(`keeps_${index}_${at}`);
        it.decides = it.keeps + within(`drops_${index}_${at}`);
      });
  });
}

/** The unknown values of a rule on some lines: fields of requests that no row of columns has on all of them. */
function missedBy(
  { tried: { rule, dataset }, unknown, lacked }: TranslatedText,
  undetermined: number,
  sparse: ReadonlySet<string>,
): readonly string[] {
  if (undetermined === 0) return [];
  const datasets = bridgedDatasets.filter((it) => dataset === undefined || it === dataset);
  const isOpen = (log: string) => sparse.has(log) || lacked.includes(log);
  const fields = (rule?.fields ?? []).filter((field) => {
    const rows = datasets.flatMap((it) => rowsFor(field, it));
    return rows.length > 0 && rows.every(({ logs }) => logs.some(isOpen));
  });
  return [...new Set([...unknown, ...fields])];
}

function readReach(result: ResultCounts, index: number, within: (name: string) => number): void {
  result.reached = within(`reached_${index}`);
  result.reachedAtMost = within(`reachable_${index}`);
  result.acts = within(`acts_${index}`);
  result.actsAtMost = within(`may_act_${index}`);
}

/** Values that are written in different ways are one. */
export function addValues(
  { counts }: RunReport,
  { texts, isFlat }: Counting,
  field: string,
  rows: readonly Row[],
  isJson: boolean,
  only?: readonly [index: number, side: (typeof sides)[number]],
): void {
  for (const row of rows)
    counts.results.forEach(({ by }, index) => {
      const text = texts[index];
      if (!text || (only && only[0] !== index)) return;
      const given = isJson && typeof row.v === "string" ? parseExactly(row.v) : row.v;
      const value = canonicalValue(new ObjectRow({ [field]: given }), field, text.tried);
      for (const side of only ? [only[1]] : sides) {
        const count = countOf(row, side, index, isFlat, isFlat && isCertain(text));
        if (count > 0) addValue(by[field]?.[side], value, count);
      }
    });
}

function countOf(
  row: Row,
  side: (typeof sides)[number],
  index: number,
  isFlat: boolean,
  isCertainOnAll: boolean,
): number {
  const isDerived = side === "dropped" && isCertainOnAll;
  const name = `${isDerived ? "kept" : side}_${index}`;
  // A statement of several has some of the texts, and not every text has changed.
  const isOptional = isFlat || side === "gained" || side === "lost";
  if (isOptional && !(name in row)) return 0;
  const count = countIn(row, name);
  return isDerived ? countIn(row, "n") - count : count;
}
