import { maxDiagnostics, safeFix } from "../../core/diagnostic.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import type { Filter, NestedWhere } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const nestedWhere: FilterCheck<"filter"> = {
  code: "nested-where",
  severity: "error",
  summary: "A `where` is nested inside the filter.",
  why: "`where` is only allowed at the top level. Inside it are conditions, with `key`, `operator` and `value`, and groups, with `and` or `or`. A widely copied example gets this wrong.",
  on: "filter",
  run(filter, report) {
    for (const nested of filter.nested.slice(0, maxDiagnostics)) {
      if (isTheFirst(nested, filter)) continue;
      report(
        nested.property.name,
        "'where' is only allowed at the top level. Remove it and keep its contents.",
        { fixes: unwrap(filter, nested) },
      );
    }
  },
  examples: `
{
  "where": {
    "and": [
      { "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } },
        ^^^^^^^ error: 'where' is only allowed at the top level. Remove it and keep its contents.
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
=>
{
  "where": {
    "and": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
---
{ "where": { "where": { "or": [{ "key": "JA3Hash", "operator": "eq", "value": "where" }] } } }
             ^^^^^^^ error: 'where' is only allowed at the top level. Remove it and keep its contents.
=>
{ "where": { "or": [{ "key": "JA3Hash", "operator": "eq", "value": "where" }] } }
`,
};

/** `{ "filter": { "where": … } }`: the outer object is one level too many. */
function isTheFirst({ object }: NestedWhere, { where, json }: Filter): boolean {
  if (where || json.root?.kind !== "object") return false;
  return json.root.properties.some((it) => it.value === object);
}

/** A `where` next to other properties cannot be removed, because its contents could not stay in the object. */
function unwrap({ json }: Filter, { object, property }: NestedWhere) {
  const { value } = property;
  if (!value || object.properties.length > 1) return [];
  const edits = keepOnly({ json, around: object, part: value });
  return [safeFix("Remove this 'where'", edits)];
}
