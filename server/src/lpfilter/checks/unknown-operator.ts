import { type Fix, safeFix } from "../../core/diagnostic.ts";
import type { Json } from "../../json/syntax/parse.ts";
import type { JsonArray, JsonObject } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import { operators, operatorsFor, unsupportedOperators } from "../catalog/operators.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import { logicalAsOperator } from "../syntax/misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const unknownOperator: FilterCheck<"oddCondition"> = {
  code: "unknown-operator",
  severity: "error",
  summary: "The operator does not exist.",
  why: "Many guides show `neq`, `gte` and `>=`; the service uses `!eq` and `geq`. Operators are negated with a leading `!`, except ordering operators: the opposite of `lt` is `geq`.",
  on: "oddCondition",
  run({ comparison, operator, field, object }, report, { filter }) {
    if (comparison || operator?.value?.kind !== "string") return;
    const { value: name } = operator.value;
    const joined = logicalAsOperator(object);
    if (joined) {
      const { logical, list } = joined;
      report(
        operator.value,
        `${shorten(name)} is a logical operator. Use { "${logical}": [ … ] }.`,
        {
          fixes: list ? [writeGroup(filter.json, object, logical, list)] : [],
        },
      );
      return;
    }
    const word = normalizeName(name);
    const problem = word === "" ? "Missing operator." : `Unknown operator ${shorten(name)}.`;
    const suggested = meanings.get(word);
    const advice = foreign.get(word);
    const guess = suggested ?? (advice === undefined ? nearestOperator(name, word) : undefined);
    if (!guess) {
      report(operator.value, [problem, advice ?? choice(field)].join(" ").trimEnd());
      return;
    }
    const fix = safeFix(`Use '${guess}'`, [replace(operator.value, `"${guess}"`)]);
    const isPattern = patterns.has(word);
    const sure = suggested !== undefined && !isPattern;
    const reason = isPattern
      ? problem.replace(/\.$/, "; filters do not support patterns.")
      : problem;
    const question = sure ? `Use '${guess}'.` : `Did you mean '${guess}'?`;
    report(operator.value, `${reason} ${question}`, {
      fixes: [sure ? fix : { ...fix, guess: true }],
    });
  },
  examples: `
{ "where": { "key": "ClientCountry", "operator": "neq", "value": "ca" } }
                                                 ^^^^^ error: Unknown operator 'neq'. Use '!eq'.
=>
{ "where": { "key": "ClientCountry", "operator": "!eq", "value": "ca" } }
---
{ "where": { "key": "EdgeResponseStatus", "operator": "greater_than", "value": 499 } }
                                                      ^^^^^^^^^^^^^^ error: Unknown operator 'greater_than'. Use 'gt'.
=>
{ "where": { "key": "EdgeResponseStatus", "operator": "gt", "value": 499 } }
---
{ "where": { "key": "ClientRequestPath", "operator": "strtsWith", "value": "/api" } }
                                                     ^^^^^^^^^^^ error: Unknown operator 'strtsWith'. Did you mean 'startsWith'?
=>
{ "where": { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api" } }
---
{ "where": { "key": "ClientCountry", "operator": "equls", "value": "ca" } }
                                                 ^^^^^^^ error: Unknown operator 'equls'. Did you mean 'eq'?
---
{ "where": { "key": "EdgeResponseBytes", "operator": "between", "value": [1, 9] } }
                                                     ^^^^^^^^^ error: Unknown operator 'between'. Use 'geq' and 'leq' in an 'and'.
---
{ "where": { "key": "ClientRequestPath", "operator": "matches", "value": "^/api" } }
                                                     ^^^^^^^^^ error: Unknown operator 'matches'; filters do not support patterns. Did you mean 'contains'?
---
{ "where": { "key": "EdgeResponseBytes", "operator": "nearly", "value": 1 } }
                                                     ^^^^^^^^ error: Unknown operator 'nearly'. Use 'eq', '!eq', 'lt', 'leq', 'gt', 'geq', 'in' or '!in'.
---
{ "where": { "key": "WorkerSubrequest", "operator": "", "value": true } }
                                                    ^^ error: Missing operator. Use 'eq' or '!eq'.
---
{ "where": { "key": "EdgeResponseStatus", "operator": "In", "value": [200, 201] } }
                                                      ^^^^ error: Unknown operator 'In'. Use 'in'.
=>
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200, 201] } }
---
{
  "where": {
    "operator": "AND",
                ^^^^^ error: 'AND' is a logical operator. Use { "and": [ … ] }.
    "conditions": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
=>
{
  "where": { "and": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ] }
}
---
{ "where": { "key": "ClientRequestPath", "operator": "!startsWith", "value": "/static" } }
`,
};

const names: readonly string[] = operators.map((it) => it.name);
const meanings = new Map<string, string>(
  operators.flatMap((it) =>
    [it.name, ...it.alsoWritten].map((word) => [normalizeName(word), it.name] as const),
  ),
);

/** Also by what others call operators, as in "equls". */
function nearestOperator(name: string, word: string): string | undefined {
  if (word === "") return undefined;
  return nearest(name, names) ?? meanings.get(nearest(word, [...meanings.keys()]) ?? "");
}

const foreign = new Map(
  unsupportedOperators.flatMap(({ words, advice }) => words.map((it) => [it, advice] as const)),
);

function choice(field: Field | undefined): string {
  const fitting = field ? operatorsFor(field.type) : operators;
  return fitting.length > 0 ? `Use ${alternatives(fitting.map((it) => it.name))}.` : "";
}

/** These match patterns in other languages, so a literal match may not be intended. */
const patterns = new Set(["like", "~", "matches", "notlike", "!~"]);

function writeGroup(json: Json, around: JsonObject, logical: string, part: JsonArray): Fix {
  const edits = keepOnly({ json, around, part }, { before: `{ "${logical}": `, after: " }" });
  return safeFix(`Use { "${logical}": [ … ] }`, edits);
}

function normalizeName(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}
