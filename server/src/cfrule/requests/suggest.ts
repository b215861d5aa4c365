import type { RequestFields } from "../../core/trial.ts";
import type { Scheme } from "../catalog/scheme.ts";
import { compileRule, type EvaluationOptions, type Rule } from "../evaluation/evaluate.ts";
import { PartialMap, unknownValue } from "../evaluation/value.ts";
import type { Expression } from "../syntax/tree.ts";
import type { ListItems } from "../values/list-items.ts";
import { type Variable, variablesOf } from "./candidates.ts";
import { readRequest } from "./read.ts";

/** Bounds the search. */
const mostSteps = 3000;

interface SuggestionOptions {
  readonly outcome: boolean;
  readonly scheme: Scheme;
  readonly items: ListItems;
}

/** A one-line request for which the rule has the wanted outcome, found by trying values of the rule. */
export function suggestRequest(
  root: Expression,
  options: EvaluationOptions,
  { outcome, scheme, items }: SuggestionOptions,
): string | undefined {
  const rule = compileRule(root, options);
  const search = new Search(rule, variablesOf(root, items), outcome, (text) => {
    const { request } = readRequest(text, scheme);
    return request !== undefined && rule.outcome(request) === outcome;
  });
  return search.from(0);
}

/** Fields to add to a one-line request, so that the rule has the wanted outcome. */
export function missingSettings(
  text: string,
  missed: readonly string[],
  {
    root,
    options,
    outcome,
    scheme,
    items,
  }: SuggestionOptions & { root: Expression; options: EvaluationOptions },
): string | undefined {
  const rule = compileRule(root, options);
  const variables = variablesOf(root, items).filter(
    (it) => it.key === undefined && missed.includes(it.field),
  );
  let steps = 0;
  const from = (index: number, added: readonly string[]): string | undefined => {
    if (++steps > mostSteps / 10) return undefined;
    const { request } = readRequest([text, ...added].join(" "), scheme);
    const found = request && rule.outcome(request);
    if (found === outcome && added.length > 0) return added.join(" ");
    const variable = variables[index];
    if (!variable || found === !outcome) return undefined;
    for (const value of variable.values) {
      const next = from(index + 1, [...added, `${variable.field}=${valueText(value)}`]);
      if (next !== undefined) return next;
    }
    return undefined;
  };
  return from(0, []);
}

/** A one-line request with these fields, omitting unknown ones. Undefined if it cannot be written in one line. */
export function requestText(fields: readonly string[], request: RequestFields): string | undefined {
  const set = new Map<Pick<Variable, "field" | "key">, unknown>();
  for (const field of fields) {
    const value = request.get(field);
    if (value === unknownValue || value === undefined) continue;
    if (!(value instanceof PartialMap)) set.set({ field, key: undefined }, value);
    else for (const [key, it] of Object.entries(value.known)) set.set({ field, key }, it);
  }
  return written(set);
}

/** Sets one field after the other, until the outcome is determined. */
class Search {
  private readonly set = new Map<Variable, unknown>();
  private steps = 0;

  constructor(
    private readonly rule: Rule,
    private readonly variables: readonly Variable[],
    private readonly outcome: boolean,
    private readonly isGood: (text: string) => boolean,
  ) {}

  from(index: number): string | undefined {
    if (++this.steps > mostSteps) return undefined;
    const outcome = this.rule.outcome({ get: (name) => this.valueOf(name) });
    if (outcome === !this.outcome) return undefined;
    if (outcome === this.outcome) {
      const text = written(this.set);
      if (text !== undefined && this.isGood(text)) return text;
    }
    const variable = this.variables[index];
    if (!variable) return undefined;
    for (const value of variable.values) {
      this.set.set(variable, value);
      const found = this.from(index + 1);
      if (found !== undefined) return found;
    }
    this.set.delete(variable);
    return undefined;
  }

  private valueOf(name: string): unknown {
    const known: Record<string, unknown> = {};
    let isKnown = false;
    for (const [{ field, key }, value] of this.set) {
      if (field !== name) continue;
      if (key === undefined) return value;
      isKnown = true;
      known[key] = value;
    }
    return isKnown ? new PartialMap(known) : unknownValue;
  }
}

/** Fields that the method and the URL set. */
const inUrl = {
  method: "http.request.method",
  host: "http.host",
  path: "http.request.uri.path",
  query: "http.request.uri.query",
  uri: "http.request.uri",
  full: "http.request.full_uri",
  ssl: "ssl",
  extension: "http.request.uri.path.extension",
} as const;

const argumentsField = "http.request.uri.args";

/** Undefined if the values cannot be written in one line. */
function written(set: ReadonlyMap<Pick<Variable, "field" | "key">, unknown>): string | undefined {
  const known = new Map<string, unknown>();
  const rest: string[] = [];
  const pairs: string[] = [];
  for (const [{ field, key }, value] of set) {
    if (value === undefined) continue;
    if (field === argumentsField && key !== undefined) {
      for (const it of value as readonly string[]) pairs.push(`${key}=${it}`);
    } else if ((Object.values(inUrl) as string[]).includes(field)) known.set(field, value);
    else {
      const name = key === undefined ? field : `${field}[${JSON.stringify(key)}]`;
      rest.push(`${name}=${valueText(value)}`);
    }
  }
  const url = urlOf(known, pairs);
  const method = String(known.get(inUrl.method) ?? "GET");
  if (/\s/.test(url + method) || rest.some((it) => /[\r\n]/.test(it))) return undefined;
  return [method, url, ...rest].join(" ");
}

function urlOf(known: ReadonlyMap<string, unknown>, pairs: readonly string[]): string {
  const full = known.get(inUrl.full);
  if (full !== undefined) return String(full);
  const scheme = known.get(inUrl.ssl) === false ? "http" : "https";
  const host = known.get(inUrl.host) ?? "www.example.com";
  const uri = known.get(inUrl.uri);
  if (uri !== undefined) return `${scheme}://${host}${uri}`;
  const extension = known.get(inUrl.extension);
  const path = known.get(inUrl.path) ?? (extension ? `/index.${extension}` : "/");
  const given = known.get(inUrl.query);
  const query = [...(given === undefined || given === "" ? [] : [String(given)]), ...pairs].join(
    "&",
  );
  return `${scheme}://${host}${path}${query === "" ? "" : `?${query}`}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 1) return valueText(value[0]);
    return `[${value.map((it) => (typeof it === "string" ? JSON.stringify(it) : String(it))).join(",")}]`;
  }
  if (typeof value !== "string") return String(value);
  return /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
}
