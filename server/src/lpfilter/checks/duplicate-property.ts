import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { removeChild, removeDuplicate } from "../../json/rewrite/remove.ts";
import type { JsonArray, JsonObject, JsonValue, Property } from "../../json/syntax/tree.ts";
import { insert } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { FilterCheck } from "./check.ts";

export const duplicateProperty: FilterCheck<"filter"> = {
  code: "duplicate-property",
  severity: "error",
  summary: "An object has two properties with the same name.",
  why: "JSON parsers keep one of them, usually the last, and silently drop the other.",
  on: "filter",
  run(filter, report) {
    if (filter.odd.length === 0) return;
    const search = new Search(filter.odd);
    for (const object of filter.odd) search.look(object);
    for (const pair of search.pairs) twice(pair, filter.json.text, report);
  },
  examples: `
{ "where": { "key": "ClientIP", "key": "ClientCountry", "operator": "eq", "value": "ca" } }
                                ^^^^^ error: Duplicate property 'key'; only the last one is used. Remove one.
=>
{ "where": { "key": "ClientCountry", "operator": "eq", "value": "ca" } }
---
{
  "where": {
    "and": [{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }],
    "and": [{ "key": "ClientCountry", "operator": "eq", "value": "ca" }]
    ^^^^^ error: Duplicate property 'and'; only the last one is used. Merge the arrays.
  }
}
=>
{
  "where": {
    "and": [{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }, { "key": "ClientCountry", "operator": "eq", "value": "ca" }]
  }
}
---
{
  "where": {
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" }
    ]
  }
}
`,
};

interface Pair {
  readonly object: JsonObject;
  readonly first: Property;
  readonly last: Property;
}

class Search {
  readonly pairs: Pair[] = [];
  private oddOnes: ReadonlySet<JsonValue> | undefined;

  constructor(private readonly odd: readonly JsonObject[]) {}

  /** The parser bounds the depth of a tree, so this may recurse. */
  look(value: JsonObject | JsonArray): void {
    if (this.pairs.length >= maxDiagnostics) return;
    if (value.kind === "object") {
      this.duplicates(value);
      for (const property of value.properties) this.inside(property.value);
    } else {
      for (const item of value.items) this.inside(item);
    }
  }

  /** Other invalid objects are visited separately. */
  private inside(value: JsonValue | undefined): void {
    if (value?.kind !== "object" && value?.kind !== "array") return;
    this.oddOnes ??= new Set(this.odd);
    if (!this.oddOnes.has(value)) this.look(value);
  }

  private duplicates(object: JsonObject): void {
    const { properties } = object;
    if (properties.length < 2) return;
    const seen = new Map<string, Property>();
    for (const last of properties) {
      const first = seen.get(last.name.value);
      // Missing names are syntax errors.
      if (first && last.name.start < last.name.end) this.pairs.push({ object, first, last });
      if (this.pairs.length >= maxDiagnostics) return;
      seen.set(last.name.value, last);
    }
  }
}

function twice({ object, first, last }: Pair, text: string, report: Report): void {
  const name = shorten(last.name.value);
  const lists = bothLists(first, last);
  const advice = lists ? "Merge the arrays." : "Remove one.";
  report(last.name, `Duplicate property ${name}; only the last one is used. ${advice}`, {
    fixes: lists ? joining(object, first, lists, text) : removeDuplicate(object, first, last, text),
    related: [{ start: first.name.start, end: first.name.end, message: `The first ${name}.` }],
  });
}

/** Two lists of conditions are merged. */
function joining(
  object: JsonObject,
  first: Property,
  [from, into]: readonly [JsonArray, JsonArray],
  text: string,
): Fix[] {
  const removal = removeChild(object.properties, first, text);
  if (!removal) return [];
  const start = from.items[0]?.start ?? 0;
  const moved = text.slice(start, from.items[from.items.length - 1]?.end);
  const edits = [removal, insert(into.start + 1, `${moved}, `)];
  return [likelyFix("Merge the arrays", edits)];
}

function bothLists(first: Property, last: Property): readonly [JsonArray, JsonArray] | undefined {
  const from = first.value;
  const into = last.value;
  if (from?.kind !== "array" || into?.kind !== "array") return undefined;
  if (from.items.length === 0 || into.items.length === 0) return undefined;
  const name = last.name.value;
  return name === "and" || name === "or" ? [from, into] : undefined;
}
