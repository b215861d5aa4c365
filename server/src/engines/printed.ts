import { logFieldsOf } from "../languages.ts";
import { writeExactly } from "../text/exact-integers.ts";
import { thousands } from "../text/wording.ts";
import type { Counts } from "../try/counts.ts";
import type { PrintedLines } from "../try/questions/question.ts";
import type { Columns } from "./columns.ts";
import { type Column, type Connection, EngineError, type Row } from "./engine.ts";
import { givenValue, jsonText, readOrText } from "./given-back.ts";
import { always, failsSql, holdsSql, joined, type Leaf, never } from "./outcomes.ts";
import { type Counting, flatOutcome, leavesIn } from "./statement.ts";
import type { TranslatedText } from "./texts.ts";

/** Lines that an engine gives back whole. */

/** More are too many to look at, and for the answer of an engine. */
const mostLines = 100_000;
/** The most rows that Log Explorer returns. */
const mostOfStore = 10_000;

export function mostPrinted({ dialect: { mostPredicates } }: Connection): number {
  return mostPredicates === undefined ? mostLines : mostOfStore;
}

/** How many of the lines with an outcome are printed. */
export function printedCount(
  lines: number,
  head: number | undefined,
  connection: Connection,
): number {
  const wanted = Math.min(lines, head ?? lines);
  const most = mostPrinted(connection);
  if (wanted > most)
    throw new EngineError(
      `${thousands(wanted)} lines would be printed; an engine gives back at most ${thousands(most)}. Use '--head ${most}', or a shorter time range, as in '--since 1h'.`,
    );
  return wanted;
}

export function linesSql(
  counting: Counting,
  print: PrintedLines,
  most: number,
  connection: Connection,
): string {
  const { columns, window } = counting;
  const selected = columns.all.map(
    ({ name, kind }, index) => `${valueSql(name, kind, connection)} AS f${index}`,
  );
  const where = joined(
    [window === undefined ? always : `(${window})`, conditionOf(counting, print)],
    "AND",
  );
  const condition = where === always ? "" : `\nWHERE ${where}`;
  return `SELECT ${selected.join(", ")}\nFROM ${connection.table}${condition}\nLIMIT ${most}`;
}

function valueSql(name: string, kind: Column["kind"], { dialect }: Connection): string {
  const column = dialect.identifier(name);
  // Clients would convert it to a type of their own.
  const isTime = kind === "timestamp" && dialect.mostPredicates === undefined;
  return jsonText(column, isTime ? "other" : kind, dialect);
}

function conditionOf({ texts, several, isFlat }: Counting, print: PrintedLines): string {
  const known = texts.map((it) => it && outcomeOf(it, isFlat));
  const leafOf = (index: number | undefined) =>
    index === undefined ? nothing : (known[index] ?? unknown);
  const [change] = several.changes ?? [];
  const [now, before] = [leafOf(change?.now), leafOf(change?.before)];
  // With an earlier version, that is another text.
  const own = change ? now : leafOf(0);
  switch (print) {
    case "gained":
      return joined([now.holds, before.fails], "AND");
    case "lost":
      return joined([now.fails, before.holds], "AND");
    case "kept":
      return own.holds;
    case "dropped":
      return own.fails;
    default:
      return own.open;
  }
}

interface Outcome extends Leaf {
  /** When it is undetermined. */
  readonly open: string;
}

/** A text that did not exist, or does not any more, keeps nothing. */
const nothing: Outcome = { holds: never, fails: always, open: never };
const unknown: Outcome = { holds: never, fails: never, open: always };

function outcomeOf(text: TranslatedText, isFlat: boolean): Outcome {
  // In place, because a line is given back with the columns of its table.
  const leaves = leavesIn(text, 0, { isFlat, add: (_, sql) => `(${sql})` });
  if (isFlat) {
    const { holds, fails = `(${holds}) IS NOT TRUE` } = flatOutcome(text, leaves);
    return { holds, fails, open: `(${holds}) IS NOT TRUE AND (${fails}) IS NOT TRUE` };
  }
  const [holds, fails] = [holdsSql(text.tree, leaves), failsSql(text.tree, leaves)];
  const result = `CASE WHEN ${holds} THEN 1 WHEN ${fails} THEN 0 ELSE 2 END`;
  return { holds: `${result} = 1`, fails: `${result} = 0`, open: `${result} = 2` };
}

/** The lines as JSON, without NULL values, with the names of fields instead of columns. */
export function lineText(row: Row, columns: Columns, dataset: string): string {
  const fields = logFieldsOf(dataset, {});
  const names = new Map([...fields.keys()].map((it) => [it.toLowerCase(), it]));
  const values = columns.all.flatMap(({ name, kind }, index): [string, unknown][] => {
    const given = row[`f${index}`];
    if (given === undefined)
      throw new EngineError(`The engine's answer has no column 'f${index}'.`);
    if (given === null) return [];
    const field = fields.has(name) ? name : (names.get(name.toLowerCase()) ?? name);
    const type = fields.get(field)?.type ?? (kind === "integer" ? "int" : undefined);
    const isFlag = type === "bool" && kind === "integer";
    const value = isFlag ? Number(given) !== 0 : parsed(givenValue(given, type), kind);
    return [[field, value]];
  });
  return `${writeExactly(Object.fromEntries(values))}\n`;
}

function parsed(value: unknown, kind: Column["kind"]): unknown {
  const isJson = typeof value === "string" && (kind === "array" || kind === "json");
  return isJson ? readOrText(value) : value;
}

/** The number of counted lines that have the outcome. */
export function linesWith(
  print: PrintedLines,
  { logs, results }: Counts,
  { several }: Counting,
): number {
  const [change] = several.changes ?? [];
  const counts = results[change ? (change.now ?? change.before ?? 0) : 0];
  if (!counts) return 0;
  const { kept, undetermined, gained, lost } = counts;
  const dropped = logs.lines - kept - undetermined;
  return { kept, dropped, undetermined, gained, lost, pushed: 0 }[print];
}
