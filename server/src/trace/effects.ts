import {
  type ConfiguredRule,
  type Part,
  type PartObject,
  UnknownPart,
} from "../core/configuration/model.ts";
import type { Computed } from "./compiled.ts";
import { compressionBy } from "./compression.ts";
import { redirectBy } from "./configuration/bulk-redirects.ts";
import {
  numberAt,
  objectAt,
  partAt,
  plainOf,
  textAt,
  textsAt,
} from "./configuration/parameters.ts";
import { changedHeaders, type HeaderChange } from "./headers.ts";
import type { Effect, TraceState } from "./state.ts";

type Act = (rule: ConfiguredRule, name: string, state: TraceState) => Effect;

/** What a rule does if it matches. Undefined for an action that is not known here. */
export function effectOf(
  rule: ConfiguredRule,
  name: string,
  state: TraceState,
): Effect | undefined {
  const act = actions.get(String(rule.action));
  return act?.(rule, name, state);
}

function block({ parameters }: ConfiguredRule, by: string, { phase }: TraceState): Effect {
  const status = numberAt(parameters, "response", "status_code");
  const usual = phase.phase === "http_ratelimit" ? 429 : 403;
  const type = textAt(parameters, "response", "content_type");
  return {
    text: "block",
    ends: {
      kind: "block",
      by,
      action: "block",
      status: status ?? usual,
      response: {
        status: status ?? usual,
        headers: type === undefined ? {} : { "content-type": type },
      },
    },
  };
}

function challenge({ action }: ConfiguredRule, by: string): Effect {
  return {
    text: String(action),
    ends: { kind: "challenge", by, action: String(action) },
  };
}

const nothing: Act = ({ action }) => ({ text: String(action) });

/** The value of `{ value }` or `{ expression }`. Undefined if neither is set. */
function computed(part: Part | undefined, state: TraceState): Computed | undefined {
  if (part instanceof UnknownPart) return { unknown: part.source };
  const value = partAt(part, "value");
  const expression = partAt(part, "expression");
  if (expression instanceof UnknownPart) return { unknown: expression.source };
  if (typeof expression === "string" && expression !== "")
    return state.compiled.value(expression, state.request);
  if (value instanceof UnknownPart) return { unknown: value.source };
  return value === undefined ? undefined : { value: String(value) };
}

function redirect(rule: ConfiguredRule, by: string, state: TraceState): Effect {
  const { parameters } = rule;
  if (partAt(parameters, "from_list") !== undefined) return redirectFromList(rule, by, state);
  const target = computed(partAt(parameters, "from_value", "target_url"), state);
  const status = numberAt(parameters, "from_value", "status_code") ?? 301;
  const action = "redirect";
  if (!target || "unknown" in target) {
    state.unknown.add(
      `The target of '${by}' is not known: ${withoutPeriod(target?.unknown ?? "no target")}.`,
    );
    return { text: "redirect", ends: { kind: "redirect", by, action, status } };
  }
  if (target.value === undefined) {
    const note = "not documented: the target has no value, so the rule is taken as not matching";
    return { text: note, isNone: true };
  }
  const keepsQuery = partAt(parameters, "from_value", "preserve_query_string") === true;
  const query = queryOf(state);
  const location =
    keepsQuery && query !== "" && !target.value.includes("?")
      ? `${target.value}?${query}`
      : target.value;
  return {
    text: `redirects with ${status} to ${location}`,
    ends: { kind: "redirect", by, action, status, location },
  };
}

function queryOf({ request }: TraceState): string {
  const query = request.get("http.request.uri.query");
  return typeof query === "string" ? query : "";
}

/** The expression matches, and the list has the URL. */
function redirectFromList({ parameters }: ConfiguredRule, by: string, state: TraceState): Effect {
  const list = textAt(parameters, "from_list", "name") ?? "";
  const key = textAt(parameters, "from_list", "key") ?? "http.request.full_uri";
  const items = state.compiled.itemsOf(list);
  if (!items) return { text: `redirects by $${list}`, isUnknown: [`$${list}`] };
  const url = state.compiled.value(key, state.request);
  if ("unknown" in url) return { text: `redirects by $${list}`, isUnknown: [url.unknown] };
  const target = url.value === undefined ? undefined : redirectBy(items, url.value);
  if (!target) return { text: `$${list} does not have the URL`, isNone: true };
  const { location, status } = target;
  if (location === "")
    state.unknown.add(`The target of '${target.item.source_url}' in $${list} is not known.`);
  return {
    text: `redirects with ${status} to ${location} by $${list}`,
    ends: {
      kind: "redirect",
      by,
      action: "redirect",
      status,
      ...(location !== "" && { location }),
    },
  };
}

function rewrite(rule: ConfiguredRule, by: string, state: TraceState): Effect {
  const { parameters } = rule;
  const headers = headerChanges(partAt(parameters, "headers"), state);
  if (state.phase.isResponse) return responseHeaders(headers, by, state);
  if (state.phase.phase === "http_request_late_transform")
    return requestHeaders(headers, by, state);
  return rewriteUri(parameters, by, state);
}

function rewriteUri(parameters: Part, by: string, state: TraceState): Effect {
  const texts: string[] = [];
  for (const part of ["path", "query"] as const) {
    const found = computed(partAt(parameters, "uri", part), state);
    if (!found) continue;
    if ("unknown" in found) {
      state.unknown.add(`The ${part} after '${by}' is not known: ${withoutPeriod(found.unknown)}.`);
      const text = `rewrites the ${part} to what is not known`;
      return { text, ends: { kind: "unknown", by, action: "rewrite" } };
    }
    if (found.value === undefined) return { text: "error 1037", ends: errorOf(1037, by) };
    const before = state.request.get(`http.request.uri.${part}`);
    const value = part === "query" ? found.value.replace(/^\?/, "") : found.value;
    state.pending[part] = { value, by };
    texts.push(`rewrites the ${part}: ${String(before)} → ${value === "" ? "(empty)" : value}`);
  }
  return { text: texts.length > 0 ? texts.join(", ") : "rewrites nothing" };
}

/** Messages about expressions are sentences. */
function withoutPeriod(text: string): string {
  return text.replace(/\.$/, "");
}

export function errorOf(code: number, by: string) {
  return { kind: "error", by, action: "rewrite", code } as const;
}

/** Version 4 of the provider has blocks with a name, version 5 and the service objects by name. */
function headerChanges(part: Part | undefined, state: TraceState): readonly HeaderChange[] {
  if (part === undefined || part instanceof UnknownPart)
    return part ? [{ name: "", operation: "set", value: { unknown: part.source } }] : [];
  const rows: readonly (readonly [string, Part])[] = Array.isArray(part)
    ? part.map((it) => [textAt(it, "name") ?? "", it] as const)
    : textAt(part, "operation") !== undefined
      ? [[textAt(part, "name") ?? "", part] as const]
      : Object.entries(part as PartObject);
  return rows.map(([name, it]) => ({
    name,
    operation: textAt(it, "operation") ?? "set",
    value: computed(it, state) ?? { value: undefined },
  }));
}

function requestHeaders(changes: readonly HeaderChange[], by: string, state: TraceState): Effect {
  const before = state.pending.headers ?? state.request.headers();
  const { headers, error, unknown, text } = changedHeaders(before, changes, false);
  if (error !== undefined) return { text: `error ${error}`, ends: errorOf(error, by) };
  for (const it of unknown)
    state.unknown.add(`The request header ${it} is not known, set by '${by}'.`);
  state.pending.headers = headers;
  return { text };
}

function responseHeaders(changes: readonly HeaderChange[], by: string, state: TraceState): Effect {
  const { headers, error, unknown, text } = changedHeaders(state.response.headers, changes, true);
  if (error !== undefined) return { text: `error ${error}`, ends: errorOf(error, by) };
  for (const it of unknown)
    state.unknown.add(`The response header ${it} is not known, set by '${by}'.`);
  state.response = { ...state.response, headers };
  return { text };
}

function route({ parameters }: ConfiguredRule, _: string, { route: into }: TraceState): Effect {
  const rows = {
    hostHeader: partAt(parameters, "host_header"),
    originHost: partAt(parameters, "origin", "host"),
    originPort: partAt(parameters, "origin", "port"),
    sni: partAt(parameters, "sni", "value"),
  };
  const set = Object.entries(rows).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  Object.assign(into, Object.fromEntries(set));
  return {
    text: `sets ${set.map(([name, it]) => `${routeNames[name]} ${String(plainOf(it))}`).join(", ")}`,
  };
}

const routeNames: Readonly<Record<string, string>> = {
  hostHeader: "the Host header",
  originHost: "the origin",
  originPort: "the port",
  sni: "the SNI",
};

/** Merged per setting: the last one wins. */
function settings(into: "cache" | "config"): Act {
  return ({ parameters }, by, state) => {
    if (parameters instanceof UnknownPart) {
      state.unknown.add(`The settings of '${by}' are not known.`);
      return { text: "sets what is not known" };
    }
    const nested = Object.entries(parameters).filter(
      ([name, it]) => typeof it === "object" && Object.hasOwn(state[into], name),
    );
    const rows = Object.entries(parameters).map(
      ([name, it]) => [name, plainOf(partAt(it) ?? it)] as const,
    );
    Object.assign(state[into], Object.fromEntries(rows));
    const text = `sets ${rows.map(([name, it]) => `${name} ${shownValue(it)}`).join(", ")}`;
    const [first] = nested;
    return {
      text: first
        ? `${text} (not documented: whether parts of '${first[0]}' are merged; the last rule is taken)`
        : text,
    };
  };
}

function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** After the origin has answered. Each match also turns `origin_cache_control` on. */
function responseCache(rule: ConfiguredRule, by: string, state: TraceState): Effect {
  if (!state.phase.isResponse) return settings("cache")(rule, by, state);
  const { parameters } = rule;
  const stripped = Object.entries({
    strip_etags: "etag",
    strip_set_cookie: "set-cookie",
    strip_last_modified: "last-modified",
  }).flatMap(([name, header]) => (partAt(parameters, name) === true ? [header] : []));
  const headers = new Map(state.response.headers);
  for (const it of stripped) headers.delete(it);
  state.response = { ...state.response, headers };
  const effect = settings("cache")(rule, by, state);
  state.cache.origin_cache_control = true;
  return effect;
}

function cacheTags(rule: ConfiguredRule, by: string, state: TraceState): Effect {
  state.cache.origin_cache_control = true;
  const { parameters } = rule;
  const kind = rule.action === "set_cache_tags" ? "cache_tags" : "cache_control";
  if (parameters instanceof UnknownPart) {
    state.unknown.add(`The settings of '${by}' are not known.`);
    return { text: "sets what is not known" };
  }
  state.cache[kind] = {
    ...(state.cache[kind] as object | undefined),
    ...(plainOf(parameters) as object),
  };
  return { text: `sets ${shownValue(plainOf(parameters))}` };
}

/** Only for errors. Keeps the headers of the response, except those of its content. */
function serveError({ parameters }: ConfiguredRule, _: string, state: TraceState): Effect {
  if (state.response.status < 400)
    return {
      text: `the status is ${state.response.status}, and only errors are replaced`,
      isNone: true,
    };
  const status = numberAt(parameters, "status_code") ?? state.response.status;
  const headers = new Map(state.response.headers);
  headers.delete("content-length");
  headers.set("content-type", [textAt(parameters, "content_type") ?? "text/html"]);
  state.response = { status, headers };
  const asset = textAt(parameters, "asset_name");
  return {
    text: `serves ${asset === undefined ? "its own page" : `'${asset}'`} with ${status}`,
    endsPhase: true,
  };
}

function compress({ parameters }: ConfiguredRule, _: string, state: TraceState): Effect {
  const list = partAt(parameters, "algorithms");
  const names = (Array.isArray(list) ? list : list === undefined ? [] : [list]).flatMap((it) =>
    typeof it === "string" ? [it] : (textAt(it, "name") ?? []),
  );
  return { text: compressionBy(names, state) };
}

function skip({ parameters }: ConfiguredRule): Effect {
  const parts = [
    ...(textAt(parameters, "ruleset") === "current" ? ["the rest of this ruleset"] : []),
    ...(textAt(parameters, "phase") === "current" ? ["the rest of this phase"] : []),
    ...named("phase", textsAt(parameters, "phases")),
    ...named("product", textsAt(parameters, "products")),
    ...named("ruleset", textsAt(parameters, "rulesets")),
    ...(objectAt(parameters, "rules") ? ["rules of rulesets"] : []),
  ];
  return { text: parts.length > 0 ? `skips ${parts.join(", ")}` : "skips nothing" };
}

function named(noun: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`${noun}${names.length > 1 ? "s" : ""} ${names.join(", ")}`];
}

const actions: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["block", block],
  ["challenge", challenge],
  ["js_challenge", challenge],
  ["managed_challenge", challenge],
  ["log", () => ({ text: "logs the request" })],
  ["allow", () => ({ text: "allows the request" })],
  ["bypass", ({ parameters }) => ({ text: `skips ${textsAt(parameters, "products").join(", ")}` })],
  ["skip", skip],
  ["execute", nothing],
  ["rewrite", rewrite],
  ["route", route],
  ["redirect", redirect],
  ["set_config", settings("config")],
  ["set_cache_settings", responseCache],
  ["set_cache_control", cacheTags],
  ["set_cache_tags", cacheTags],
  ["serve_error", serveError],
  ["compress_response", compress],
  ["log_custom_field", () => ({ text: "adds fields to the logs" })],
  [
    "score",
    ({ parameters }) => ({ text: `adds ${numberAt(parameters, "increment") ?? "to"} the score` }),
  ],
]);
