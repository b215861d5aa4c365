import { type BridgedDataset, rowsFor } from "../bridge/rows.ts";
import type { LogFieldType } from "../core/log-test.ts";
import type { RequestTrial } from "../core/trial.ts";
import { logFieldType, type ruleNodes } from "../languages.ts";
import type { Dialect } from "../sql/dialect.ts";
import { ruleTree } from "../sql/rules/rule.ts";
import { inlineSql } from "../sql/statement.ts";
import { Untranslatable } from "../sql/untranslatable.ts";
import { type Columns, typesIn, withColumns } from "./columns.ts";
import type { ColumnKind, Connection } from "./engine.ts";
import { always, failsSql, joined, type Leaf, never, unknownLeaf } from "./outcomes.ts";
import { type Condition, fieldsIn, ruleCondition } from "./trial/conditions.ts";

/** A rule that lines are selected by. */
export interface AskedRule {
  readonly name: string;
  /** Undefined if the expression is not known, or has errors. */
  readonly trial: RequestTrial | undefined;
  readonly listItems: Readonly<Record<string, readonly (string | number)[]>>;
}

export interface MayMatch {
  /** Holds for each line that a rule matches or may match, and for others. */
  readonly sql: string;
  /** Why all lines are selected, if they are. */
  readonly reason?: string;
}

/**
 * A condition that no line fails for which one of the rules is true or undetermined. Conditions that SQL cannot decide
 * exactly as the evaluator does are treated as undetermined.
 */
export function mayMatchSql(
  rules: readonly AskedRule[],
  columns: Columns,
  connection: Connection,
  dataset: BridgedDataset,
  /** Why the SQL of a condition cannot be trusted. */
  wrong: ReadonlyMap<string, string> = new Map(),
): MayMatch {
  const { dialect } = connection;
  const parts: string[] = [];
  for (const { name, trial, listItems } of rules) {
    if (!trial) return { sql: always, reason: `The expression of '${name}' is not known.` };
    const reasons: string[] = [];
    const leaves = (trial.nodes ?? []).map((it) => {
      const leaf = leafOf(it, { columns, connection, dataset, listItems, wrong });
      if ("holds" in leaf) return leaf;
      reasons.push(leaf.reason);
      return unknownLeaf;
    });
    const fails = failsSql(trial.tree, leaves);
    if (fails === always) continue;
    if (fails === never || fails.length > longest)
      return { sql: always, reason: `'${name}': ${reasons[0] ?? "It matches every request."}` };
    parts.push(mayHold(fails, dialect));
  }
  const sql = joined(parts, "OR");
  return sql.length > longest ? { sql: always, reason: "The rules are too long." } : { sql };
}

/** ClickHouse accepts statements of 256 KB. */
const longest = 200_000;

/** Never NULL: a line must not be lost because a part of the condition is. */
function mayHold(fails: string, { mostPredicates }: Dialect): string {
  return mostPredicates === undefined
    ? `CASE WHEN ${fails} THEN 0 ELSE 1 END = 1`
    : `(${fails}) IS NOT TRUE`;
}

interface LeafContext extends Pick<AskedRule, "listItems"> {
  readonly columns: Columns;
  readonly connection: Connection;
  readonly dataset: BridgedDataset;
  readonly wrong: ReadonlyMap<string, string>;
}

function leafOf(
  node: unknown,
  { columns, connection, dataset, listItems, wrong }: LeafContext,
): Leaf | { readonly reason: string } {
  const { dialect } = connection;
  const logs = [
    ...new Set(fieldsIn(node).flatMap((it) => rowsFor(it, dataset).flatMap((row) => row.logs))),
  ].filter((it) => columns.has(it));
  const own = withColumns(dialect, columns, typesIn(dataset, {}));
  const tests: string[] = [];
  for (const log of logs) {
    const type = logFieldType(dataset, log);
    if (!isExact(columns.get(log)?.kind, type))
      return { reason: `The column '${log}' has another type than a ${type} in SQL.` };
    const written = connection.isWritten?.(log, type);
    if (written !== undefined) tests.push(written);
    const shape = shapes[log];
    const test = shape?.(own.identifier(log), dialect);
    if (shape && test === undefined)
      return { reason: `${dialect.title} cannot tell whether values of '${log}' are usual ones.` };
    if (test !== undefined) tests.push(test);
  }
  const sql = nodeSql(node, { columns, connection, dataset, listItems });
  if (typeof sql !== "string") return sql;
  const reason = wrong.get(sql);
  if (reason !== undefined) return { reason };
  if (sql === "TRUE") return { holds: always, fails: never };
  if (sql === "FALSE") return { holds: never, fails: always };
  const certain = (test: string) => {
    const all = [test, ...tests].join(" AND ");
    // Old versions of ClickHouse have another logic of NULL.
    return dialect.mostPredicates === undefined ? `CASE WHEN ${all} THEN 1 ELSE 0 END = 1` : all;
  };
  return { holds: certain(`(${sql})`), fails: certain(`NOT (${sql})`) };
}

function nodeSql(
  node: unknown,
  { columns, connection: { dialect }, dataset, listItems }: Omit<LeafContext, "wrong">,
): string | { readonly reason: string } {
  const own = withColumns(dialect, columns, typesIn(dataset, {}));
  const hasColumn = (log: string) => columns.has(log);
  try {
    const target = { dialect: own, dataset, listItems, hasColumn };
    return inlineSql(ruleTree(node as ruleNodes.Expression, target));
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return { reason: error.message };
  }
}

/** The conditions whose SQL is used, if the server answers them as it should. */
export function askedConditions(
  rules: readonly AskedRule[],
  columns: Columns,
  connection: Connection,
  dataset: BridgedDataset,
): readonly Condition[] {
  return rules.flatMap(({ name, trial, listItems }) =>
    (trial?.nodes ?? []).flatMap((node, at) => {
      const sql = nodeSql(node, { columns, connection, dataset, listItems });
      const of = { rule: trial, label: name, dataset };
      return typeof sql === "string" ? ruleCondition(of, at, sql, { columns, dataset }) : [];
    }),
  );
}

/** Whether a value that is given back is the one that the statement compares. Elements of arrays may have other types. */
function isExact(kind: ColumnKind | undefined, type: LogFieldType | undefined): boolean {
  switch (type) {
    case "string":
      return kind === undefined || kind === "text";
    case "int":
      return kind === undefined || kind === "integer";
    case "float":
      return kind === undefined || kind === "integer" || kind === "float";
    case "bool":
      return kind === undefined || kind === "boolean";
    case "int or string":
    case "array[string]":
    case "array[int]":
    case "array[object]":
    case "object":
    case undefined:
      return false;
  }
}

/** A condition for values that the evaluator reads as SQL does; undefined if SQL cannot say. NULL is no value. */
type Shape = (column: string, dialect: Dialect) => string | undefined;

/** The characters of a path that normalization keeps. Listed, because ranges depend on the collation in some databases. */
const letters = "abcdefghijklmnopqrstuvwxyz";
const kept = `${letters}${letters.toUpperCase()}0123456789._~:/?#@!$&'()*+,;=`;

/** Rules see paths normalized. Paths as they are logged only tell if that changes nothing. */
const isNormal: Shape = (path, dialect) => {
  const test = matching(path, `^[^?]*([^${kept}\\[\\]\\-]|/[.])`, dialect);
  return test && `coalesce(NOT (${test}), TRUE)`;
};

/** Databases read other texts as addresses, too, such as one with a length, or with leading zeros. */
const isAddress: Shape = (address, dialect) => {
  const part = "(0|[123456789][0123456789]?[0123456789]?)";
  const wide = "[0123456789abcdefABCDEF:]*";
  const test = matching(address, `^(${part}([.]${part}){3}|${wide}:${wide})$`, dialect);
  return test && `coalesce(${test}, TRUE)`;
};

const shapes: Readonly<Record<string, Shape>> = {
  ClientRequestURI: isNormal,
  ClientRequestPath: isNormal,
  ClientIP: isAddress,
};

function matching(text: string, regex: string, dialect: Dialect): string | undefined {
  const { matchesPlain, matches = matchesPlain } = dialect;
  return matches?.(text, regex);
}
