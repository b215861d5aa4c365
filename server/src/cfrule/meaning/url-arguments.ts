import type { Fields } from "./shared-headers.ts";

const args = "http.request.uri.args";
const lists = [`${args}.names`, `${args}.values`];
const query = "http.request.uri.query";
/** Fields that contain a query, or that it is derived from. */
const withQuery = [query, "http.request.uri", "http.request.full_uri"];

/** First with a query that has the given arguments, if that is simple. The evaluator tells whether it means the same. */
export function withArguments(fields: Fields): readonly Fields[] {
  const { [args]: map, [lists[0] ?? ""]: names, [lists[1] ?? ""]: values, ...rest } = fields;
  const areGiven = [map, names, values].some((it) => it !== undefined);
  if (!areGiven || withQuery.some((it) => it in fields)) return [fields];
  const pairs = [...pairsOf(map), ...listedPairs(names, values)].join("&");
  return plainQuery.test(pairs) ? [{ ...rest, [query]: pairs }, fields] : [fields];
}

const plainQuery = /^[\w.~-]+=[\w.~/-]*(?:&[\w.~-]+=[\w.~/-]*)*$/;

function pairsOf(map: unknown): readonly string[] {
  if (typeof map !== "object" || map === null) return [];
  return Object.entries(map as Readonly<Record<string, readonly unknown[]>>).flatMap(
    ([name, all]) => (all.length === 0 ? [""] : all).map((it) => `${name}=${it}`),
  );
}

function listedPairs(names: unknown, values: unknown): readonly string[] {
  const [all, others] = [names, values].map((it): unknown[] => (Array.isArray(it) ? it : []));
  const count = Math.max(all?.length ?? 0, others?.length ?? 0);
  return Array.from({ length: count }, (_, at) => `${all?.[at] || "x"}=${others?.[at] ?? ""}`);
}
