import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { severalIn, shapeProblem } from "../../vocabulary/shapes.ts";
import { isGlob, isRegex } from "../patterns/patterns.ts";
import type { Condition } from "../syntax/filter.ts";
import { extentOf } from "../values/compared.ts";
import { eachOperand, neverHasBlanks } from "../values/operand.ts";
import { placeholderIn } from "../values/placeholders.ts";
import type { FilterCheck } from "./check.ts";

export const valueShape: FilterCheck<"oddValue"> = {
  code: "value-shape",
  severity: "warning",
  summary: "The value is not in the field's format.",
  why: "A path starts with `/` and ends before the query string, and a hostname has no scheme. Quotes and whitespace around a value are part of it, and several values in one string are one value: use `in` with an array.",
  on: "oddValue",
  run(condition, report) {
    eachOperand(condition, (it) => it.kind === "string" && checkItem(condition, it, report));
  },
  examples: `
{ "where": { "key": "ClientRequestPath", "operator": "startsWith", "value": "admin/" } }
                                                                            ^^^^^^^^ warning: 'ClientRequestPath' always starts with '/'. Use '/admin/'.
=>
{ "where": { "key": "ClientRequestPath", "operator": "startsWith", "value": "/admin/" } }
---
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": "/search?q=" } }
                                                                          ^^^^^^^^^^^^ warning: 'ClientRequestPath' excludes the query string, so it never contains '?'. Use 'ClientRequestURI'.
=>
{ "where": { "key": "ClientRequestURI", "operator": "contains", "value": "/search?q=" } }
---
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["https://a.example.com/", "b.example.com "] } }
                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'ClientRequestHost' is a hostname and never contains a scheme. Use 'a.example.com'.
                                                                                               ^^^^^^^^^^^^^^^^ warning: 'b.example.com ' has whitespace at its end, which is part of the value. Remove it.
=>
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["a.example.com", "b.example.com "] } }
---
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a.example.com,b.example.com" } }
                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'a.example.com,b.example.com' is compared as one value. Use 'in' with ["a.example.com", "b.example.com"].
=>
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["a.example.com", "b.example.com"] } }
---
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "'a.example.com'" } }
                                                                    ^^^^^^^^^^^^^^^^^ warning: The quotes in ''a.example.com'' are part of the value. Remove them.
=>
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a.example.com" } }
---
{
  "where": {
    "or": [
      { "key": "ClientRequestPath", "operator": "endsWith", "value": "admin/" },
      { "key": "ClientRequestPath", "operator": "eq", "value": "*" },
      { "key": "ClientRequestHost", "operator": "contains", "value": "example" },
      { "key": "ClientRequestUserAgent", "operator": "startsWith", "value": "Mozilla/5.0 (X11; Linux x86_64) " },
      { "key": "ClientRequestUserAgent", "operator": "contains", "value": "KHTML, like Gecko" },
      { "key": "ClientRequestURI", "operator": "contains", "value": "'--" }
    ]
  }
}
`,
};

function checkItem(condition: Condition, item: JsonString, report: Report): boolean {
  if (placeholderIn(condition, item.value)) return false;
  return (
    blanks(condition, item, report) ||
    quotes(condition, item, report) ||
    reportSeveralValues(condition, item, report) ||
    shaped(condition, item, report)
  );
}

/** A searched substring may start or end with a space. */
function blanks(condition: Condition, item: JsonString, report: Report): boolean {
  const { value } = item;
  const suggested = value.trim();
  if (suggested === value || suggested === "") return false;
  const isShaped = neverHasBlanks(condition.field);
  if (!isShaped && extentOf(condition) !== "whole") return false;
  const place = value.startsWith(suggested) ? "end" : value.endsWith(suggested) ? "start" : "ends";
  const message = `${shorten(value)} has whitespace at its ${place}, which is part of the value. Remove it.`;
  report(item, message, {
    fixes: [change(item, "Remove it", suggested)],
    severity: isShaped ? "warning" : "hint",
  });
  return true;
}

function quotes(condition: Condition, item: JsonString, report: Report): boolean {
  const suggested = /^(["'`])([^"'`]*)\1$/.exec(item.value)?.[2];
  if (suggested === undefined || !/[\w/]/.test(suggested)) return false;
  if (!condition.field?.shape && extentOf(condition) !== "whole") return false;
  const message = `The quotes in ${shorten(item.value)} are part of the value. Remove them.`;
  report(item, message, { fixes: [change(item, "Remove them", suggested)] });
  return true;
}

/** Values without spaces have no commas either, except paths. */
function reportSeveralValues(condition: Condition, item: JsonString, report: Report): boolean {
  const { field, comparison, operator } = condition;
  const extent = extentOf(condition);
  if (!neverHasBlanks(field) || (extent !== "whole" && field?.shape !== "host")) return false;
  const items = severalIn(field?.shape ?? "word", item.value);
  if (!items) return false;
  const list = `[${items.map((it) => JSON.stringify(it)).join(", ")}]`;
  const twin = comparison?.name === "eq" ? "in" : comparison?.name === "!eq" ? "!in" : undefined;
  const problem = `${shorten(item.value)} is compared as one value.`;
  if (twin && operator?.value) {
    const edits = [replace(operator.value, JSON.stringify(twin)), replace(item, list)];
    const title = `Use '${twin}' with ${list}`;
    const advice = title.length < 80 ? title : `Use '${twin}' with an array`;
    report(item, `${problem} ${advice}.`, { fixes: [likelyFix(title, edits)] });
  } else if (comparison?.operand === "list") {
    const edits = [replace(item, list.slice(1, -1))];
    const title = `Use ${list.slice(1, -1)}`;
    report(item, `${problem} Use one string for each.`, { fixes: [likelyFix(title, edits)] });
  } else report(item, `${problem} Use one condition for each in an 'or'.`);
  return true;
}

function shaped(condition: Condition, item: JsonString, report: Report): boolean {
  // Patterns are reported by another check.
  if (isGlob(condition, item.value) || isRegex(condition, item.value)) return false;
  const { field, key } = condition;
  const extent = extentOf(condition);
  const found =
    field?.shape &&
    extent &&
    shapeProblem(field.shape, { name: field.name, text: item.value, extent });
  // A page URL as shown in a browser may have a fragment.
  if (!found || (field.shape === "page" && found.beyond)) return false;
  const { message, suggested, doubt, beyond } = found;
  const fixes: Fix[] =
    suggested === undefined ? [] : [change(item, `Use ${shorten(suggested)}`, suggested)];
  // A path and its query are one field in this dataset.
  const whole =
    field.name === "ClientRequestPath" && beyond === "query" ? "ClientRequestURI" : undefined;
  if (whole && key?.value && condition.value?.value === item) {
    fixes.push(likelyFix(`Use '${whole}'`, [replace(key.value, `"${whole}"`)]));
  }
  const advice = whole ? ` Use '${whole}'.` : "";
  report(item, message + advice, { fixes, ...(doubt ? { severity: "hint" as const } : {}) });
  return true;
}

function change(item: JsonString, title: string, text: string): Fix {
  return likelyFix(title, [replace(item, JSON.stringify(text))]);
}
