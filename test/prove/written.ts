import type { Condition, TextField, TextTest } from "./conditions.ts";

/** Conditions as texts of our languages. */

const opposites = { and: "or", or: "and" } as const;

/** Writes a condition as a filter. Filters support equality and substrings, but no `not`. */
export function filterOf(condition: Condition): string {
  return JSON.stringify({ where: filterNode(condition, true) });
}

function filterNode(condition: Condition, positive: boolean): object {
  const not = positive ? "" : "!";
  switch (condition.kind) {
    case "text": {
      const key = { first: "ClientRequestHost", second: "ClientRequestPath" }[condition.field];
      const operator = not + filterOperators[condition.is];
      return { key, operator, value: condition.value };
    }
    case "number": {
      const operator = {
        eq: `${not}eq`,
        lt: positive ? "lt" : "geq",
        le: positive ? "leq" : "gt",
      }[condition.is];
      return { key: "EdgeResponseStatus", operator, value: condition.value };
    }
    case "flag":
      return { key: "WorkerSubrequest", operator: `${not}eq`, value: true };
    case "not":
      return filterNode(condition.part, !positive);
    default: {
      const logical = positive ? condition.kind : opposites[condition.kind];
      return { [logical]: condition.parts.map((it) => filterNode(it, positive)) };
    }
  }
}

const filterOperators: Record<TextTest, string> = {
  eq: "eq",
  starts: "startsWith",
  ends: "endsWith",
  has: "contains",
  lt: "startsWith",
};

/** The condition that `filterOf` expresses. */
export function asFilter(condition: Condition): Condition {
  switch (condition.kind) {
    case "text":
      return condition.is === "lt" ? { ...condition, is: "starts" } : condition;
    case "not":
      return { kind: "not", part: asFilter(condition.part) };
    case "and":
    case "or":
      return { ...condition, parts: condition.parts.map(asFilter) };
    default:
      return condition;
  }
}

const fields: Record<TextField, string> = { first: "http.host", second: "http.request.uri.path" };

const rules: Record<TextTest, (field: string, value: string) => string> = {
  eq: (field, value) => `${field} eq "${value}"`,
  starts: (field, value) => `${field} strict wildcard "${value}*"`,
  ends: (field, value) => `${field} matches "(?s)${value}$"`,
  has: (field, value) =>
    value === "" ? `${field} contains ""` : `${field} strict wildcard "*${value}*"`,
  lt: (field, value) => `${field} lt "${value}"`,
};

/** Writes a condition as a rule, with fields and functions of the engine. */
export function ruleOf(condition: Condition): string {
  switch (condition.kind) {
    case "text":
      return rules[condition.is](fields[condition.field], condition.value);
    case "number":
      return `ip.src ${condition.is} 10.0.0.${condition.value}`;
    case "flag":
      return 'http.request.method eq "POST"';
    case "not":
      return `not (${ruleOf(condition.part)})`;
    default:
      return condition.parts.map((it) => `(${ruleOf(it)})`).join(` ${condition.kind} `);
  }
}
