import type { ConfiguredRule } from "../../core/configuration/model.ts";
import { notesOnPaths, redirectBy, withQuery } from "../configuration/bulk-redirects.ts";
import { partAt, statusAt, textAt } from "../configuration/parameters.ts";
import type { Effect, TraceState } from "../state.ts";
import { computed, withoutPeriod } from "./computed.ts";

/** To a URL, or to one of a list. */
export function redirect(rule: ConfiguredRule, by: string, state: TraceState): Effect {
  const { parameters } = rule;
  if (partAt(parameters, "from_list") !== undefined) return redirectFromList(rule, by, state);
  const target = computed(partAt(parameters, "from_value", "target_url"), state);
  const known = statusAt(301, parameters, "from_value", "status_code");
  const { status } = known;
  const action = "redirect";
  if (!target || "unknown" in target) {
    state.unknown.add(
      target
        ? `The target of '${by}' is not known: ${withoutPeriod(target.unknown)}.`
        : `'${by}' has no target.`,
    );
    return { text: "redirect", ends: { kind: "redirect", by, action, ...known } };
  }
  if (target.value === undefined) {
    const notes = ["not documented: a target without a value; the next rule is evaluated"];
    return { text: "does not redirect: the target has no value", notes, isNone: true };
  }
  const keepsQuery = partAt(parameters, "from_value", "preserve_query_string") === true;
  const query = queryOf(state);
  const location = keepsQuery ? withQuery(target.value, query) : target.value;
  return {
    text: `redirects${withStatus(status)} to ${location}`,
    notes: [...notesOnQuery(target.value, keepsQuery && query !== ""), ...notesOnStatus(status)],
    ends: { kind: "redirect", by, action, ...known, location },
  };
}

/** Where the query of the request goes. */
function notesOnQuery(target: string, keepsQuery: boolean): readonly string[] {
  if (!keepsQuery) return [];
  if (target.includes("?"))
    return ["not documented: a second query; the query of the request is not added"];
  return /^\w+:\/\/[^/]*$/.test(target)
    ? ["not documented: a query after a target without a path"]
    : [];
}

const documentedStatus = new Set([301, 302, 307, 308]);

function notesOnStatus(status: number | undefined): readonly string[] {
  return status === undefined || documentedStatus.has(status)
    ? []
    : [`not documented: the status ${status}`];
}

function withStatus(status: number | undefined): string {
  return status === undefined ? "" : ` with ${status}`;
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
  const text = `redirects by $${list}`;
  if (!items) return { text, isUnknown: { what: `the list $${list}` } };
  const url = state.compiled.value(key, state.request);
  if ("unknown" in url)
    return { text, isUnknown: { what: "the key", because: withoutPeriod(url.unknown) } };
  const target = url.value === undefined ? undefined : redirectBy(items, url.value);
  const paths = url.value === undefined ? [] : notesOnPaths(items, url.value);
  if (!target)
    return {
      text: `does not redirect: $${list} does not have the URL`,
      notes: [
        "not documented: a URL that is not in the list; the next rule is evaluated",
        ...paths,
      ],
      isNone: true,
    };
  const { item, location, status } = target;
  const keepsQuery = item.preserve_query_string === true && (url.value ?? "").includes("?");
  if (location === "")
    state.unknown.add(`The target of '${item.source_url}' in $${list} is not known.`);
  return {
    text: `redirects with ${status} to ${location} by $${list}`,
    notes: [...paths, ...notesOnQuery(item.target_url, keepsQuery), ...notesOnStatus(status)],
    ends: {
      kind: "redirect",
      by,
      action: "redirect",
      status,
      ...(location !== "" && { location }),
    },
  };
}

/** About a rule that does not match because its list does not have the URL. */
export function notesOnMiss(
  { action, parameters }: ConfiguredRule,
  because: string,
  state: TraceState,
): readonly string[] {
  const isAbout = action === "redirect" && because.includes("full_uri");
  const list = isAbout ? textAt(parameters, "from_list", "name") : undefined;
  const items = list === undefined ? undefined : state.compiled.itemsOf(list);
  const key = textAt(parameters, "from_list", "key") ?? "http.request.full_uri";
  const url = items && state.compiled.value(key, state.request);
  return items && url && "value" in url && url.value !== undefined
    ? notesOnPaths(items, url.value)
    : [];
}
