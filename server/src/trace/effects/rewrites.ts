import {
  type ConfiguredRule,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { partAt, textAt } from "../configuration/parameters.ts";
import type { Effect, TraceState } from "../state.ts";
import type { TraceOutcome } from "../types.ts";
import { computed, withoutPeriod } from "./computed.ts";
import { changedHeaders, type HeaderChange } from "./headers.ts";

/** Of the path and the query, or of headers, by the phase. */
export function rewrite({ parameters }: ConfiguredRule, by: string, state: TraceState): Effect {
  const headers = headerChanges(partAt(parameters, "headers"), state);
  if (state.phase.isResponse) return responseHeaders(headers, by, state);
  if (state.phase.phase === "http_request_late_transform")
    return requestHeaders(headers, by, state);
  return rewriteUri(parameters, by, state);
}

function rewriteUri(parameters: Part, by: string, state: TraceState): Effect {
  const texts: string[] = [];
  const notes: string[] = [];
  for (const part of ["path", "query"] as const) {
    const found = computed(partAt(parameters, "uri", part), state);
    if (!found) continue;
    if ("unknown" in found) {
      state.unknown.add(`The ${part} after '${by}' is not known: ${withoutPeriod(found.unknown)}.`);
      const text = `rewrites the ${part} to what is not known`;
      return { text, ends: { kind: "unknown", by, action: "rewrite" } };
    }
    if (found.value === undefined) return errorEffect(1037, by, `the new ${part} has no value`);
    const before = state.request.get(`http.request.uri.${part}`);
    const value = part === "query" ? found.value.replace(/^\?/, "") : found.value;
    const earlier = state.pending[part];
    if (earlier && earlier.value !== value)
      notes.push(`not documented: two rewrites of the ${part}; the last one is taken`);
    state.pending[part] = { value, by };
    const shown = value === "" ? "(empty)" : value;
    texts.push(`rewrites the ${part}: ${String(before)} → ${shown}`);
  }
  if (texts.length === 0) return { text: "rewrites nothing" };
  return { text: texts.join(", "), notes: [...notes, ...notesOnSent(state)] };
}

/** By default, rules see the normalized path, and the origin gets the one that was sent. */
function notesOnSent({ request, pending }: TraceState): readonly string[] {
  const [seen, sent] = ["", "raw."].map((it) => request.get(`${it}http.request.uri.path`));
  if (seen === sent) return [];
  const which = pending.path ? "as rewritten" : "as sent";
  return [`not documented: that the origin gets the path ${which}, not the normalized one`];
}

/** Version 4 of the provider has blocks with a name, version 5 and the service objects by name. */
export function headerRows(part: Part): readonly (readonly [name: string, change: Part])[] {
  if (Array.isArray(part)) return part.map((it) => [textAt(it, "name") ?? "", it] as const);
  return textAt(part, "operation") !== undefined
    ? [[textAt(part, "name") ?? "", part] as const]
    : Object.entries(part as PartObject);
}

function headerChanges(part: Part | undefined, state: TraceState): readonly HeaderChange[] {
  if (part === undefined || part instanceof UnknownPart)
    return part ? [{ name: "", operation: "set", value: { unknown: part.source } }] : [];
  return headerRows(part).map(([name, it]) => ({
    name,
    operation: textAt(it, "operation") ?? "set",
    value: computed(it, state) ?? { value: undefined },
  }));
}

function requestHeaders(changes: readonly HeaderChange[], by: string, state: TraceState): Effect {
  const before = state.pending.headers ?? state.request.headers();
  const { headers, error, unknown, text } = changedHeaders(before, changes, false);
  if (error !== undefined) return errorEffect(error, by, text);
  for (const it of unknown)
    state.unknown.add(`The request header ${it} is not known, set by '${by}'.`);
  state.pending.headers = headers;
  const isAdded = changes.some((it) => it.operation === "add");
  for (const it of changes) state.changedBy.set(it.name.toLowerCase(), by);
  return { text, notes: isAdded ? ["not documented: 'add' for request headers"] : [] };
}

function responseHeaders(changes: readonly HeaderChange[], by: string, state: TraceState): Effect {
  const { headers, error, unknown, text } = changedHeaders(state.response.headers, changes, true);
  if (error !== undefined) return errorEffect(error, by, text);
  for (const it of unknown)
    state.unknown.add(`The response header ${it} is not known, set by '${by}'.`);
  state.response = { ...state.response, headers };
  return { text };
}

export const errorNote = "not documented: the HTTP status";

/** The service answers with an error page if a rewrite fails. */
export function errorOf(code: number, by: string, because: string): TraceOutcome {
  return { kind: "error", by, action: "rewrite", code, because };
}

function errorEffect(code: number, by: string, because: string): Effect {
  const text = `answers with error ${code}: ${because}`;
  return { text, notes: [errorNote], ends: errorOf(code, by, because) };
}
