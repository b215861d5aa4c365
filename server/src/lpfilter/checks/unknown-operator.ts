import type { Fix } from "../../core/diagnostic.ts";
import type { JsonArray, JsonObject } from "../../json/tree.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { operators, operatorsFor } from "../catalogue/operators.ts";
import { joinerAsOperator } from "../misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const unknownOperator: FilterCheck<"condition"> = {
  code: "unknown-operator",
  severity: "error",
  summary: "The service has no operator of this name.",
  why: "The names are exact: `neq`, `gte` and `>=` are seen in many guides, and the service knows `!eq` and `geq`. A negated operator has a `!` before it, which the comparisons of size do not have: the opposite of `lt` is `geq`.",
  on: "condition",
  run({ comparison, operator, field, object }, report) {
    if (comparison || operator?.value?.kind !== "string") return;
    const { value: name } = operator.value;
    const joined = joinerAsOperator(object);
    if (joined) {
      const { joiner, list } = joined;
      report(operator.value, `${shorten(name)} joins conditions. Write { "${joiner}": [ … ] }.`, {
        fixes: list ? [writeGroup(object, joiner, list)] : [],
      });
      return;
    }
    const meant = meanings.get(withoutDress(name));
    const guess = meant ?? nearest(name, names);
    if (!guess) {
      const fitting = field ? operatorsFor(field.type) : operators;
      const choice =
        fitting.length > 0 ? ` Use ${alternatives(fitting.map((it) => it.name))}.` : "";
      report(operator.value, `There is no operator ${shorten(name)}.${choice}`);
      return;
    }
    const fix = { title: `Change to '${guess}'`, edits: [replace(operator.value, `"${guess}"`)] };
    const sure = meant !== undefined && !patterns.has(withoutDress(name));
    const advice = sure ? `Write '${guess}'.` : `Did you mean '${guess}'?`;
    report(operator.value, `There is no operator ${shorten(name)}. ${advice}`, {
      fixes: [sure ? fix : { ...fix, guess: true }],
    });
  },
  examples: [
    {
      text: `
{ "where": { "key": "ClientCountry", "operator": "neq", "value": "ca" } }
                                                 ^^^^^ error: There is no operator 'neq'. Write '!eq'.
`,
      fixed: `
{ "where": { "key": "ClientCountry", "operator": "!eq", "value": "ca" } }
`,
    },
    {
      text: `
{ "where": { "key": "EdgeResponseStatus", "operator": "greater_than", "value": 499 } }
                                                      ^^^^^^^^^^^^^^ error: There is no operator 'greater_than'. Write 'gt'.
`,
      fixed: `
{ "where": { "key": "EdgeResponseStatus", "operator": "gt", "value": 499 } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestPath", "operator": "strtsWith", "value": "/api" } }
                                                     ^^^^^^^^^^^ error: There is no operator 'strtsWith'. Did you mean 'startsWith'?
`,
      fixed: `
{ "where": { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" } }
`,
    },
    {
      text: `
{ "where": { "key": "EdgeResponseBytes", "operator": "between", "value": 1 } }
                                                     ^^^^^^^^^ error: There is no operator 'between'. Use 'eq', '!eq', 'lt', 'leq', 'gt', 'geq', 'in' or '!in'.
`,
    },
    {
      text: `
{ "where": { "key": "EdgeResponseStatus", "operator": "In", "value": [200, 201] } }
                                                      ^^^^ error: There is no operator 'In'. Write 'in'.
`,
      fixed: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200, 201] } }
`,
    },
    {
      text: `
{
  "where": {
    "operator": "AND",
                ^^^^^ error: 'AND' joins conditions. Write { "and": [ … ] }.
    "conditions": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
`,
      fixed: `
{
  "where": { "and": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ] }
}
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestPath", "operator": "!startsWith", "value": "/static" } }
`,
    },
  ],
};

const names: readonly string[] = operators.map((it) => it.name);
const meanings = new Map<string, string>(
  operators.flatMap((it) =>
    [it.name, ...it.alsoWritten].map((word) => [withoutDress(word), it.name] as const),
  ),
);

/** These match patterns elsewhere, and a text that is looked for as it stands is not always what was meant. */
const patterns = new Set(["like", "~", "matches", "notlike", "!~"]);

function writeGroup(object: JsonObject, joiner: string, list: JsonArray): Fix {
  const before = replace({ start: object.start, end: list.start }, `{ "${joiner}": `);
  const after = replace({ start: list.end, end: object.end }, " }");
  return { title: `Write { "${joiner}": [ … ] }`, edits: [before, after] };
}

function withoutDress(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}
