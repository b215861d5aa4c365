import type { ActionName } from "./actions.ts";

/** A phase is a step of request processing at which a ruleset runs. */
export interface Phase {
  readonly name: string;
  /** The task of its rules, in one sentence. */
  readonly doc: string;
  /** Its expressions can read the response. */
  readonly response?: true;
  /** Its expressions can read the body of the request. */
  readonly body?: true;
  /** Runs on packets, before there is a request. */
  readonly packets?: true;
  /** The actions of its entry points, from Cloudflare's documentation. Undefined where they are not documented. */
  readonly actions?: readonly ActionName[];
}

const challenges = ["managed_challenge", "js_challenge", "challenge"] as const;

export const phases = [
  { name: "ddos_l4", doc: "Configures network-layer DDoS protection.", packets: true },
  { name: "ddos_l7", doc: "Configures HTTP DDoS protection.", actions: ["execute"] },
  {
    name: "http_config_settings",
    doc: "Overrides zone settings for matching requests.",
    actions: ["set_config"],
  },
  {
    name: "http_custom_errors",
    doc: "Returns custom error pages.",
    response: true,
    body: true,
    actions: ["serve_error"],
  },
  {
    name: "http_log_custom_fields",
    doc: "Adds headers and cookies to the logs.",
    response: true,
    actions: ["log_custom_field"],
  },
  {
    name: "http_ratelimit",
    doc: "Rate-limits clients.",
    // Only the counting expression can read the response, but a file can contain either expression.
    response: true,
    body: true,
    actions: ["block", ...challenges, "log", "execute"],
  },
  {
    name: "http_request_api_gateway_early",
    doc: "Runs the first API Shield checks on the request.",
    body: true,
  },
  {
    name: "http_request_api_gateway_late",
    doc: "Runs the last API Shield checks on the request.",
    body: true,
  },
  {
    name: "http_request_cache_settings",
    doc: "Controls what is cached, and for how long.",
    actions: ["set_cache_settings"],
  },
  {
    name: "http_request_cloud_connector",
    doc: "Routes requests to cloud storage.",
  },
  {
    name: "http_request_dynamic_redirect",
    doc: "Redirects to a computed URL.",
    actions: ["redirect"],
  },
  {
    name: "http_request_firewall_custom",
    doc: "Runs custom rules that block, challenge, log or skip.",
    body: true,
    actions: ["block", ...challenges, "log", "skip", "execute", "score", "rewrite"],
  },
  {
    name: "http_request_firewall_managed",
    doc: "Runs managed rulesets.",
    body: true,
    actions: ["execute", "skip"],
  },
  { name: "http_request_late_transform", doc: "Changes request headers.", actions: ["rewrite"] },
  { name: "http_request_origin", doc: "Selects the origin for the request.", actions: ["route"] },
  { name: "http_request_redirect", doc: "Redirects with a list of URLs.", actions: ["redirect"] },
  { name: "http_request_sanitize", doc: "Normalizes the URL of the request." },
  {
    name: "http_request_sbfm",
    doc: "Acts on requests that look automated.",
    actions: ["block", ...challenges, "log", "skip"],
  },
  { name: "http_request_snippets", doc: "Runs snippets on the request." },
  {
    name: "http_request_transform",
    doc: "Rewrites the path and the query of the request.",
    actions: ["rewrite"],
  },
  {
    name: "http_response_cache_settings",
    doc: "Controls caching after the origin has responded.",
    response: true,
    actions: ["set_cache_settings", "set_cache_control", "set_cache_tags"],
  },
  {
    name: "http_response_compression",
    doc: "Selects the compression of the response.",
    response: true,
    actions: ["compress_response"],
  },
  {
    name: "http_response_firewall_managed",
    doc: "Runs managed rulesets on the response.",
    response: true,
  },
  {
    name: "http_response_headers_transform",
    doc: "Changes response headers.",
    response: true,
    actions: ["rewrite"],
  },
  { name: "magic_transit", doc: "Filters packets with custom rules.", packets: true },
  {
    name: "magic_transit_ids_managed",
    doc: "Detects intrusions in packets.",
    packets: true,
  },
  {
    name: "magic_transit_managed",
    doc: "Filters packets with managed rulesets.",
    packets: true,
  },
  { name: "magic_transit_ratelimit", doc: "Limits the rate of packets.", packets: true },
] as const satisfies readonly Phase[];

export type PhaseName = (typeof phases)[number]["name"];

/** The default phase of custom rules. */
export const customPhase: PhaseName = "http_request_firewall_custom";

/** The phases that rewrite requests or responses. */
export const transformPhases = [
  "http_request_transform",
  "http_request_late_transform",
  "http_response_headers_transform",
] as const satisfies readonly PhaseName[];

/** The phases that filter packets. */
export const packetPhases = [
  "magic_transit",
  "magic_transit_managed",
  "magic_transit_ratelimit",
  "magic_transit_ids_managed",
  "ddos_l4",
] as const satisfies readonly PhaseName[];

const byName: ReadonlyMap<string, Phase> = new Map(phases.map((it) => [it.name, it]));

export function phaseNamed(name: string): Phase | undefined {
  return byName.get(name);
}
