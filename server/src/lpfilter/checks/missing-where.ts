import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { readResponse } from "../../json/pasted/response.ts";
import type { Json } from "../../json/syntax/parse.ts";
import {
  type JsonArray,
  type JsonObject,
  mayHaveMoreProperties,
  type Property,
  propertyOf,
} from "../../json/syntax/tree.ts";
import { insert, replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { isNegation, suggestedProperty } from "../catalog/properties.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import { mostLookedAt } from "../syntax/misnamed.ts";
import { filterIn } from "../syntax/pasted.ts";
import type { FilterCheck } from "./check.ts";

const whereSynonyms = new Set([
  "filter",
  "filters",
  "condition",
  "conditions",
  "query",
  "expression",
  "rule",
  "if",
  "when",
]);

/** Properties of every job and of no node. */
const jobProperties = ["dataset", "destination_conf", "output_options"];

export const missingWhere: FilterCheck<"filter"> = {
  code: "missing-where",
  severity: "error",
  summary: "The filter does not start with `where`.",
  why: "A filter is an object with one property, `where`, which holds a condition or a group. The service rejects a bare condition, although many guides show one.",
  on: "filter",
  run(filter, report) {
    const { root, errors } = filter.json;
    if (filter.where || filter.escaped || !root) return;
    if (root.kind === "object" && mayHaveMoreProperties(root)) return;
    if (foreign(filter.json, report)) return;
    if (root.kind === "object") {
      withoutWhere(filter.json, root, report);
    } else if (root.kind === "array") {
      wrap(root, '{ "where": { "and": ', " } }", report);
    } else if (errors.length === 0) {
      report(root, 'Expected an object: { "where": … }, with a condition or a group inside.');
    }
  },
  examples: `
{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
^ error: A filter starts with 'where'. Wrap this in { "where": … }.
=>
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
---
{ "Where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
  ^^^^^^^ error: A filter starts with 'where', found 'Where'. Use 'where'.
=>
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
---
[{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }]
^ error: A filter starts with 'where'. Wrap this in { "where": … }.
=>
{ "where": { "and": [{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }] } }
---
{ "filter": { "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } } }
  ^^^^^^^^ error: A filter starts with 'where', found 'filter'. Keep only its contents.
=>
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
---
{ "query": { "bool": { "must": [{ "term": { "ClientIP": "192.0.2.1" } }] } } }
  ^^^^^^^ error: This is an Elasticsearch query. Rewrite each condition as { "key": …, "operator": …, "value": … }.
---
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
`,
};

/** JSON of another kind, which renaming a property does not turn into a filter. */
function foreign(json: Json, report: Report): boolean {
  const { root, text } = json;
  if (root?.kind !== "object") return false;
  const response = readResponse(root);
  if (response) {
    const { mark, one, failure } = response;
    if (failure) {
      report(mark.name, `${failure} It holds no filter. ${wanted}`);
      return true;
    }
    const kept = one && filterIn(text.slice(one.start, one.end));
    const title = "Keep only the filter";
    const fixes: Fix[] = kept === undefined ? [] : [likelyFix(title, [replace(root, kept)])];
    report(mark.name, `This is an API response. ${title}.`, {
      fixes,
    });
    return true;
  }
  const query = elasticQuery(root);
  if (query) {
    const advice = 'Rewrite each condition as { "key": …, "operator": …, "value": … }.';
    report(query.name, `This is an Elasticsearch query. ${advice}`);
  }
  return query !== undefined;
}

/** `{ "query": { "bool": … } }`, or the same without 'query'. */
function elasticQuery(root: JsonObject): Property | undefined {
  const query = propertyOf(root, "query") ?? propertyOf(root, "post_filter");
  const around = query?.value?.kind === "object" ? query.value : root;
  const clause = around.properties.find(({ name }) => elasticClauses.has(name.value));
  return clause?.value?.kind === "object" ? (query ?? clause) : undefined;
}

const elasticClauses = new Set([
  "bool",
  "term",
  "terms",
  "match",
  "match_all",
  "match_phrase",
  "multi_match",
  "range",
  "exists",
  "prefix",
  "wildcard",
  "regexp",
  "query_string",
  "simple_query_string",
]);

function withoutWhere(json: Json, root: JsonObject, report: Report): void {
  const properties = root.properties.slice(0, mostLookedAt);
  const start = { start: root.start, end: root.start + 1 };
  if (properties.some((it) => jobProperties.includes(it.name.value))) {
    report(start, "This is a job, not a filter. Move it to an '.lpjob' file.");
    return;
  }
  const near = properties.find(resemblesWhere);
  const isNode = properties.some(
    ({ name }) => suggestedProperty(name.value) !== undefined || isNegation(name.value),
  );
  if (near) {
    misnamed(json, root, near, report);
  } else if (isNode) {
    wrap(root, '{ "where": ', " }", report);
  } else if (properties.length === 0) {
    report(root, `The filter is an empty object. ${wanted}`);
  } else {
    report(start, `A filter starts with 'where'. ${wanted}`);
  }
}

const wanted = 'Use { "where": … } with a condition or a group.';

function resemblesWhere({ name, value }: Property): boolean {
  if (value?.kind !== "object" || suggestedProperty(name.value)?.sure) return false;
  return (
    nearest(name.value.trim(), ["where"]) !== undefined ||
    whereSynonyms.has(name.value.toLowerCase())
  );
}

function misnamed(json: Json, root: JsonObject, near: Property, report: Report): void {
  const problem = `A filter starts with 'where', found ${shorten(near.name.value)}.`;
  const { value } = near;
  if (value?.kind === "object" && propertyOf(value, "where")) {
    const edits = keepOnly({ json, around: root, part: value });
    const title = `Keep only the contents of ${shorten(near.name.value)}`;
    const fixes = root.properties.length === 1 ? [safeFix(title, edits)] : [];
    report(near.name, `${problem} Keep only its contents.`, { fixes });
    return;
  }
  const fix = safeFix("Use 'where'", [replace(near.name, '"where"')]);
  const sure = near.name.value.trim().toLowerCase() === "where";
  report(near.name, sure ? `${problem} Use 'where'.` : `${problem} Did you mean 'where'?`, {
    fixes: [sure ? fix : { ...fix, guess: true }],
  });
}

function wrap(root: JsonObject | JsonArray, before: string, after: string, report: Report): void {
  const edits = [insert(root.start, before), insert(root.end, after)];
  const fix = safeFix("Wrap in 'where'", edits);
  // Several conditions in an array may also be alternatives.
  const sure = root.kind === "object" || root.items.length === 1;
  report(
    { start: root.start, end: root.start + 1 },
    "A filter starts with 'where'. Wrap this in { \"where\": … }.",
    { fixes: [sure ? fix : { ...fix, guess: true }] },
  );
}
