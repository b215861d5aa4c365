import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { JsonString, JsonValue } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { isGlob, isRegex, isSqlPattern, star } from "../patterns/patterns.ts";
import type { Condition } from "../syntax/filter.ts";
import { eachOperand } from "../values/operand.ts";
import { placeholderIn } from "../values/placeholders.ts";
import type { FilterCheck } from "./check.ts";

export const patternValue: FilterCheck<"oddValue"> = {
  code: "pattern-value",
  severity: "warning",
  summary: "An address range, a `*` or a regular expression is compared literally.",
  why: "Filters support neither ranges nor patterns, so an address field never equals `10.0.0.0/8`. Use `startsWith`, `endsWith` or `contains` to match part of a value, and an `or` for alternatives.",
  on: "oddValue",
  run(condition, report) {
    const { field } = condition;
    if (field?.type !== "string") return;
    eachOperand(condition, (it) => checkItem(condition, it, report));
  },
  examples: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "10.0.0.0/8" } }
                                                           ^^^^^^^^^^^^ warning: 'ClientIP' is one address, so the range '10.0.0.0/8' never matches. List the addresses, or use 'startsWith'.
=>
{ "where": { "key": "ClientIP", "operator": "startsWith", "value": "10." } }
---
{ "where": { "key": "ClientRequestHost", "operator": "!eq", "value": "*.example.com" } }
                                                                     ^^^^^^^^^^^^^^^ warning: '!eq' treats '*' in '*.example.com' literally. Use 'startsWith', 'endsWith' or 'contains'.
=>
{ "where": { "key": "ClientRequestHost", "operator": "!endsWith", "value": ".example.com" } }
---
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["shop.example.com", "*.example.net"] } }
                                                                                         ^^^^^^^^^^^^^^^ warning: 'in' treats '*' in '*.example.net' literally. Use 'startsWith', 'endsWith' or 'contains'.
---
{ "where": { "key": "ClientRequestPath", "operator": "contains", "value": "^/admin" } }
                                                                          ^^^^^^^^^ warning: 'contains' compares '^/admin' literally: filters have no regular expressions. Use 'startsWith', 'endsWith' or 'contains' with plain text.
=>
{ "where": { "key": "ClientRequestPath", "operator": "startsWith", "value": "/admin" } }
---
{ "where": { "key": "ClientRequestUserAgent", "operator": "contains", "value": "bot.*" } }
                                                                               ^^^^^^^ warning: 'contains' compares 'bot.*' literally: filters have no regular expressions. Use 'startsWith', 'endsWith' or 'contains' with plain text.
=>
{ "where": { "key": "ClientRequestUserAgent", "operator": "contains", "value": "bot" } }
---
{ "where": { "key": "ClientRequestPath", "operator": "!eq", "value": ".*\\\\.php$" } }
                                                                     ^^^^^^^^^^^ warning: '!eq' compares '.*\\.php$' literally: filters have no regular expressions. Use 'startsWith', 'endsWith' or 'contains' with plain text.
=>
{ "where": { "key": "ClientRequestPath", "operator": "!endsWith", "value": ".php" } }
---
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "www.*" } }
                                                                    ^^^^^^^ warning: 'eq' treats '*' in 'www.*' literally. Use 'startsWith', 'endsWith' or 'contains'.
=>
{ "where": { "key": "ClientRequestHost", "operator": "startsWith", "value": "www." } }
---
{ "where": { "key": "ClientRequestUserAgent", "operator": "contains", "value": "curl|wget" } }
                                                                               ^^^^^^^^^^^ warning: 'contains' compares 'curl|wget' literally: filters have no regular expressions. Use one condition for each alternative in an 'or'.
---
{ "where": { "key": "ClientRequestUserAgent", "operator": "contains", "value": "%bot%" } }
                                                                               ^^^^^^^ warning: 'contains' treats '%' in '%bot%' literally. Remove it.
=>
{ "where": { "key": "ClientRequestUserAgent", "operator": "contains", "value": "bot" } }
---
{
  "where": {
    "or": [
      { "key": "ClientRequestPath", "operator": "eq", "value": "/10.0.0.0/8" },
      { "key": "ClientRequestURI", "operator": "contains", "value": "$filter=" },
      { "key": "ClientRequestURI", "operator": "contains", "value": "a|b" },
      { "key": "ClientRequestUserAgent", "operator": "contains", "value": "(compatible; bot/1.0)" },
      { "key": "ClientRequestPath", "operator": "contains", "value": "/$metadata" }
    ]
  }
}
`,
};

function checkItem(condition: Condition, item: JsonValue, report: Report): boolean {
  if (item.kind !== "string" || placeholderIn(condition, item.value)) return false;
  const { field, comparison } = condition;
  const { value } = item;
  if (field?.shape === "address" && range.test(value)) {
    const message = `'${field.name}' is one address, so the range ${shorten(value)} never matches. List the addresses, or use 'startsWith'.`;
    report(item, message, { fixes: prefixFix(condition, item) });
    return true;
  }
  if (isGlob(condition, value)) {
    const message = `'${comparison?.name}' treats '*' in ${shorten(value)} literally. ${starAdvice(condition)}`;
    report(item, message, { fixes: starFix(condition, item) });
    return true;
  }
  if (isSqlPattern(condition, value)) {
    const message = `'${comparison?.name}' treats '%' in ${shorten(value)} literally. ${starAdvice(condition)}`;
    report(item, message, {
      fixes: starFix(condition, { ...item, value: item.value.replaceAll("%", "*") }),
    });
    return true;
  }
  if (!isRegex(condition, value)) return false;
  const message = `'${comparison?.name}' compares ${shorten(value)} literally: filters have no regular expressions.`;
  report(item, `${message} ${patternAdvice(value)}`, { fixes: plainFix(condition, item) });
  return true;
}

function starAdvice({ comparison }: Condition): string {
  return wholeText.has(comparison?.name ?? "")
    ? "Use 'startsWith', 'endsWith' or 'contains'."
    : "Remove it.";
}

function patternAdvice(text: string): string {
  return text.includes("|")
    ? "Use one condition for each alternative in an 'or'."
    : "Use 'startsWith', 'endsWith' or 'contains' with plain text.";
}

/** Removes the regex syntax of `^/admin`, `\.php$` or `.*bot.*`. No fix if there is any other. */
function plainFix(condition: Condition, { start, end, value }: JsonString): readonly Fix[] {
  const [, first, before, inner = "", after, last] =
    /^(\^)?(\.\*)?(.*?)(\.\*)?(\$)?$/s.exec(value) ?? [];
  if (!/^(?:[\w/-]|\\[./-])+$/.test(inner)) return [];
  const name = condition.comparison?.name.replace("!", "") ?? "";
  const isAnchored = first || last;
  const fromStart = !before && (isAnchored ? first : name === "eq" || name === "startsWith");
  const toEnd = !after && (isAnchored ? last : name === "eq" || name === "endsWith");
  const operator =
    fromStart && toEnd ? "eq" : fromStart ? "startsWith" : toEnd ? "endsWith" : "contains";
  return rewrite(condition, { start, end }, operator, inner.replace(/\\(.)/g, "$1"));
}

const wholeText: ReadonlySet<string> = new Set(["eq", "!eq", "in", "!in"]);
const range = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F]{0,4}(?::[\da-fA-F]{0,4}){2,7})\/\d{1,3}$/;

/** Ranges that end at a dot have a common prefix. */
function prefixFix(condition: Condition, { start, end, value }: JsonString): readonly Fix[] {
  const [address = "", bits = ""] = value.split("/");
  const parts = { "8": 1, "16": 2, "24": 3 }[bits];
  if (parts === undefined || address.includes(":")) return [];
  const prefix = `${address.split(".").slice(0, parts).join(".")}.`;
  return rewrite(condition, { start, end }, "startsWith", prefix);
}

function starFix(condition: Condition, { start, end, value }: JsonString): readonly Fix[] {
  const plain = value.replaceAll("*", "");
  if (!star.test(value) || /\w\*\w/.test(value)) return [];
  if (!wholeText.has(condition.comparison?.name ?? "")) {
    const edits = [replace({ start, end }, JSON.stringify(plain))];
    return [likelyFix(`Use ${shorten(plain)}`, edits)];
  }
  const [before, after] = [value.startsWith("*"), value.endsWith("*")];
  const operator = before && after ? "contains" : before ? "endsWith" : "startsWith";
  return rewrite(condition, { start, end }, operator, plain);
}

function rewrite(
  { comparison, operator }: Condition,
  place: { readonly start: number; readonly end: number },
  name: string,
  text: string,
): readonly Fix[] {
  if (comparison?.operand !== "one" || !operator?.value) return [];
  const word = comparison.name.startsWith("!") ? `!${name}` : name;
  const edits = [replace(operator.value, `"${word}"`), replace(place, JSON.stringify(text))];
  return [likelyFix(`Use '${word}' with ${shorten(text)}`, edits)];
}
