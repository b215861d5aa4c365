/** What serves in place of a field that cannot be filtered on, by dataset. Whole sentences, for messages. */
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
    Action: "Use 'SecurityActions' of the dataset 'http_requests', or a transformer.",
    Description: "Use 'SecurityRuleDescription' of the dataset 'http_requests', or a transformer.",
    RuleID: "Use 'Ref', or 'SecurityRuleIDs' of the dataset 'http_requests', or a transformer.",
    Source: "Use 'SecuritySources' of the dataset 'http_requests', or a transformer.",
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

/** What took the place of a deprecated field when it does not tell quite the same, by dataset. */
const successors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http_requests: {
    OriginResponseTime: "Use 'OriginResponseDurationMs', which counts milliseconds.",
    WAFMatchedVar: "Use 'WAFRequestSignatureRefs' or 'SecurityRuleIDs'.",
  },
  gateway_dns: { Policy: "Use 'PolicyID' or 'PolicyName'." },
};

/** Names that a dataset had once, or that people expect it to have, and the field to try. */
const formerNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http_requests: {
    ClientRequestQuery: "ClientRequestURI",
    Datetime: "EdgeStartTimestamp",
    FirewallMatchesActions: "SecurityActions",
    FirewallMatchesRuleIDs: "SecurityRuleIDs",
    FirewallMatchesSources: "SecuritySources",
    Timestamp: "EdgeStartTimestamp",
    WAFAction: "SecurityAction",
    WAFRuleID: "SecurityRuleID",
    WAFRuleMessage: "SecurityRuleDescription",
  },
  firewall_events: { Timestamp: "Datetime", EdgeStartTimestamp: "Datetime" },
};

export function substituteFor(dataset: string, field: string): string {
  return lookUp(substitutes, dataset, field) ?? "Use another field, or a transformer.";
}

export function successorOf(dataset: string, field: string): string {
  return lookUp(successors, dataset, field) ?? "Use another field.";
}

export function formerName(dataset: string, name: string): string | undefined {
  return lookUp(formerNames, dataset, name);
}

function lookUp(table: typeof substitutes, dataset: string, name: string): string | undefined {
  const rows = Object.hasOwn(table, dataset) ? table[dataset] : undefined;
  return rows && Object.hasOwn(rows, name) ? rows[name] : undefined;
}
