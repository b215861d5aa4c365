import type { Report } from "../../core/check.ts";
import type { Fix } from "../../core/diagnostic.ts";
import type { JsonString, JsonValue } from "../../json/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Condition } from "../filter.ts";
import { eachOperand } from "../operand.ts";
import type { FilterCheck } from "./check.ts";

export const patternValue: FilterCheck<"condition"> = {
  code: "pattern-value",
  severity: "warning",
  summary: "A range of addresses or a `*` is compared as plain text.",
  why: "`eq` and `in` compare the whole text, and know neither ranges nor `*`. A field that holds one address never is `10.0.0.0/8`. Look for the beginning of a text with `startsWith`, for its end with `endsWith`, or for a part of it with `contains`.",
  on: "condition",
  run(condition, report) {
    const { field, comparison } = condition;
    if (field?.type !== "string" || !wholeText.has(comparison?.name ?? "")) return;
    eachOperand(condition, (it) => look(condition, it, report));
  },
  examples: [
    {
      text: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "10.0.0.0/8" } }
                                                           ^^^^^^^^^^^^ warning: 'ClientIP' is one address, and the range '10.0.0.0/8' never is. List the addresses, or use 'startsWith'.
`,
      fixed: `
{ "where": { "key": "ClientIP", "operator": "startsWith", "value": "10." } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestHost", "operator": "!eq", "value": "*.example.com" } }
                                                                     ^^^^^^^^^^^^^^^ info: '!eq' takes the '*' in '*.example.com' for a plain letter. Use 'startsWith', 'endsWith' or 'contains'.
`,
      fixed: `
{ "where": { "key": "ClientRequestHost", "operator": "!endsWith", "value": ".example.com" } }
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["shop.example.com", "*.example.net"] } }
                                                                                         ^^^^^^^^^^^^^^^ info: 'in' takes the '*' in '*.example.net' for a plain letter. Use 'startsWith', 'endsWith' or 'contains'.
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/10.0.0.0/8" } }
`,
    },
  ],
};

function look(condition: Condition, item: JsonValue, report: Report): boolean {
  if (item.kind !== "string") return false;
  const name = condition.field?.name ?? "";
  if (endsLikeRange(item.value) && holdsAddress.test(name) && range.test(item.value)) {
    const message = `'${name}' is one address, and the range ${shorten(item.value)} never is. List the addresses, or use 'startsWith'.`;
    report(item, message, { fixes: prefixFix(condition, item) });
    return true;
  }
  if (!hasOuterStar(item.value) || !star.test(item.value)) return false;
  const message = `'${condition.comparison?.name}' takes the '*' in ${shorten(item.value)} for a plain letter. Use 'startsWith', 'endsWith' or 'contains'.`;
  report(item, message, { fixes: starFix(condition, item), severity: "info" });
  return true;
}

/** Most values need no closer look. */
function endsLikeRange(text: string): boolean {
  return text.indexOf("/", text.length - "/128".length) !== -1;
}

function hasOuterStar(text: string): boolean {
  return text.charCodeAt(0) === asterisk || text.charCodeAt(text.length - 1) === asterisk;
}

const asterisk = 42;

const wholeText: ReadonlySet<string> = new Set(["eq", "!eq", "in", "!in"]);
const holdsAddress = /(?:IP|IPAddress|IPv[46]Address)$/;
const range = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F]{0,4}(?::[\da-fA-F]{0,4}){2,7})\/\d{1,3}$/;

/** At one end of a word a star is hardly meant as itself. */
const star = /^(?=.*[\p{L}\d])(?:\*[^*\s]+\*?|[^*\s]+\*)$/u;

/** Ranges that end at a dot have a beginning in common. */
function prefixFix(condition: Condition, { start, end, value }: JsonString): readonly Fix[] {
  const [address = "", bits = ""] = value.split("/");
  const parts = { "8": 1, "16": 2, "24": 3 }[bits];
  if (parts === undefined || address.includes(":")) return [];
  const prefix = `${address.split(".").slice(0, parts).join(".")}.`;
  return rewrite(condition, { start, end }, "startsWith", prefix);
}

function starFix(condition: Condition, { start, end, value }: JsonString): readonly Fix[] {
  const [before, after] = [value.startsWith("*"), value.endsWith("*")];
  const operator = before && after ? "contains" : before ? "endsWith" : "startsWith";
  return rewrite(condition, { start, end }, operator, value.replaceAll("*", ""));
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
  return [{ title: `Use '${word}' with ${shorten(text)}`, edits, guess: true }];
}
