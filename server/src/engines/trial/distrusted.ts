import { writeExactly } from "../../text/exact-integers.ts";
import { countIn } from "../answers.ts";
import { type Connection, RefusedError, type Row, writtenFor } from "../engine.ts";
import { answerSql, type Condition } from "./conditions.ts";
import { type KnownRow, knownRows } from "./known-rows.ts";

/**
 * Before SQL is trusted, the server evaluates it on rows whose results are known. Conditions that differ only in their values are
 * tried once, for each version of a server.
 */

/** The server that evaluates the rows. Without a name and version, it is trusted. */
export type TrialServer = Pick<Connection, "server" | "dialect" | "rows" | "written">;

/** By server and shape: why the server is wrong about it, or undefined if it is right. */
const answered = new Map<string, string | undefined>();

interface Shape {
  readonly key: string;
  readonly condition: Condition;
  readonly rows: readonly (KnownRow & { readonly expected: number })[];
}

/** Why the server's answer to a condition cannot be trusted, by its SQL. */
export async function distrusted(
  conditions: readonly Condition[],
  connection: TrialServer,
): Promise<ReadonlyMap<string, string>> {
  const { server } = connection;
  const found = new Map<string, string>();
  if (server === undefined) return found;
  const keys = new Map(conditions.map((it) => [it.sql, `${server}\n${shapeOf(it, connection)}`]));
  const open = new Map<string, Shape>();
  for (const condition of conditions) {
    const key = keys.get(condition.sql) ?? "";
    if (answered.has(key) || open.has(key)) continue;
    const rows = knownRows(condition.columns, connection.dialect);
    if (rows)
      open.set(key, { key, condition, rows: rows.map((it) => withExpected(it, condition)) });
  }
  await tryShapes([...open.values()], connection);
  for (const { sql, label } of conditions) {
    const reason = answered.get(keys.get(sql) ?? "");
    if (reason !== undefined) found.set(sql, `'${label}': ${reason}`);
  }
  return found;
}

function withExpected(row: KnownRow, { expected, isOfRule }: Condition) {
  const outcome = expected(row.line);
  return { ...row, expected: outcome ? 1 : outcome === false || !isOfRule ? 0 : 2 };
}

/** The SQL with types instead of names, and with short texts and numbers instead of values. */
function shapeOf({ sql, columns, isOfRule }: Condition, { dialect }: TrialServer): string {
  const typed = columns.reduce(
    (text, { column, type }) =>
      text.replaceAll(dialect.identifier(column.name), `<${column.type ?? type}>`),
    sql,
  );
  const short = typed
    .replace(/'(?:[^'\\]|\\.|'')*('|)/g, (text) => text.replace(/[a-zA-Z0-9]+/g, "a"))
    .replace(/\b\d{1,15}\b/g, "0")
    .replace(/('a'|\b0)(?:, \1)+/g, "$1, …");
  return `${isOfRule} ${short}`;
}

/** ClickHouse accepts statements of 256 KB. */
const longest = 100_000;

async function tryShapes(shapes: readonly Shape[], connection: TrialServer): Promise<void> {
  let pack: Shape[] = [];
  let length = 0;
  for (const shape of shapes) {
    const size = statementOf([shape]).length;
    if (pack.length > 0 && length + size > longest) {
      await tryTogether(pack, connection);
      [pack, length] = [[], 0];
    }
    pack.push(shape);
    length += size;
  }
  if (pack.length > 0) await tryTogether(pack, connection);
}

/** A shape that the server refuses must not spoil the others. */
async function tryTogether(shapes: readonly Shape[], connection: TrialServer): Promise<void> {
  const [first] = shapes;
  let rows: readonly Row[];
  try {
    rows = await connection.rows(writtenFor(connection, statementOf(shapes)));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (first && shapes.length === 1) {
      if (await canMake(first, connection)) answered.set(first.key, error.message);
      return;
    }
    const half = Math.ceil(shapes.length / 2);
    await tryTogether(shapes.slice(0, half), connection);
    await tryTogether(shapes.slice(half), connection);
    return;
  }
  const answers = answersIn(rows);
  let line = 0;
  for (const { key, rows: known } of shapes) {
    const start = line;
    line += known.length;
    const wrong = known.findIndex((it, at) => answers.get(start + at) !== it.expected);
    const row = known[wrong];
    answered.set(key, row && wrongAnswer(row, answers.get(start + wrong)));
  }
}

function answersIn(rows: readonly Row[]): ReadonlyMap<number, number> {
  const lower = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value])),
  );
  return new Map(lower.map((it) => [countIn(it, "line"), countIn(it, "answer")]));
}

const words = ["false", "true", "unknown"];

function wrongAnswer(
  { line, expected }: Shape["rows"][number],
  answer: number | undefined,
): string {
  const given = answer === undefined ? "nothing" : words[answer];
  return `the server answers ${given} instead of ${words[expected]} for the line ${writeExactly(line)}, so it cannot be counted there.`;
}

/** Whether the server accepts the rows alone: otherwise the condition was not tried. */
async function canMake({ rows }: Shape, connection: TrialServer): Promise<boolean> {
  try {
    const sql = `SELECT count(*) AS n FROM (${rowsSql(rows, 0)}) AS known`;
    await connection.rows(writtenFor(connection, sql));
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return false;
  }
}

function statementOf(shapes: readonly Shape[]): string {
  let line = 0;
  const parts = shapes.map(({ condition, rows }) => {
    const from = rowsSql(rows, line);
    line += rows.length;
    return `SELECT line, expected, ${answerSql(condition)} AS answer\nFROM (${from}) AS known`;
  });
  return parts.join("\nUNION ALL ");
}

function rowsSql(rows: Shape["rows"], start: number): string {
  return rows
    .map(({ sql, expected }, at) => `SELECT ${start + at} AS line, ${expected} AS expected, ${sql}`)
    .join("\nUNION ALL ");
}
