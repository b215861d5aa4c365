import type { PhaseName } from "./phases.ts";

/** A phase in the order in which the service runs them, from the list of phases in its documentation. */
export interface PhaseStep {
  readonly phase: PhaseName | "firewall-rules";
  readonly title: string;
  /** The levels of its entry points, in the order in which they run. */
  readonly levels: readonly ("account" | "zone")[];
  /** After the cache and the origin. */
  readonly isResponse?: true;
  /** Its rulesets configure what runs elsewhere. */
  readonly isConfiguration?: true;
  /** Account rules of other phases act on zones of the Enterprise plan only. */
  readonly isForAllPlans?: true;
}

const zone = ["zone"] as const;
const both = ["account", "zone"] as const;

export const phaseSteps: readonly PhaseStep[] = [
  { phase: "http_request_dynamic_redirect", title: "single redirects", levels: zone },
  { phase: "http_request_transform", title: "url rewrites", levels: zone },
  {
    phase: "http_request_api_gateway_early",
    title: "api shield",
    levels: zone,
    isConfiguration: true,
  },
  { phase: "http_config_settings", title: "configuration rules", levels: zone },
  { phase: "http_request_origin", title: "origin rules", levels: zone },
  { phase: "ddos_l7", title: "http ddos protection", levels: both, isConfiguration: true },
  { phase: "firewall-rules", title: "firewall rules", levels: zone },
  { phase: "http_request_firewall_custom", title: "custom rules", levels: both },
  { phase: "http_ratelimit", title: "rate limiting rules", levels: both },
  { phase: "http_request_api_gateway_late", title: "api shield", levels: zone },
  { phase: "http_request_firewall_managed", title: "managed rules", levels: both },
  { phase: "http_request_sbfm", title: "super bot fight mode", levels: zone },
  {
    phase: "http_request_redirect",
    title: "bulk redirects",
    levels: ["account"],
    isForAllPlans: true,
  },
  { phase: "http_request_late_transform", title: "request headers", levels: zone },
  { phase: "http_request_cache_settings", title: "cache rules", levels: zone },
  { phase: "http_request_snippets", title: "snippets", levels: zone, isConfiguration: true },
  {
    phase: "http_request_cloud_connector",
    title: "cloud connector",
    levels: zone,
    isConfiguration: true,
  },
  // That it runs before custom errors is not documented.
  {
    phase: "http_response_cache_settings",
    title: "cache response rules",
    levels: zone,
    isResponse: true,
  },
  // Rules of the zone take precedence over rules of the account.
  {
    phase: "http_custom_errors",
    title: "custom errors",
    levels: ["zone", "account"],
    isResponse: true,
  },
  {
    phase: "http_response_headers_transform",
    title: "response headers",
    levels: zone,
    isResponse: true,
  },
  {
    phase: "http_response_compression",
    title: "compression rules",
    levels: zone,
    isResponse: true,
  },
  {
    phase: "http_response_firewall_managed",
    title: "sensitive data detection",
    levels: zone,
    isResponse: true,
  },
  { phase: "http_log_custom_fields", title: "custom log fields", levels: zone, isResponse: true },
];
