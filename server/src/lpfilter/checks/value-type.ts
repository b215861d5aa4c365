import type { Report } from "../../core/check.ts";
import { type Fix, maxDiagnostics, safeFix } from "../../core/diagnostic.ts";
import {
  type JsonArray,
  type JsonValue,
  type Property,
  writtenText,
} from "../../json/syntax/tree.ts";
import { remove, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { unfilterable } from "../catalog/fields.ts";
import { asList, asNumber, asOne, innerBrackets } from "../rewrite/reshape.ts";
import type { Condition } from "../syntax/filter.ts";
import {
  compatibility,
  isNumber,
  type Scalar,
  scalarOf,
  suggestedBoolean,
} from "../values/operand.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const valueType: FilterCheck<"condition"> = {
  code: "value-type",
  severity: "error",
  summary: "The value is not of the type that the field and the operator need.",
  why: 'Numbers, true and false may be quoted or not. `in` and `!in` need an array, `[200, 201]`; the `"200,201"` of an old example is refused. All other operators need one value.',
  on: "condition",
  run(condition, report, scope) {
    const { key, operator } = condition;
    if (key?.value && key.value.kind !== "string") noName(key, "a field", report, scope);
    if (operator?.value && operator.value.kind !== "string")
      noName(operator, "an operator", report, scope);
    const value = condition.value?.value;
    if (value) checkValue(condition, value, report, scope);
  },
  examples: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": "200,201" } }
                                                                     ^^^^^^^^^ error: 'in' needs an array, found '200,201'. Use [200, 201].
=>
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200, 201] } }
---
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": ["a.example.com", "b.example.com"] } }
                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'eq' needs one value, found an array. Use 'in'.
=>
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["a.example.com", "b.example.com"] } }
---
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": ["/static"] } }
                                                                          ^^^^^^^^^^^ error: 'contains' needs one value, found an array. Remove the brackets.
=>
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": "/static" } }
---
{ "where": { "key": "OriginResponseStatus", "operator": "geq", "value": "high" } }
                                                                        ^^^^^^ error: 'OriginResponseStatus' is a number, but 'high' is not. Use a number.
---
{ "where": { "key": "ClientRequestUserAgent", "operator": "!eq", "value": 42 } }
                                                                          ^^ error: 'ClientRequestUserAgent' is a string, but '42' is not quoted. Use "42".
=>
{ "where": { "key": "ClientRequestUserAgent", "operator": "!eq", "value": "42" } }
---
{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": "yes" } }
                                                                   ^^^^^ error: 'CacheReserveUsed' is a Boolean, but 'yes' is not. Use true.
=>
{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": true } }
---
{ "where": { "key": "ClientIP", "operator": "!in", "value": ["192.0.2.1", ["192.0.2.2"]] } }
                                                                          ^^^^^^^^^^^^^ error: An array cannot hold another array. Remove the inner brackets.
=>
{ "where": { "key": "ClientIP", "operator": "!in", "value": ["192.0.2.1", "192.0.2.2"] } }
---
{ "where": { "key": "BotScore", "operator": "gt", "value": -1 } }
                                                           ^^ hint: 'BotScore' is an integer of 0 or more, so the service may refuse '-1'.
---
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": "a.example.com b.example.com" } }
                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'in' needs an array, found 'a.example.com b.example.com'. Use ["a.example.com", "b.example.com"].
=>
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["a.example.com", "b.example.com"] } }
---
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": "500-599" } }
                                                                     ^^^^^^^^^ error: 'EdgeResponseStatus' is a number, but '500-599' is not. Use 'geq' 500 and 'leq' 599.
=>
{ "where": { "and": [{ "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }, { "key": "EdgeResponseStatus", "operator": "leq", "value": 599 }] } }
---
{ "where": { "key": "EdgeResponseStatus", "operator": "!eq", "value": "200,404" } }
                                                                      ^^^^^^^^^ error: 'EdgeResponseStatus' is a number, but '200,404' is not. Use '!in' with [200, 404].
=>
{ "where": { "key": "EdgeResponseStatus", "operator": "!in", "value": [200, 404] } }
---
{ "where": { "key": "ClientSrcPort", "operator": "eq", "value": "80 443" } }
                                                                ^^^^^^^^ error: 'ClientSrcPort' is a number, but '80 443' is not. Use 'in' with [80, 443].
=>
{ "where": { "key": "ClientSrcPort", "operator": "in", "value": [80, 443] } }
---
{ "where": { "key": "EdgeResponseBytes", "operator": "gt", "value": "1,000,000" } }
                                                                    ^^^^^^^^^^^ error: 'EdgeResponseBytes' is a number, but '1,000,000' is not. Use 1000000.
=>
{ "where": { "key": "EdgeResponseBytes", "operator": "gt", "value": 1000000 } }
---
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200.5, 404] } }
                                                                      ^^^^^ warning: 'EdgeResponseStatus' is an integer and never '200.5'. Use an integer.
---
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 200.0 } }
                                                                     ^^^^^ hint: 'EdgeResponseStatus' is an integer of 0 or more, so the service may refuse '200.0'. Use 200.
=>
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 200 } }
---
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
      { "key": "OriginResponseStatus", "operator": "geq", "value": 500 },
      { "key": "CacheReserveUsed", "operator": "eq", "value": true },
      { "key": "CacheTieredFill", "operator": "eq", "value": "true" },
      { "key": "ClientRequestReferer", "operator": "eq", "value": "" }
    ]
  }
}
`,
};

function noName({ name, value }: Property, noun: string, report: Report, scope: Scope): void {
  if (!value) return;
  const written = shorten(scope.text.slice(value.start, value.end));
  report(value, `'${name.value}' needs ${noun} name in quotes, found ${written}.`);
}

function checkValue(condition: Condition, value: JsonValue, report: Report, scope: Scope): void {
  const { field, comparison } = condition;
  const scalar = field && scalarOf[field.type];
  if (value.kind === "object" || value.kind === "null") {
    noValue(value, scalar, report, itemsOf(condition, value));
    return;
  }
  // The wrong field or operator is reported instead.
  if (!condition.fits || (field && unfilterable(field))) return;
  if (value.kind === "array") {
    if (comparison?.operand === "one") listForOne(condition, value, report, scope);
    else elements(condition, value, scalar, report, scope);
  } else if (comparison?.operand === "list") {
    oneForList(condition, value, report, scope);
  } else if (scalar && compatibility(value, scalar) !== "yes") {
    reportMismatch(condition, value, scalar, report, scope);
  }
}

function elements(
  condition: Condition,
  list: JsonArray,
  scalar: Scalar | undefined,
  report: Report,
  scope: Scope,
): void {
  let found = 0;
  for (const item of list.items) {
    if (item.kind === "array") nestedList(item, report, scope);
    else if (item.kind === "object" || item.kind === "null") noValue(item, scalar, report);
    else if (scalar && compatibility(item, scalar) !== "yes")
      reportMismatch(condition, item, scalar, report, scope);
    else continue;
    if (++found === maxDiagnostics) return;
  }
}

function nestedList(list: JsonArray, report: Report, { text }: Scope): void {
  const edits = innerBrackets(list, text).map(remove);
  report(list, "An array cannot hold another array. Remove the inner brackets.", {
    fixes: edits.length > 0 ? [safeFix("Remove the inner brackets", edits)] : [],
  });
}

function oneForList(condition: Condition, value: JsonValue, report: Report, scope: Scope): void {
  const { comparison } = condition;
  const fixes = asList(condition, value, scope.filter.json);
  const written = value.kind === "string" ? value.value : scope.text.slice(value.start, value.end);
  const title = fixes[0]?.title ?? "";
  const advice = title && title.length < 60 ? title : "Use [ … ]";
  const problem = `'${comparison?.name}' needs an array, found ${shorten(written)}.`;
  report(value, `${problem} ${advice}.`, { fixes });
}

/** The strings of `{"a.com" "b.com"}`, a set in rule syntax, which JSON parses as an object. */
function itemsOf({ comparison }: Condition, value: JsonValue): readonly string[] {
  if (comparison?.operand !== "list" || value.kind !== "object") return [];
  const items: string[] = [];
  for (const { name, value: other } of value.properties.slice(0, maxDiagnostics)) {
    items.push(name.value);
    if (other?.kind === "string" || other?.kind === "number") items.push(writtenText(other));
    else if (other) return [];
  }
  return items;
}

function noValue(
  value: JsonValue,
  scalar: Scalar | undefined,
  report: Report,
  items: readonly string[] = [],
): void {
  if (value.kind !== "object") {
    const advice = scalar === "string" ? 'Use "" for an empty string.' : "Use a value.";
    report(value, `A field cannot be compared with null. ${advice}`);
    return;
  }
  const isNumeric = (scalar === "integer" || scalar === "number") && items.every(isNumber);
  const list = `[${items.map((it) => (isNumeric ? it : JSON.stringify(it))).join(", ")}]`;
  const fixes: Fix[] = items.length > 0 ? [{ ...write(value, list), guess: true }] : [];
  const advice =
    fixes[0] && list.length < 60 ? `${fixes[0].title}.` : "Use a string, a number or an array.";
  report(value, `A field cannot be compared with an object. ${advice}`, { fixes });
}

function reportMismatch(
  condition: Condition,
  value: JsonValue,
  scalar: Scalar,
  report: Report,
  scope: Scope,
): void {
  const name = condition.field?.name ?? "";
  const written = shorten("value" in value ? writtenText(value) : "");
  const isList = condition.field?.type.startsWith("array");
  const subject = isList ? `An element of '${name}'` : `'${name}'`;
  const fixes = repair(condition, value, scalar, scope);
  const advice = fixes[0] && fixes[0].title.length < 60 ? ` ${fixes[0].title}.` : "";
  if (compatibility(value, scalar) === "doubt") {
    // Signal strengths are below zero.
    if (name.endsWith("DBM")) return;
    const equality = /^!?(?:eq|in)$/.test(condition.comparison?.name ?? "");
    if (equality && value.kind === "number" && value.value % 1 !== 0) {
      const message = `${subject} is an integer and never ${written}. Use an integer.`;
      report(value, message, { severity: "warning" });
      return;
    }
    const problem = `${subject} is an integer of 0 or more, so the service may refuse ${written}.`;
    report(value, `${problem}${advice}`, { severity: "hint", fixes });
    return;
  }
  const wanted =
    scalar === "boolean" ? "" : ` Use a ${scalar === "timestamp" ? "timestamp" : "number"}.`;
  report(value, `${subject} is ${mismatches[scalar](written)}.${advice || wanted}`, { fixes });
}

const mismatches: Readonly<Record<Scalar, (written: string) => string>> = {
  string: (written) => `a string, but ${written} is not quoted`,
  integer: (written) => `a number, but ${written} is not`,
  number: (written) => `a number, but ${written} is not`,
  boolean: (written) => `a Boolean, but ${written} is not`,
  timestamp: (written) => `a timestamp, but ${written} is not`,
};

function repair(condition: Condition, value: JsonValue, scalar: Scalar, scope: Scope): Fix[] {
  if (scalar === "string" && "value" in value) {
    return [write(value, JSON.stringify(writtenText(value)))];
  }
  if (scalar === "boolean") {
    const truth = suggestedBoolean(value);
    return truth === undefined ? [] : [write(value, String(truth))];
  }
  if (scalar === "timestamp" || !("value" in value) || value.kind === "boolean") return [];
  return asNumber(condition, value, scope.filter.json);
}

function write(value: JsonValue, text: string): Fix {
  return safeFix(`Use ${text}`, [replace(value, text)]);
}

function listForOne(condition: Condition, list: JsonArray, report: Report, scope: Scope): void {
  const name = condition.comparison?.name ?? "";
  const fixes = asOne(condition, list, scope.filter.json);
  // The syntax for elements is undocumented, so an array is only doubtful.
  const severity = condition.field?.type.startsWith("array") ? "hint" : "error";
  const noun = list.items.length === 0 ? "an empty array" : "an array";
  const advice = fixes[0] ? ` ${fixes[0].title}.` : "";
  report(list, `'${name}' needs one value, found ${noun}.${advice}`, { fixes, severity });
}
