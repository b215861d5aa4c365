import type { ConfiguredRule } from "../../core/configuration/model.ts";
import type { ActionName } from "../../languages.ts";
import {
  numberAt,
  partAt,
  statusAt,
  textAt,
  textsAt,
  unknownIn,
} from "../configuration/parameters.ts";
import type { Effect, TraceState } from "../state.ts";
import { compressionBy } from "./compression.ts";
import { withoutPeriod } from "./computed.ts";
import { redirect } from "./redirects.ts";
import { rewrite } from "./rewrites.ts";
import { cacheControl, cacheSettings, cacheTags, goesOn, route, settings } from "./settings.ts";
import { skip } from "./skip.ts";

type Act = (rule: ConfiguredRule, name: string, state: TraceState) => Effect;

/** The effect of a rule that matches. */
export function effectOf(rule: ConfiguredRule, name: string, state: TraceState): Effect {
  const action = String(rule.action);
  const act = actOf(action);
  if (act) {
    const before = state.unknown.size;
    const effect = act(rule, name, state);
    const [source] = unknownIn(rule.parameters);
    const isSaid = state.unknown.size > before || effect.isUnknown || action === "skip";
    if (source !== undefined && !isSaid)
      state.unknown.add(`A part of '${name}' is not known: ${withoutPeriod(source)}.`);
    return effect;
  }
  const isUnknown =
    action === ""
      ? { what: "the action", because: "it has no action" }
      : { what: `the action '${action}'` };
  return { text: "", isUnknown };
}

/** Whether it is known what the action does. */
export function isKnownAction(action: string): boolean {
  return actOf(action) !== undefined;
}

function block({ parameters }: ConfiguredRule, by: string, { phase }: TraceState): Effect {
  const usual = phase.phase === "http_ratelimit" ? 429 : 403;
  const { status } = statusAt(usual, parameters, "response", "status_code");
  const type = textAt(parameters, "response", "content_type");
  const headers = type === undefined ? {} : { "content-type": type };
  return {
    text: "block",
    ends: {
      ...{ kind: "block", by, action: "block" },
      ...(status !== undefined && { status, response: { status, headers } }),
    },
  };
}

/** Taken as not passed. */
function challenge({ action }: ConfiguredRule, by: string, { request }: TraceState): Effect {
  const cookies = request.headers().get("cookie")?.join(";") ?? "";
  const mayPass = /(?:^|;)\s*cf_clearance=/.test(cookies);
  return {
    text: String(action),
    notes: [
      "not documented: the HTTP status",
      ...(mayPass ? ["not documented: what runs if it is passed; taken as not passed"] : []),
    ],
    ends: { kind: "challenge", by, action: String(action) },
  };
}

/** Only for errors. Keeps the headers of the response, except the headers of its content. */
function serveError({ parameters }: ConfiguredRule, _: string, state: TraceState): Effect {
  if (state.response.status < 400)
    return {
      text: `replaces nothing: the status is ${state.response.status}, which is not an error`,
      isNone: true,
    };
  const status = numberAt(parameters, "status_code") ?? state.response.status;
  const headers = new Map(state.response.headers);
  headers.delete("content-length");
  headers.set("content-type", [textAt(parameters, "content_type") ?? "text/html"]);
  state.response = { status, headers };
  const asset = textAt(parameters, "asset_name");
  const notes = state.isAnswerRead
    ? ["not documented: that cache response rules are before custom errors"]
    : [];
  return {
    text: `serves ${asset === undefined ? "its own page" : `'${asset}'`} with ${status}`,
    notes,
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

/** Scores of a ruleset are added up; its last rule acts on the sum. */
function score(rule: ConfiguredRule, _: string, { score: into, phase }: TraceState): Effect {
  const { parameters } = rule;
  // In managed rulesets, that the scores are added up is.
  const notes = phase.phase === "http_request_firewall_managed" ? [] : [goesOn];
  const increment = numberAt(parameters, "increment");
  if (increment === undefined)
    return { text: "adds nothing to the score: it has no increment", notes };
  into.sum += increment;
  return { text: `adds ${increment} to the score, which is ${into.sum} now`, notes };
}

function bypass({ parameters }: ConfiguredRule): Effect {
  return { text: `skips ${textsAt(parameters, "products").join(", ") || "nothing"}` };
}

/** Without an effect, what the action does is not known. */
const acts: Readonly<Record<ActionName, Act | undefined>> = {
  block,
  challenge,
  js_challenge: challenge,
  managed_challenge: challenge,
  log: () => ({ text: "logs the request" }),
  allow: () => ({ text: "allows the request" }),
  bypass,
  skip,
  execute: () => ({ text: "execute" }),
  rewrite,
  route,
  redirect,
  set_config: settings("config"),
  set_cache_settings: cacheSettings,
  set_cache_control: cacheControl,
  set_cache_tags: cacheTags,
  serve_error: serveError,
  compress_response: compress,
  log_custom_field: () => ({ text: "adds fields to the logs", endsPhase: true }),
  score,
  ddos_dynamic: undefined,
  force_connection_close: undefined,
  transform_response_html: undefined,
};

function actOf(action: string): Act | undefined {
  return Object.hasOwn(acts, action) ? acts[action as ActionName] : undefined;
}
