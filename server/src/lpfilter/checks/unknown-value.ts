import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import type { Condition } from "../syntax/filter.ts";
import {
  comparedText,
  comparedValues,
  inOtherCase,
  isKnown,
  type KnownValues,
  suggestedValue,
} from "../values/known-values.ts";
import { compatibility, eachOperand, scalarOf } from "../values/operand.ts";
import type { FilterCheck } from "./check.ts";

export const unknownValue: FilterCheck<"condition"> = {
  code: "unknown-value",
  severity: "hint",
  summary: "The value is not one of the field's documented values.",
  why: "The service accepts any value, so a typo keeps the wrong lines without an error. The documented values are rarely complete, so this is only a hint.",
  on: "condition",
  run(condition, report) {
    const known = comparedValues(condition);
    if (known) lookAtAll(condition, known, report);
  },
  examples: `
{ "where": { "key": "CacheCacheStatus", "operator": "eq", "value": "hitt" } }
                                                                   ^^^^^^ hint: 'hitt' is not a documented value of 'CacheCacheStatus'. Did you mean 'hit'?
=>
{ "where": { "key": "CacheCacheStatus", "operator": "eq", "value": "hit" } }
---
{ "where": { "key": "ClientCountry", "operator": "!in", "value": ["uk", "Germany"] } }
                                                                  ^^^^ hint: 'uk' is not a documented value of 'ClientCountry'. Did you mean 'gb'?
                                                                        ^^^^^^^^^ hint: 'Germany' is not a documented value of 'ClientCountry'. Did you mean 'de'?
=>
{ "where": { "key": "ClientCountry", "operator": "!in", "value": ["gb", "Germany"] } }
---
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 99999999999999999999 } }
                                                                     ^^^^^^^^^^^^^^^^^^^^ hint: '99999999999999999999' is not a documented value of 'EdgeResponseStatus'. A status is 0, or from 100 to 599.
---
{
  "where": {
    "or": [
      { "key": "EdgeResponseStatus", "operator": "in", "value": [0, 299, 418, "599"] },
      { "key": "OriginResponseStatus", "operator": "geq", "value": 500 },
      { "key": "CacheCacheStatus", "operator": "contains", "value": "hi" },
      { "key": "ClientRequestMethod", "operator": "eq", "value": "" }
    ]
  }
}
`,
};

function lookAtAll(condition: Condition, known: KnownValues, report: Report): void {
  eachOperand(condition, (it) => checkValue(condition, it, known, report));
}

function checkValue(
  { field }: Condition,
  value: JsonValue,
  known: KnownValues,
  report: Report,
): boolean {
  const text = comparedText(value);
  if (text === undefined || !field || isKnown(text, known)) return false;
  // Wrong case and wrong type are reported by other checks.
  const scalar = scalarOf[field.type];
  if (inOtherCase(text, known) !== undefined || !scalar || compatibility(value, scalar) !== "yes")
    return false;
  const guess = known.vocabulary === "http-status" ? undefined : suggestedValue(text, known);
  const fixes: Fix[] = guess ? [change(value, guess)] : [];
  const problem = `${shorten(value.kind === "number" ? writtenText(value) : text)} is not a documented value of '${field.name}'.`;
  report(value, `${problem}${advice(guess, known)}`, { fixes });
  return true;
}

function change(value: JsonValue, guess: string): Fix {
  const edits = [replace(value, JSON.stringify(guess))];
  return likelyFix(`Use '${guess}'`, edits);
}

/** Lists up to this length are shown in full. */
const fewValues = 8;

function advice(guess: string | undefined, { vocabulary, exact }: KnownValues): string {
  if (vocabulary === "http-status") return " A status is 0, or from 100 to 599.";
  if (guess) return ` Did you mean '${guess}'?`;
  return exact.size <= fewValues ? ` Expected ${alternatives([...exact])}.` : "";
}
