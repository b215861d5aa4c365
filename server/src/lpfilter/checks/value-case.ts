import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import type { Condition } from "../syntax/filter.ts";
import {
  comparedText,
  comparedValues,
  inOtherCase,
  isKnown,
  type KnownValues,
  partInOtherCase,
  valuesAround,
} from "../values/known-values.ts";
import { eachOperand } from "../values/operand.ts";
import type { FilterCheck } from "./check.ts";

export const valueCase: FilterCheck<"condition"> = {
  code: "value-case",
  severity: "hint",
  summary: "The value is not in the case that logs use.",
  why: "It is not documented whether comparisons are case-sensitive, and a filter that never matches gives no error. Countries are lowercase in `http_requests` and `firewall_events` but uppercase in the Gateway datasets; one dataset has `managedchallenge` where another has `managedChallenge`.",
  on: "condition",
  run(condition, report) {
    const known = comparedValues(condition);
    if (known) lookAtWhole(condition, known, report);
    const around = known ? undefined : valuesAround(condition);
    if (around) lookAtParts(condition, around, report);
  },
  examples: `
{ "where": { "key": "ClientCountry", "operator": "in", "value": ["ca", "US"] } }
                                                                       ^^^^ hint: Logs contain 'us', not 'US', and comparisons may be case-sensitive. Use 'us'.
=>
{ "where": { "key": "ClientCountry", "operator": "in", "value": ["ca", "us"] } }
---
{ "where": { "key": "SecurityActions", "operator": "contains", "value": "managedchallenge" } }
                                                                        ^^^^^^^^^^^^^^^^^^ hint: Logs contain 'managedChallenge', not 'managedchallenge', and comparisons may be case-sensitive. Use 'managedChallenge'.
=>
{ "where": { "key": "SecurityActions", "operator": "contains", "value": "managedChallenge" } }
---
{ "where": { "key": "ClientRequestMethod", "operator": "startsWith", "value": "po" } }
                                                                              ^^^^ hint: Logs contain 'PO', not 'po', and comparisons may be case-sensitive. Use 'PO'.
=>
{ "where": { "key": "ClientRequestMethod", "operator": "startsWith", "value": "PO" } }
---
// @dataset gateway_http
{ "where": { "key": "SourceIPCountryCode", "operator": "eq", "value": "US" } }
---
// @dataset access_requests
{ "where": { "key": "Country", "operator": "in", "value": ["us", "CA"] } }
`,
};

function lookAtWhole(condition: Condition, known: KnownValues, report: Report): void {
  eachOperand(condition, (it) => checkValue(it, known, report));
}

function lookAtParts(condition: Condition, known: KnownValues, report: Report): void {
  eachOperand(condition, (it) => lookAround(condition, it, known, report));
}

function checkValue(value: JsonValue, known: KnownValues, report: Report): boolean {
  const text = comparedText(value);
  if (text === undefined || isKnown(text, known)) return false;
  return reportSpelling(value, text, inOtherCase(text, known), report);
}

function lookAround(
  condition: Condition,
  value: JsonValue,
  known: KnownValues,
  report: Report,
): boolean {
  const text = comparedText(value);
  if (text === undefined) return false;
  return reportSpelling(value, text, partInOtherCase(condition, text, known), report);
}

function reportSpelling(
  value: JsonValue,
  text: string,
  spelling: string | undefined,
  report: Report,
): boolean {
  if (spelling === undefined) return false;
  const message = `Logs contain '${spelling}', not '${text}', and comparisons may be case-sensitive. Use '${spelling}'.`;
  report(value, message, {
    fixes: [likelyFix(`Use '${spelling}'`, [replace(value, JSON.stringify(spelling))])],
  });
  return true;
}
