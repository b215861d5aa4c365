import { type ConfiguredRule, UnknownPart } from "../../core/configuration/model.ts";
import { partAt, plainOf, textAt, textsAt } from "../configuration/parameters.ts";
import type { Effect, TraceState } from "../state.ts";

export function route(
  { parameters }: ConfiguredRule,
  _: string,
  { route: into }: TraceState,
): Effect {
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
  return { text: setText(set.map(([name, it]) => `${routeNames[name]} ${String(plainOf(it))}`)) };
}

const routeNames: Readonly<Record<string, string>> = {
  hostHeader: "the Host header",
  originHost: "the origin",
  originPort: "the port",
  sni: "the SNI",
};

function setText(settings: readonly string[]): string {
  return settings.length === 0 ? "sets nothing" : `sets ${settings.join(", ")}`;
}

/** Merged per setting: the last one wins. */
export function settings(into: "cache" | "config") {
  return ({ parameters }: ConfiguredRule, by: string, state: TraceState): Effect => {
    if (parameters instanceof UnknownPart) return unknownSettings(by, state);
    const nested = Object.entries(parameters).filter(
      ([name, it]) => typeof it === "object" && Object.hasOwn(state[into], name),
    );
    const rows = Object.entries(parameters).map(
      ([name, it]) => [name, plainOf(partAt(it) ?? it)] as const,
    );
    const set = Object.fromEntries(rows);
    const [first] = nested;
    const notes = [
      ...(first
        ? [`not documented: whether parts of '${first[0]}' are merged; the last rule is taken`]
        : []),
      ...(into === "config" && rows.length > 0 && isMerged(state.config, set)
        ? [
            "not documented: whether settings of several rules are merged; the last value of each is taken",
          ]
        : []),
    ];
    Object.assign(state[into], set);
    const text = setText(rows.map(([name, it]) => `${name} ${shownValue(it)}`));
    return { text, notes };
  };
}

/** Whether the last rule alone would set something else. */
function isMerged(
  before: Readonly<Record<string, unknown>>,
  last: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(before).some(
    ([name, it]) => JSON.stringify(it) !== JSON.stringify(last[name]),
  );
}

function unknownSettings(by: string, state: TraceState): Effect {
  state.unknown.add(`The settings of '${by}' are not known.`);
  return { text: "sets what is not known" };
}

function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** After the origin has answered, each match also turns `origin_cache_control` on. */
export function cacheSettings(rule: ConfiguredRule, by: string, state: TraceState): Effect {
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

export const goesOn = "not documented: that the rules after it are evaluated";

/** Directives of the cache. */
export function cacheControl(
  { parameters }: ConfiguredRule,
  by: string,
  state: TraceState,
): Effect {
  state.cache.origin_cache_control = true;
  if (parameters instanceof UnknownPart) return unknownSettings(by, state);
  const before = state.cache.cache_control as object | undefined;
  state.cache.cache_control = { ...before, ...(plainOf(parameters) as object) };
  const isEmpty = Object.keys(parameters).length === 0;
  return { text: setText(isEmpty ? [] : [shownValue(plainOf(parameters))]), notes: [goesOn] };
}

/** Tags of the cache: `add` appends, `remove` drops, `set` replaces all. */
export function cacheTags({ parameters }: ConfiguredRule, by: string, state: TraceState): Effect {
  state.cache.origin_cache_control = true;
  const text = textAt(parameters, "expression");
  const found = text === undefined ? undefined : state.compiled.value(text, state.request);
  if (parameters instanceof UnknownPart || (found && "unknown" in found))
    return unknownSettings(by, state);
  const tags = found ? (found.value ?? "").split(",") : textsAt(parameters, "values");
  const operation = textAt(parameters, "operation") ?? "set";
  const before = (state.cache.cache_tags ?? []) as readonly string[];
  const kept = operation === "set" ? [] : before.filter((it) => !tags.includes(it));
  state.cache.cache_tags = operation === "remove" ? kept : [...kept, ...tags];
  return { text: `${operation}s the cache tags ${tags.join(", ")}`, notes: [goesOn] };
}
