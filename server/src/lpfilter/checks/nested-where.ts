import { mostFindings } from "../../core/diagnostic.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import type { Filter, NestedWhere } from "../syntax/filter.ts";
import type { FilterCheck } from "./check.ts";

export const nestedWhere: FilterCheck<"filter"> = {
  code: "nested-where",
  severity: "error",
  summary: "A `where` stands inside the filter.",
  why: "`where` opens a filter and stands there once. Inside it are only conditions, with `key`, `operator` and `value`, and groups, with `and` or `or`. An example that is often copied gets this wrong.",
  on: "filter",
  run(filter, report) {
    for (const nested of filter.nested.slice(0, mostFindings)) {
      if (isTheFirst(nested, filter)) continue;
      report(
        nested.property.name,
        "'where' stands only once, at the start of the filter. Keep what it holds, and remove it here.",
        { fixes: unwrap(filter, nested) },
      );
    }
  },
  examples: [
    {
      text: `
{
  "where": {
    "and": [
      { "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } },
        ^^^^^^^ error: 'where' stands only once, at the start of the filter. Keep what it holds, and remove it here.
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
`,
      fixed: `
{
  "where": {
    "and": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
`,
    },
    {
      text: `
{ "where": { "where": { "or": [{ "key": "JA3Hash", "operator": "eq", "value": "where" }] } } }
             ^^^^^^^ error: 'where' stands only once, at the start of the filter. Keep what it holds, and remove it here.
`,
      fixed: `
{ "where": { "or": [{ "key": "JA3Hash", "operator": "eq", "value": "where" }] } }
`,
    },
  ],
};

/** `{ "filter": { "where": … } }`: what stands around it is one level too many. */
function isTheFirst({ object }: NestedWhere, { where, json }: Filter): boolean {
  if (where || json.root?.kind !== "object") return false;
  return json.root.properties.some((it) => it.value === object);
}

/** Beside other properties it cannot simply go, because what it holds would have no place. */
function unwrap({ json }: Filter, { object, property }: NestedWhere) {
  const { value } = property;
  if (!value || object.properties.length > 1) return [];
  const edits = keepOnly({ json, around: object, part: value });
  return [{ title: "Remove this 'where'", edits }];
}
