import { requestFrom } from "../../bridge/request-of.ts";
import { type BridgedDataset, isBridged, rowsFor } from "../../bridge/rows.ts";
import type { LogCondition } from "../../core/log-test.ts";
import type { RequestTrial } from "../../core/trial.ts";
import { linePredicate, logFieldType } from "../../languages.ts";
import { ObjectRow } from "../../logs/rows.ts";
import { isRecord } from "../../text/record.ts";
import { type Address, formatAddress } from "../../vocabulary/ip.ts";
import type { Columns } from "../columns.ts";
import { type KnownColumn, type KnownRow, valuesNear } from "./known-rows.ts";

/** A condition as SQL, and what the evaluator makes of a line: undefined if it is undetermined. */
export interface Condition {
  /** For messages. */
  readonly label: string;
  readonly sql: string;
  readonly isOfRule: boolean;
  readonly columns: readonly KnownColumn[];
  expected(line: KnownRow["line"]): boolean | undefined;
}

/** As a number: true, false or undetermined. */
export function answerSql({ sql, isOfRule }: Pick<Condition, "sql" | "isOfRule">): string {
  return `CASE WHEN ${sql} THEN 1 ${isOfRule ? `WHEN NOT (${sql}) THEN 0 ELSE 2` : "ELSE 0"} END`;
}

export function filterCondition(
  condition: LogCondition,
  sql: string | undefined,
  columns: Columns,
): Condition | undefined {
  const { field, type, operator, values } = condition;
  const column = columns.get(field);
  if (!column || sql === undefined || sql === "TRUE" || sql === "FALSE") return undefined;
  return {
    label: `${field} ${operator} ${values.slice(0, 3).join(", ")}${values.length > 3 ? ", …" : ""}`,
    sql,
    isOfRule: false,
    columns: [{ field, type, column, values: valuesNear(values, type) }],
    expected: linePredicate(condition),
  };
}

/** Not for constants. */
export function ruleCondition(
  {
    rule,
    label,
    dataset: written,
  }: {
    readonly rule: RequestTrial | undefined;
    readonly label: string;
    readonly dataset: string | undefined;
  },
  at: number,
  sql: string,
  { columns, dataset }: { readonly columns: Columns; readonly dataset: BridgedDataset },
): readonly Condition[] {
  const node = rule?.nodes?.[at];
  if (!rule || sql === "TRUE" || sql === "FALSE") return [];
  const literals = literalsIn(node);
  const logs = fieldsIn(node).flatMap((it) => rowsFor(it, dataset).flatMap((row) => row.logs));
  const known = [...new Set(logs)].flatMap((field): KnownColumn[] => {
    const column = columns.get(field);
    const type = logFieldType(dataset, field);
    return column ? [{ field, type, column, values: usualValues(field, literals, type) }] : [];
  });
  const of = written !== undefined && isBridged(written) ? written : undefined;
  return [
    {
      label,
      sql,
      isOfRule: true,
      columns: known,
      expected: (line) => rule.answers(requestFrom(new ObjectRow(line), of))[at],
    },
  ];
}

export function fieldsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(fieldsIn);
  if (!isRecord(node)) return [];
  if (node.kind === "field") return [String(node.name)];
  return Object.values(node).flatMap(fieldsIn);
}

function literalsIn(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (!isRecord(node)) return [];
  if (node.kind === "string" || node.kind === "integer") return [node.value];
  if (node.kind === "address") return [formatAddress(node as unknown as Address)];
  return Object.values(node).flatMap(literalsIn);
}

/** Values of paths and addresses that the evaluator reads as SQL does. */
const usual: Readonly<
  Record<string, { readonly samples: readonly string[]; readonly pattern: RegExp }>
> = {
  ClientRequestURI: { samples: ["/", "/a?b=c"], pattern: /^(?:\/\w+)+(?:\.\w+)?(?:\?[\w=]*)?$/ },
  ClientRequestPath: { samples: ["/", "/a/b.html"], pattern: /^(?:\/\w+)+(?:\.\w+)?$/ },
  ClientIP: { samples: ["192.0.2.1", "2001:db8::1"], pattern: /^[0-9a-f.:]+$/ },
};

function usualValues(
  field: string,
  literals: readonly unknown[],
  type: KnownColumn["type"],
): readonly unknown[] {
  const isNumber = type === "int" || type === "float" || type === "array[int]";
  const own = literals.filter((it) => (typeof it === "string") !== isNumber);
  const row = usual[field];
  if (!row) return valuesNear(own.length > 0 || !isNumber ? own : [0], type);
  return [...row.samples, ...own.filter((it) => row.pattern.test(String(it)))];
}
