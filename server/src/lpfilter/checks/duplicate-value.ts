import { maxDiagnostics, safeFix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import { isUnseen, writtenText } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { canonicalText, isExact } from "../logic/claim.ts";
import { type Value, valuesOf } from "../values/values.ts";
import type { FilterCheck } from "./check.ts";

export const duplicateValue: FilterCheck<"condition"> = {
  code: "duplicate-value",
  severity: "info",
  summary: "An array contains the same value twice.",
  why: "A duplicate has no effect but counts toward the size limit. Values that differ only in case are not reported, because it is not documented whether comparisons are case-sensitive.",
  on: "condition",
  run(condition, report, { filter, text }) {
    const list = condition.value?.value;
    // Values of different branches are not duplicates of each other.
    if (list?.kind !== "array" || list.isUnseen || list.items.length < 2) return;
    const values = valuesOf(condition);
    if (!values || !(values.length > fewValues || hasDuplicates(values))) return;
    const seen = new Set<unknown>();
    let found = 0;
    for (const [index, item] of list.items.entries()) {
      const value = values[index];
      const isKnown = value !== undefined && isExact(value) && !isUnseen(item);
      const meaning = isKnown ? value : `large ${canonicalText(item)}`;
      if (!seen.has(meaning)) {
        seen.add(meaning);
        continue;
      }
      if (!("value" in item) || ++found > maxDiagnostics) return;
      const edit = filter.json.errors.length > 0 ? undefined : removeChild(list.items, item, text);
      report(item, `Duplicate value ${shorten(writtenText(item))}. Remove it.`, {
        fixes: edit ? [safeFix("Remove the value", [edit])] : [],
        look: "unnecessary",
      });
    }
  },
  examples: `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200, 204, "200"] } }
                                                                                ^^^^^ info: Duplicate value '200'. Remove it.
=>
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [200, 204] } }
---
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["shop.example.com", "Shop.example.com"] } }
`,
};

/** Up to this many, pairwise comparison is faster than a set. */
const fewValues = 8;

function hasDuplicates(values: readonly Value[]): boolean {
  for (let i = 1; i < values.length; i++) {
    for (let j = 0; j < i; j++) if (values[i] === values[j]) return true;
  }
  return false;
}
