import type { Report } from "../../core/check.ts";
import { type Fix, mostFindings } from "../../core/diagnostic.ts";
import { type JsonArray, type JsonValue, type Property, writtenText } from "../../json/tree.ts";
import { remove, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { unfilterable } from "../catalogue/fields.ts";
import type { Condition } from "../filter.ts";
import { listedNumbers, meantTruth, type Scalar, scalarOf, suits } from "../operand.ts";
import { asList, asListUnderTwin, asOne } from "../reshape.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const valueType: FilterCheck<"condition"> = {
  code: "value-type",
  severity: "error",
  summary: "The value is not of the kind that the field and the operator take.",
  why: 'A number may stand with quotes or without, and so may true and false. `in` and `!in` take a list in brackets, `[200, 201]`; the `"200,201"` of an old example is refused. All other operators take one value.',
  on: "condition",
  run(condition, report, scope) {
    const { key, operator } = condition;
    if (key?.value && key.value.kind !== "string") noName(key, "a field", report, scope);
    if (operator?.value && operator.value.kind !== "string")
      noName(operator, "an operator", report, scope);
    const value = condition.value?.value;
    if (value) look(condition, value, report, scope);
  },
  examples: [
    {
      text: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": "200,201" } }
                                                                     ^^^^^^^^^ error: 'in' takes a list, and here stands '200,201'. Write [200, 201].
`,
      fixed: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200, 201] } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": ["a.example.com", "b.example.com"] } }
                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'eq' takes one value, and here stands a list. Change to 'in'.
`,
      fixed: `
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["a.example.com", "b.example.com"] } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": ["/static"] } }
                                                                          ^^^^^^^^^^^ error: 'contains' takes one value, and here stands a list. Remove the brackets.
`,
      fixed: `
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": "/static" } }
`,
    },
    {
      text: `
{ "where": { "key": "OriginResponseStatus", "operator": "geq", "value": "high" } }
                                                                        ^^^^^^ error: 'OriginResponseStatus' is a number, and 'high' is not one. Write one.
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestUserAgent", "operator": "!eq", "value": 42 } }
                                                                          ^^ error: 'ClientRequestUserAgent' is a string, and '42' stands without quotes. Write "42".
`,
      fixed: `
{ "where": { "key": "ClientRequestUserAgent", "operator": "!eq", "value": "42" } }
`,
    },
    {
      text: `
{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": "yes" } }
                                                                   ^^^^^ error: 'CacheReserveUsed' is true or false, and 'yes' is neither. Write true.
`,
      fixed: `
{ "where": { "key": "CacheReserveUsed", "operator": "eq", "value": true } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientIP", "operator": "!in", "value": ["192.0.2.1", ["192.0.2.2"]] } }
                                                                          ^^^^^^^^^^^^^ error: A list inside a list is no value to compare with. Remove the inner brackets.
`,
      fixed: `
{ "where": { "key": "ClientIP", "operator": "!in", "value": ["192.0.2.1", "192.0.2.2"] } }
`,
    },
    {
      text: `
{ "where": { "key": "BotScore", "operator": "gt", "value": -1 } }
                                                           ^^ hint: 'BotScore' is a whole number from 0 up, and the service may refuse '-1'.
`,
    },
    {
      text: `
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
    },
  ],
};

function noName({ name, value }: Property, noun: string, report: Report, scope: Scope): void {
  if (!value) return;
  const written = shorten(scope.text.slice(value.start, value.end));
  const finding = `'${name.value}' takes the name of ${noun} in quotes`;
  report(value, `${finding}, and here stands ${written}.`);
}

function look(condition: Condition, value: JsonValue, report: Report, scope: Scope): void {
  const { field, comparison } = condition;
  const scalar = field && scalarOf[field.type];
  if (value.kind === "object" || value.kind === "null") {
    noValue(value, scalar, report);
    return;
  }
  // Then the field or the operator is the mistake, and is reported as such.
  if (!condition.fits || (field && unfilterable(field))) return;
  if (value.kind === "array") {
    if (comparison?.operand === "one") listForOne(condition, value, report, scope);
    else elements(condition, value, scalar, report);
  } else if (comparison?.operand === "list") {
    oneForList(comparison.name, value, scalar, report, scope);
  } else if (scalar && suits(value, scalar) !== "yes") {
    misfit(condition, value, scalar, report);
  }
}

function elements(
  condition: Condition,
  list: JsonArray,
  scalar: Scalar | undefined,
  report: Report,
): void {
  let found = 0;
  for (const item of list.items) {
    if (item.kind === "array") nestedList(item, report);
    else if (item.kind === "object" || item.kind === "null") noValue(item, scalar, report);
    else if (scalar && suits(item, scalar) !== "yes") misfit(condition, item, scalar, report);
    else continue;
    if (++found === mostFindings) return;
  }
}

function nestedList(list: JsonArray, report: Report): void {
  const opening = { start: list.start, end: list.start + 1 };
  const closing = { start: list.end - 1, end: list.end };
  const edits = [remove(opening), remove(closing)];
  const message = "A list inside a list is no value to compare with. Remove the inner brackets.";
  report(list, message, {
    fixes: list.items.length > 0 ? [{ title: "Remove the inner brackets", edits }] : [],
  });
}

function oneForList(
  operator: string,
  value: JsonValue,
  scalar: Scalar | undefined,
  report: Report,
  scope: Scope,
): void {
  const fixes = asList(value, scalar, scope.text);
  const written = value.kind === "string" ? value.value : scope.text.slice(value.start, value.end);
  const title = fixes[0]?.title ?? "";
  const advice = title && title.length < 60 ? title : "Put it in '[ ]'";
  report(value, `'${operator}' takes a list, and here stands ${shorten(written)}. ${advice}.`, {
    fixes,
  });
}

function noValue(value: JsonValue, scalar: Scalar | undefined, report: Report): void {
  if (value.kind === "object") {
    report(value, "An object is no value to compare with. Write a text, a number or a list.");
    return;
  }
  const advice = scalar === "text" ? 'Write "" for an empty text.' : "Write one.";
  report(value, `'null' is no value to compare with. ${advice}`);
}

function misfit(condition: Condition, value: JsonValue, scalar: Scalar, report: Report): void {
  const name = condition.field?.name ?? "";
  const written = shorten("value" in value ? writtenText(value) : "");
  const isList = condition.field?.type.startsWith("array");
  const subject = isList ? `An element of '${name}'` : `'${name}'`;
  if (suits(value, scalar) === "doubt") {
    // Signal strengths are below zero.
    if (name.endsWith("DBM")) return;
    const range = `${subject} is a whole number from 0 up`;
    report(value, `${range}, and the service may refuse ${written}.`, { severity: "hint" });
    return;
  }
  const fixes = repair(condition, value, scalar);
  const advice = fixes[0] ? ` ${fixes[0].title}.` : scalar === "truth" ? "" : " Write one.";
  report(value, `${subject} is ${misfits[scalar](written)}.${advice}`, { fixes });
}

const misfits: Readonly<Record<Scalar, (written: string) => string>> = {
  text: (written) => `a string, and ${written} stands without quotes`,
  "whole number": (written) => `a number, and ${written} is not one`,
  number: (written) => `a number, and ${written} is not one`,
  truth: (written) => `true or false, and ${written} is neither`,
  time: (written) => `a time, and ${written} is not one`,
};

function repair(condition: Condition, value: JsonValue, scalar: Scalar): Fix[] {
  if (scalar === "text" && "value" in value) {
    return [write(value, JSON.stringify(writtenText(value)))];
  }
  if (scalar === "truth") {
    const truth = meantTruth(value);
    return truth === undefined ? [] : [write(value, String(truth))];
  }
  const numbers = value.kind === "string" ? listedNumbers(value.value) : undefined;
  if (!numbers) return [];
  const inList = condition.value?.value?.kind === "array";
  if (inList || numbers.length === 1) return [write(value, numbers.join(", "))];
  return scalar === "whole number" ? asListUnderTwin(condition, value) : [];
}

function write(value: JsonValue, text: string): Fix {
  return { title: `Write ${text}`, edits: [replace(value, text)] };
}

function listForOne(condition: Condition, list: JsonArray, report: Report, scope: Scope): void {
  const name = condition.comparison?.name ?? "";
  const fixes = asOne(condition, list, scope.filter.json);
  // How an element is asked for is not published, so a list there is no more than a doubt.
  const severity = condition.field?.type.startsWith("array") ? "hint" : "error";
  const noun = list.items.length === 0 ? "an empty list" : "a list";
  const advice = fixes[0] ? ` ${fixes[0].title}.` : "";
  report(list, `'${name}' takes one value, and here stands ${noun}.${advice}`, { fixes, severity });
}
