/** A phase is a step in the life of a request at which a set of rules runs. */
export interface Phase {
  readonly name: string;
  /** What its rules do, as one sentence. */
  readonly doc: string;
  /** Its expressions can read the response. */
  readonly response?: true;
  /** Its expressions can read the body of the request. */
  readonly body?: true;
  /** It looks at packets, before there is a request. */
  readonly packets?: true;
}

export const phases = [
  { name: "ddos_l4", doc: "Tunes the protection against floods of packets.", packets: true },
  { name: "ddos_l7", doc: "Tunes the protection against floods of HTTP requests." },
  { name: "http_config_settings", doc: "Changes settings of the zone for some requests." },
  {
    name: "http_custom_errors",
    doc: "Answers with an error page of your own.",
    response: true,
    body: true,
  },
  {
    name: "http_log_custom_fields",
    doc: "Adds headers and cookies to the logs.",
    response: true,
  },
  {
    name: "http_ratelimit",
    doc: "Slows down or stops clients that ask too often.",
    // The counting expression of such a rule reads the response; a file does not say which of the two it holds.
    response: true,
    body: true,
  },
  {
    name: "http_request_api_gateway_early",
    doc: "Runs API Shield's first checks on the request.",
    body: true,
  },
  {
    name: "http_request_api_gateway_late",
    doc: "Runs API Shield's last checks on the request.",
    body: true,
  },
  { name: "http_request_cache_settings", doc: "Decides what is cached, and for how long." },
  {
    name: "http_request_cloud_connector",
    doc: "Sends requests to the storage of a cloud provider.",
  },
  { name: "http_request_dynamic_redirect", doc: "Redirects to an address that is worked out." },
  {
    name: "http_request_firewall_custom",
    doc: "Blocks, challenges, logs or lets pass by rules of your own.",
    body: true,
  },
  {
    name: "http_request_firewall_managed",
    doc: "Runs the rule sets that the service maintains.",
    body: true,
  },
  { name: "http_request_late_transform", doc: "Changes headers of the request." },
  { name: "http_request_origin", doc: "Chooses the origin that the request goes to." },
  { name: "http_request_redirect", doc: "Redirects by a list of addresses." },
  { name: "http_request_sanitize", doc: "Normalises the address of the request." },
  { name: "http_request_sbfm", doc: "Acts on requests that look automated." },
  { name: "http_request_snippets", doc: "Runs pieces of your own code on the request." },
  { name: "http_request_transform", doc: "Rewrites the path and the query of the request." },
  {
    name: "http_response_cache_settings",
    doc: "Decides about caching once the origin has answered.",
    response: true,
  },
  {
    name: "http_response_compression",
    doc: "Chooses how the response is compressed.",
    response: true,
  },
  {
    name: "http_response_firewall_managed",
    doc: "Runs the service's rule sets on the response.",
    response: true,
  },
  {
    name: "http_response_headers_transform",
    doc: "Changes headers of the response.",
    response: true,
  },
  { name: "magic_transit", doc: "Filters packets by rules of your own.", packets: true },
  {
    name: "magic_transit_ids_managed",
    doc: "Looks for known intrusions in packets.",
    packets: true,
  },
  {
    name: "magic_transit_managed",
    doc: "Filters packets by the service's rule sets.",
    packets: true,
  },
  { name: "magic_transit_ratelimit", doc: "Limits the rate of packets.", packets: true },
] as const satisfies readonly Phase[];

export type PhaseName = (typeof phases)[number]["name"];

/** Where rules of one's own run when their file names no other phase. */
export const customPhase: PhaseName = "http_request_firewall_custom";

/** Where the parts of a request or response are rewritten. */
export const transformPhases = [
  "http_request_transform",
  "http_request_late_transform",
  "http_response_headers_transform",
] as const satisfies readonly PhaseName[];

/** Where packets are filtered. */
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
