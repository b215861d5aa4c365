/** Advice for fields that cannot be filtered, by dataset. Complete sentences for messages. */
const substitutes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http_requests: {
    Cookies: "Use a transformer.",
    JA4Signals: "Use 'JA4', or a transformer.",
    MatchedRules: "Use 'SecurityRuleIDs', 'SecurityActions' or 'SecuritySources'.",
    RequestHeaders:
      "Use a field such as 'ClientRequestHost', 'ClientRequestReferer' or 'ClientRequestUserAgent', or a transformer.",
    ResponseHeaders: "Use 'EdgeResponseContentType', or a transformer.",
    Subrequests: "Use 'WorkerSubrequest' or 'WorkerSubrequestCount', or a transformer.",
  },
  firewall_events: {
    Action: "Use 'SecurityActions' in dataset 'http_requests', or a transformer.",
    Description: "Use 'SecurityRuleDescription' in dataset 'http_requests', or a transformer.",
    RuleID: "Use 'Ref', or 'SecurityRuleIDs' in dataset 'http_requests', or a transformer.",
    Source: "Use 'SecuritySources' in dataset 'http_requests', or a transformer.",
  },
  gateway_dns: {
    RData: "Use 'ResourceRecordsJSON', 'ResolvedIPs' or 'CNAMEs'.",
    ResourceRecords: "Use 'ResourceRecordsJSON', 'ResolvedIPs' or 'CNAMEs'.",
  },
  workers_trace_events: {
    Event: "Use 'EventType', or a transformer.",
    Exceptions: "Use 'Outcome', or a transformer.",
  },
};

/** Advice for deprecated fields without an exact replacement, by dataset. */
const successors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http_requests: {
    OriginResponseTime: "Use 'OriginResponseDurationMs', which is in milliseconds.",
    WAFMatchedVar: "Use 'WAFRequestSignatureRefs' or 'SecurityRuleIDs'.",
  },
  gateway_dns: { Policy: "Use 'PolicyID' or 'PolicyName'." },
};

/** The names in rule expressions of fields that both datasets have. */
const ruleNames = {
  "cf.ray_id": "RayID",
  "http.host": "ClientRequestHost",
  "http.request.method": "ClientRequestMethod",
  "http.request.uri.path": "ClientRequestPath",
  "http.request.version": "ClientRequestProtocol",
  "http.response.code": "EdgeResponseStatus",
  "http.user_agent": "ClientRequestUserAgent",
  "ip.geoip.asnum": "ClientASN",
  "ip.geoip.country": "ClientCountry",
  "ip.src": "ClientIP",
  "ip.src.asnum": "ClientASN",
  "ip.src.country": "ClientCountry",
};

/** Names that logs of other servers use. */
const commonNames = {
  Country: "ClientCountry",
  CountryCode: "ClientCountry",
  Host: "ClientRequestHost",
  Hostname: "ClientRequestHost",
  HTTPStatus: "EdgeResponseStatus",
  IP: "ClientIP",
  Method: "ClientRequestMethod",
  Path: "ClientRequestPath",
  RemoteAddr: "ClientIP",
  RequestMethod: "ClientRequestMethod",
  ResponseCode: "EdgeResponseStatus",
  ResponseStatus: "EdgeResponseStatus",
  ResponseStatusCode: "EdgeResponseStatus",
  Status: "EdgeResponseStatus",
  StatusCode: "EdgeResponseStatus",
  UserAgent: "ClientRequestUserAgent",
};

/** Former or expected field names of a dataset, and the field to suggest. */
export const expectedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http_requests: {
    ...ruleNames,
    ...commonNames,
    "cf.bot_management.ja3_hash": "JA3Hash",
    "cf.bot_management.ja4": "JA4",
    "cf.bot_management.score": "BotScore",
    "cf.waf.score": "WAFAttackScore",
    "http.cookie": "Cookies",
    "http.referer": "ClientRequestReferer",
    "http.request.cookies": "Cookies",
    "http.request.headers": "RequestHeaders",
    "http.request.uri": "ClientRequestURI",
    "http.request.uri.query": "ClientRequestURI",
    "http.response.headers": "ResponseHeaders",
    ClientRequestCookies: "Cookies",
    ClientRequestHeaders: "RequestHeaders",
    ClientRequestQuery: "ClientRequestURI",
    Datetime: "EdgeStartTimestamp",
    EdgeResponseHeaders: "ResponseHeaders",
    FirewallMatchesActions: "SecurityActions",
    FirewallMatchesRuleIDs: "SecurityRuleIDs",
    FirewallMatchesSources: "SecuritySources",
    Headers: "RequestHeaders",
    OriginResponseHeaders: "ResponseHeaders",
    Referer: "ClientRequestReferer",
    Referrer: "ClientRequestReferer",
    Timestamp: "EdgeStartTimestamp",
    URI: "ClientRequestURI",
    URL: "ClientRequestURI",
    WAFAction: "SecurityAction",
    WAFRuleID: "SecurityRuleID",
    WAFRuleMessage: "SecurityRuleDescription",
  },
  firewall_events: {
    ...ruleNames,
    ...commonNames,
    "http.request.uri.query": "ClientRequestQuery",
    EdgeStartTimestamp: "Datetime",
    Timestamp: "Datetime",
  },
};

export function substituteFor(dataset: string, field: string): string {
  return lookUp(substitutes, dataset, field) ?? "Use another field, or a transformer.";
}

export function successorOf(dataset: string, field: string): string {
  return lookUp(successors, dataset, field) ?? "Use another field.";
}

/** Ignores case and separators. */
export function expectedName(dataset: string, name: string): string | undefined {
  const rows = Object.hasOwn(expectedNames, dataset) ? expectedNames[dataset] : undefined;
  const bare = normalizeName(name);
  return Object.entries(rows ?? {}).find(([it]) => normalizeName(it) === bare)?.[1];
}

/** The name in lowercase without separators. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, "");
}

function lookUp(table: typeof substitutes, dataset: string, name: string): string | undefined {
  const rows = Object.hasOwn(table, dataset) ? table[dataset] : undefined;
  return rows && Object.hasOwn(rows, name) ? rows[name] : undefined;
}
