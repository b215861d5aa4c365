/** Translates conditions of rules to conditions of filters, using the rows of the bridge in reverse. */
import type { LogOperator } from "../core/log-test.ts";
import type { ruleNodes } from "../languages.ts";
import { isFilterable, oppositeOperator, readWildcard, textOfBytes } from "../languages.ts";
import { countriesIn, europeanUnion } from "../vocabulary/continents.ts";
import { formatAddress } from "../vocabulary/ip.ts";
import { type BridgedDataset, type BridgeRow, rowsFor } from "./rows.ts";

export type FilterNode =
  | { readonly key: string; readonly operator: LogOperator; readonly value: unknown }
  | { readonly and: readonly FilterNode[] }
  | { readonly or: readonly FilterNode[] };

type RuleOperator = ruleNodes.Comparison["operator"]["name"];

/** The operators that compare whole values, as filters name them. */
const orderings = {
  eq: "eq",
  ne: "!eq",
  lt: "lt",
  le: "leq",
  gt: "gt",
  ge: "geq",
  contains: undefined,
  matches: undefined,
  wildcard: undefined,
  "strict wildcard": undefined,
  in: undefined,
  bitwise_and: undefined,
} as const satisfies Record<RuleOperator, LogOperator | undefined>;

/** A filter for the lines where the condition has the given result; undefined if there is no equivalent filter. */
export function filterFor(
  condition: ruleNodes.Expression,
  truth: boolean,
  dataset: BridgedDataset,
): FilterNode | undefined {
  const found = positive(condition, dataset);
  return found && (truth ? found : negate(found));
}

export function negate(node: FilterNode): FilterNode {
  if ("and" in node) return { or: node.and.map(negate) };
  if ("or" in node) return { and: node.or.map(negate) };
  const { key, operator, value } = node;
  return { key, operator: oppositeOperator(operator), value };
}

function positive(node: ruleNodes.Expression, dataset: BridgedDataset): FilterNode | undefined {
  switch (node.kind) {
    case "comparison":
      return comparison(node, dataset);
    case "quantifier":
      return node.name === "any" ? element(node.argument, dataset) : undefined;
    case "call":
      return call(node.name, node.args, dataset);
    case "field":
      return flag(rowOf(node, dataset));
    default:
      return undefined;
  }
}

/** The first row whose log field can be filtered on. */
function rowOf(field: ruleNodes.Field, dataset: BridgedDataset): BridgeRow | undefined {
  return rowsFor(field.name, dataset).find(
    ({ logs, raw, some }) => logs.length === 1 && !raw && !some && isFilterable(dataset, logs[0]),
  );
}

function flag(row: BridgeRow | undefined): FilterNode | undefined {
  const key = row?.logs[0];
  if (!row || key === undefined) return undefined;
  switch (row.how) {
    case "is-https":
      return { key, operator: "eq", value: "https" };
    case "is-passed":
      return { key, operator: "eq", value: "passed" };
    case "is-verified":
      return { key, operator: "eq", value: "ok" };
    case "european-union":
      return { key, operator: "in", value: europeanUnion().map(lower) };
    case "is-not-empty":
      return key === "VerifiedBotCategory" ? { key, operator: "!eq", value: "" } : undefined;
    default:
      return row.how.startsWith("is-") && row.fields[0].startsWith("cf.waf.credential_check.")
        ? { key, operator: "eq", value: row.how.slice("is-".length) }
        : undefined;
  }
}

function comparison(
  { left, operator, right }: ruleNodes.Comparison,
  dataset: BridgedDataset,
): FilterNode | undefined {
  const row = left.kind === "field" ? rowOf(left, dataset) : undefined;
  if (!row) return undefined;
  if (right.kind === "set") return inSet(row, right.items);
  if (right.kind === "string") return text(row, operator.name, textOfBytes(right.bytes));
  const ordering = orderings[operator.name];
  if (!ordering || row.how !== "same") return undefined;
  const [key] = row.logs;
  if (right.kind === "integer") {
    return isExact(right.value)
      ? { key, operator: ordering, value: Number(right.value) }
      : undefined;
  }
  const isEquality = operator.name === "eq" || operator.name === "ne";
  if (right.kind !== "address" || !isEquality) return undefined;
  return { key, operator: ordering, value: formatAddress(right) };
}

function text(row: BridgeRow, operator: RuleOperator, value: string): FilterNode | undefined {
  const [key] = row.logs;
  if (row.how === "uppercase" && (operator === "eq" || operator === "ne")) {
    return isUpper(value) ? { key, operator: orderings[operator], value: lower(value) } : undefined;
  }
  if (row.how === "continent" && operator === "eq") {
    return { key, operator: "in", value: countriesIn(value).map(lower) };
  }
  if (row.how !== "same") return undefined;
  if (operator === "eq" || operator === "ne") return { key, operator: orderings[operator], value };
  if (operator === "contains") return { key, operator, value };
  return operator === "strict wildcard" ? wildcard(key, value) : undefined;
}

/** Only patterns without a star, or with one at the start or end, have a filter. */
function wildcard(key: string, pattern: string): FilterNode | undefined {
  const { parts, problems } = readWildcard(pattern);
  const [first = "", last = ""] = parts;
  if (problems.length > 0 || parts.length > 2) return undefined;
  if (parts.length === 1) return { key, operator: "eq", value: first };
  if (last === "") return { key, operator: "startsWith", value: first };
  return first === "" ? { key, operator: "endsWith", value: last } : undefined;
}

type SetItems = Extract<ruleNodes.Comparison["right"], { kind: "set" }>["items"];

function inSet(row: BridgeRow, items: SetItems): FilterNode | undefined {
  const [key] = row.logs;
  const nodes: FilterNode[] = [];
  const values: unknown[] = [];
  for (const item of items) {
    const written = item.kind === "string" ? textOfBytes(item.bytes) : "";
    if (item.kind === "string" && row.how === "uppercase" && isUpper(written))
      values.push(lower(written));
    else if (row.how !== "same") return undefined;
    else if (item.kind === "string") values.push(written);
    else if (item.kind === "integer" && isExact(item.value)) values.push(Number(item.value));
    else if (item.kind === "address") values.push(formatAddress(item));
    else if (
      item.kind === "range" &&
      item.first.kind === "integer" &&
      item.last.kind === "integer"
    ) {
      nodes.push({
        and: [
          { key, operator: "geq", value: Number(item.first.value) },
          { key, operator: "leq", value: Number(item.last.value) },
        ],
      });
    } else return undefined;
  }
  if (values.length > 0) nodes.unshift({ key, operator: "in", value: values });
  return nodes.length === 1 ? nodes[0] : { or: nodes };
}

/** `any(field[*] eq value)` on a log field with an array. */
function element(argument: ruleNodes.Argument, dataset: BridgedDataset): FilterNode | undefined {
  if (argument.kind !== "comparison" || argument.operator.name !== "eq") return undefined;
  const { left, right } = argument;
  if (left.kind !== "indexed" || left.indexes.length !== 1 || left.base.kind !== "field")
    return undefined;
  const row = rowOf(left.base, dataset);
  if (row?.how !== "same") return undefined;
  const [key] = row.logs;
  if (right.kind === "string")
    return { key, operator: "contains", value: textOfBytes(right.bytes) };
  return right.kind === "integer"
    ? { key, operator: "contains", value: Number(right.value) }
    : undefined;
}

const calls: Readonly<Record<string, LogOperator>> = {
  starts_with: "startsWith",
  ends_with: "endsWith",
  contains: "contains",
};

function call(
  name: string,
  [field, part]: readonly ruleNodes.Argument[],
  dataset: BridgedDataset,
): FilterNode | undefined {
  const operator = Object.hasOwn(calls, name) ? calls[name] : undefined;
  const row = field?.kind === "field" ? rowOf(field, dataset) : undefined;
  if (!operator || row?.how !== "same" || part?.kind !== "string") return undefined;
  return { key: row.logs[0], operator, value: textOfBytes(part.bytes) };
}

/** The rule's value must be uppercase, because the logged values are lowercase. */
function isUpper(value: string): boolean {
  return value === value.toUpperCase();
}

/** JSON numbers cannot represent larger integers exactly. */
function isExact(value: bigint): boolean {
  return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function lower(value: string): string {
  return value.toLowerCase();
}
