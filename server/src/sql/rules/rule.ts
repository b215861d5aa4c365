import { isBridged } from "../../bridge/rows.ts";
import type { ruleNodes } from "../../languages.ts";
import { inlineSql, type SqlTree } from "../statement.ts";
import { translateAt, Untranslatable } from "../untranslatable.ts";
import { comparisonSql } from "./comparison.ts";
import { fieldSql, operandSql, stringOf, type Target } from "./operands.ts";

/**
 * Translates a rule. Both use three-valued logic: a log field that a line does not have is unknown in the rule and NULL in SQL,
 * and `and`, `or` and `not` treat them alike.
 */
export function ruleTree(expression: ruleNodes.Expression, target: Target): SqlTree {
  return translateAt(expression.start, () => treeOf(expression, target));
}

function treeOf(expression: ruleNodes.Expression, target: Target): SqlTree {
  const { start, end } = expression;
  const condition = (sql: string): SqlTree => ({ kind: "condition", end, sql });
  switch (expression.kind) {
    case "group":
      return ruleTree(expression.inner, target);
    case "constant":
      return condition(expression.value ? "TRUE" : "FALSE");
    case "not":
      return condition(`NOT (${inlineSql(ruleTree(expression.operand, target))})`);
    case "logical": {
      const parts = expression.operands.map((it) => ruleTree(it, target));
      if (expression.name !== "xor")
        return { kind: "group", start, logical: expression.name, parts };
      const all = parts.map((it) => `(${inlineSql(it)})`);
      return condition(all.reduce((left, right) => `(${left} <> ${right})`));
    }
    case "comparison":
      return condition(comparisonSql(expression, target));
    case "quantifier":
      return condition(quantified(expression, target));
    case "field":
    case "call":
    case "indexed":
      return condition(operandSql(expression, target).sql);
    default:
      throw new Untranslatable("The expression has errors.");
  }
}

/** `any(field[*] eq value)` and `any(field[*] in {…})`. */
function quantified(
  { name, argument }: Extract<ruleNodes.Expression, { kind: "quantifier" }>,
  target: Target,
): string {
  if (name === "any" && argument.kind === "comparison") {
    const found = elementOf(argument, target);
    if (found !== undefined) return found;
  }
  throw new Untranslatable(`'${name}(…)' cannot be translated here.`);
}

function elementOf(
  { left, operator, right }: ruleNodes.Comparison,
  target: Target,
): string | undefined {
  if (left.kind !== "indexed" || left.base.kind !== "field" || left.indexes.length !== 1)
    return undefined;
  const items =
    right.kind === "set"
      ? right.items
      : operator.name === "eq" && right.kind !== "list"
        ? [right]
        : [];
  const elements = items.map((it) =>
    it.kind === "string" ? stringOf(it) : it.kind === "integer" ? Number(it.value) : undefined,
  );
  if (elements.length === 0 || elements.includes(undefined)) return undefined;
  const { sql } = fieldSql(left.base, target);
  const tests = elements.flatMap((it) =>
    it === undefined ? [] : [target.dialect.hasElement(sql, it)],
  );
  return `CASE WHEN ${sql} IS NOT NULL THEN ${tests.join(" OR ")} END`;
}

/** The dataset whose lines are the requests; other lines are not requests. */
export function bridgedDataset(dataset: string | undefined) {
  const name = dataset ?? "http_requests";
  if (isBridged(name)) return name;
  throw new Untranslatable(
    `Lines of '${name}' are not requests. Use 'http_requests' or 'firewall_events'.`,
  );
}
