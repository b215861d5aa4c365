/**
 * Maps request fields to the log fields they are derived from. Trying rules on log lines, SQL and filters made from rules all use
 * the same rows. A field without a row cannot be derived from log lines.
 */
export interface BridgeRow {
  /** The request field, and deprecated names of it. */
  readonly fields: readonly [string, ...string[]];
  /** The log fields it is derived from. All of them are required, unless `some` is set. */
  readonly logs: readonly [string, ...string[]];
  /** `same` is the value as logged. */
  readonly how: Derivation;
  /** Inferred from the descriptions of both fields rather than documented. */
  readonly inferred?: true;
  /** Derived from whichever of the log fields a line has. */
  readonly some?: true;
  /** Unknown where URL normalization may have changed the path that was sent. */
  readonly raw?: true;
}

/** How the value is derived from the log fields. */
export type Derivation =
  | "same"
  /** In uppercase letters. */
  | "uppercase"
  /** The continent of a country. */
  | "continent"
  /** Whether a country is in the European Union. */
  | "european-union"
  /** A country and a region code, joined by a hyphen. */
  | "subdivision"
  /** The concatenation of all values. */
  | "joined"
  /** The part of a URI before the question mark, and after it. */
  | "path"
  | "query"
  /** A query without its leading question mark. */
  | "unmarked-query"
  /** The lowercase file extension of a path, without the dot. */
  | "extension"
  /** The file extension as sent. */
  | "raw-extension"
  /** Query parameters: their values by name, and names and values in order. */
  | "arguments"
  | "argument-names"
  | "argument-values"
  /** A scheme, "://", and the other values concatenated. */
  | "full-uri"
  /** Like `full-uri`, but empty without a host, because a request may have no referrer. */
  | "referer"
  /** Whether the scheme is `https`. */
  | "is-https"
  /** Header values by lowercase name, as far as they are logged. */
  | "headers"
  | "response-headers"
  | "cookies"
  /** A timestamp in any format, as seconds since 1970, and the milliseconds after the second. */
  | "seconds"
  | "milliseconds"
  /** A media type without parameters, lowercase. */
  | "media-type"
  /** Whether the JavaScript detection was passed. */
  | "is-passed"
  | "is-not-empty"
  /** The class of an attack score. */
  | "score-class"
  /** Results of content scans, counted. */
  | "count"
  | "malicious-count"
  | "has-malicious"
  /** Whether the check for leaked credentials had this result. */
  | `is-${CredentialResult}`
  /** The value as logged; an empty one is unknown. */
  | "not-empty"
  /** The status of a client certificate. */
  | "is-verified"
  | "is-presented";

export const credentialResults = [
  "password_leaked",
  "username_leaked",
  "username_and_password_leaked",
  "username_password_similar",
] as const;
export type CredentialResult = (typeof credentialResults)[number];

const clientRows: readonly BridgeRow[] = [
  { fields: ["ip.src"], logs: ["ClientIP"], how: "same" },
  { fields: ["ip.src.asnum", "ip.geoip.asnum"], logs: ["ClientASN"], how: "same" },
  { fields: ["ip.src.country", "ip.geoip.country"], logs: ["ClientCountry"], how: "uppercase" },
  {
    fields: ["ip.src.continent", "ip.geoip.continent"],
    logs: ["ClientCountry"],
    how: "continent",
    inferred: true,
  },
  {
    fields: ["ip.src.is_in_european_union", "ip.geoip.is_in_european_union"],
    logs: ["ClientCountry"],
    how: "european-union",
    inferred: true,
  },
  { fields: ["http.host"], logs: ["ClientRequestHost"], how: "same" },
  { fields: ["http.request.method"], logs: ["ClientRequestMethod"], how: "same" },
  { fields: ["http.request.version"], logs: ["ClientRequestProtocol"], how: "same" },
  { fields: ["http.user_agent"], logs: ["ClientRequestUserAgent"], how: "same" },
  { fields: ["ssl"], logs: ["ClientRequestScheme"], how: "is-https" },
  {
    fields: ["http.request.uri.path"],
    logs: ["ClientRequestPath"],
    how: "same",
    inferred: true,
  },
  {
    fields: ["http.request.uri.path.extension"],
    logs: ["ClientRequestPath"],
    how: "extension",
  },
  { fields: ["http.response.code"], logs: ["EdgeResponseStatus"], how: "same" },
  { fields: ["cf.ray_id"], logs: ["RayID"], how: "same" },
  { fields: ["cf.zone.name"], logs: ["ZoneName"], how: "same" },
  { fields: ["cf.waf.content_scan.obj_sizes"], logs: ["ContentScanObjSizes"], how: "same" },
  { fields: ["cf.waf.content_scan.obj_types"], logs: ["ContentScanObjTypes"], how: "same" },
  { fields: ["cf.waf.content_scan.obj_results"], logs: ["ContentScanObjResults"], how: "same" },
  ...scanRows(),
  ...promptRows(),
  ...credentialRows(),
];

function scanRows(): BridgeRow[] {
  const logs = ["ContentScanObjResults"] as const;
  const inferred = true;
  return [
    { fields: ["cf.waf.content_scan.num_obj"], logs, how: "count", inferred },
    { fields: ["cf.waf.content_scan.has_obj"], logs, how: "is-not-empty", inferred },
    { fields: ["cf.waf.content_scan.num_malicious_obj"], logs, how: "malicious-count", inferred },
    { fields: ["cf.waf.content_scan.has_malicious_obj"], logs, how: "has-malicious", inferred },
  ];
}

/** Older lines use the names after the bar. */
function promptRows(): BridgeRow[] {
  const rows: readonly (readonly [field: string, logs: string, how: Derivation])[] = [
    ["injection_score", "InjectionScore", "same"],
    ["token_count", "TokenCount", "same"],
    ["pii_categories", "PIICategories", "same"],
    ["unsafe_topic_categories", "UnsafeTopicCategories", "same"],
    ["pii_detected", "PIICategories", "is-not-empty"],
    ["unsafe_topic_detected", "UnsafeTopicCategories", "is-not-empty"],
  ];
  const found = rows.flatMap(([field, log, how]) =>
    ["AISecurity", "FirewallForAI"].map(
      (product): BridgeRow => ({
        fields: [`cf.llm.prompt.${field}`],
        logs: [`${product}${log}`],
        how,
        ...(how === "is-not-empty" && { inferred: true }),
      }),
    ),
  );
  return [
    ...found,
    {
      fields: ["cf.llm.prompt.custom_topic_categories"],
      logs: ["AISecurityCustomTopicCategories"],
      how: "same",
    },
  ];
}

function credentialRows(): BridgeRow[] {
  return credentialResults.map((result) => ({
    fields: [`cf.waf.credential_check.${result}`],
    logs: ["LeakedCredentialCheckResult"],
    how: `is-${result}`,
    inferred: true,
  }));
}

/** The URL and its parts, from a path with query in one log field or in two. */
function uriRows(uri: readonly [string, ...string[]]): BridgeRow[] {
  const whole = uri.length === 1 ? "same" : "joined";
  const full = ["ClientRequestScheme", "ClientRequestHost", ...uri] as const;
  const parts: readonly (readonly [name: string, how: Derivation])[] = [
    ["uri", whole],
    ["uri.args", "arguments"],
    ["uri.args.names", "argument-names"],
    ["uri.args.values", "argument-values"],
  ];
  const rawParts = [
    ...parts,
    ["uri.path", "path"],
    ["uri.path.extension", "raw-extension"],
    ["uri.query", "query"],
  ] as const;
  const raw = { raw: true, inferred: true } as const;
  return [
    ...parts.map(
      ([name, how]): BridgeRow => ({ fields: [`http.request.${name}`], logs: uri, how }),
    ),
    { fields: ["http.request.full_uri"], logs: full, how: "full-uri" },
    ...rawParts.map(
      ([name, how]): BridgeRow => ({
        fields: [`raw.http.request.${name}`],
        logs: uri,
        how,
        ...raw,
      }),
    ),
    { fields: ["raw.http.request.full_uri"], logs: full, how: "full-uri", ...raw },
  ];
}

const httpRequestRows: readonly BridgeRow[] = [
  ...clientRows,
  { fields: ["ip.src.city"], logs: ["ClientCity"], how: "same" },
  { fields: ["ip.src.lat"], logs: ["ClientLatitude"], how: "same" },
  { fields: ["ip.src.lon"], logs: ["ClientLongitude"], how: "same" },
  { fields: ["ip.src.region_code"], logs: ["ClientRegionCode"], how: "same", inferred: true },
  {
    fields: ["ip.src.subdivision_1_iso_code", "ip.geoip.subdivision_1_iso_code"],
    logs: ["ClientCountry", "ClientRegionCode"],
    how: "subdivision",
    inferred: true,
  },
  { fields: ["cf.edge.client_port"], logs: ["ClientSrcPort"], how: "same" },
  ...uriRows(["ClientRequestURI"]),
  { fields: ["http.request.uri.query"], logs: ["ClientRequestURI"], how: "query" },
  {
    fields: ["http.request.uri.path"],
    logs: ["ClientRequestURI"],
    how: "path",
    inferred: true,
  },
  { fields: ["http.request.uri.path.extension"], logs: ["ClientRequestURI"], how: "extension" },
  { fields: ["http.referer"], logs: ["ClientRequestReferer"], how: "same" },
  {
    fields: ["http.request.headers"],
    logs: [
      "RequestHeaders",
      "ClientRequestUserAgent",
      "ClientRequestReferer",
      "ClientRequestHost",
      "ClientXRequestedWith",
    ],
    how: "headers",
    some: true,
  },
  { fields: ["http.request.cookies"], logs: ["Cookies"], how: "cookies", some: true },
  {
    fields: ["http.response.headers"],
    logs: ["ResponseHeaders"],
    how: "response-headers",
    some: true,
  },
  {
    fields: ["http.response.content_type.media_type"],
    logs: ["EdgeResponseContentType"],
    how: "media-type",
  },
  { fields: ["http.request.timestamp.sec"], logs: ["EdgeStartTimestamp"], how: "seconds" },
  { fields: ["http.request.timestamp.msec"], logs: ["EdgeStartTimestamp"], how: "milliseconds" },
  { fields: ["cf.bot_management.score"], logs: ["BotScore"], how: "same" },
  { fields: ["cf.bot_management.detection_ids"], logs: ["BotDetectionIDs"], how: "same" },
  { fields: ["cf.bot_management.ja3_hash"], logs: ["JA3Hash"], how: "same" },
  { fields: ["cf.bot_management.ja4"], logs: ["JA4"], how: "same" },
  {
    fields: ["cf.bot_management.js_detection.passed"],
    logs: ["JSDetectionPassed"],
    how: "is-passed",
  },
  { fields: ["cf.verified_bot_category"], logs: ["VerifiedBotCategory"], how: "same" },
  {
    fields: ["cf.bot_management.verified_bot"],
    logs: ["VerifiedBotCategory"],
    how: "is-not-empty",
    inferred: true,
  },
  { fields: ["cf.client.bot"], logs: ["VerifiedBotCategory"], how: "is-not-empty", inferred: true },
  { fields: ["cf.waf.score"], logs: ["WAFAttackScore"], how: "same" },
  { fields: ["cf.waf.score.sqli"], logs: ["WAFSQLiAttackScore"], how: "same" },
  { fields: ["cf.waf.score.xss"], logs: ["WAFXSSAttackScore"], how: "same" },
  { fields: ["cf.waf.score.rce"], logs: ["WAFRCEAttackScore"], how: "same" },
  { fields: ["cf.waf.score.class"], logs: ["WAFAttackScore"], how: "score-class" },
  { fields: ["cf.tls_version"], logs: ["ClientSSLProtocol"], how: "same" },
  { fields: ["cf.tls_cipher"], logs: ["ClientSSLCipher"], how: "same" },
  {
    fields: ["cf.tls_client_auth.cert_fingerprint_sha256"],
    logs: ["ClientMTLSAuthCertFingerprint"],
    how: "not-empty",
  },
  {
    fields: ["cf.tls_client_auth.cert_verified"],
    logs: ["ClientMTLSAuthStatus"],
    how: "is-verified",
    inferred: true,
  },
  {
    fields: ["cf.tls_client_auth.cert_presented"],
    logs: ["ClientMTLSAuthStatus"],
    how: "is-presented",
    inferred: true,
  },
  { fields: ["cf.timings.client_tcp_rtt_msec"], logs: ["ClientTCPRTTMs"], how: "same" },
];

const firewallEventRows: readonly BridgeRow[] = [
  ...clientRows,
  ...uriRows(["ClientRequestPath", "ClientRequestQuery"]),
  { fields: ["http.request.uri.query"], logs: ["ClientRequestQuery"], how: "unmarked-query" },
  {
    fields: ["http.referer"],
    logs: ["ClientRefererScheme", "ClientRefererHost", "ClientRefererPath", "ClientRefererQuery"],
    how: "referer",
    inferred: true,
  },
  {
    fields: ["http.request.headers"],
    logs: ["ClientRequestUserAgent", "ClientRequestHost"],
    how: "headers",
    some: true,
  },
  { fields: ["http.request.timestamp.sec"], logs: ["Datetime"], how: "seconds" },
  { fields: ["http.request.timestamp.msec"], logs: ["Datetime"], how: "milliseconds" },
];

/** The rows of each dataset whose lines are requests. Of several for a field, the first with its log fields present is used. */
export const bridgeRows = {
  http_requests: httpRequestRows,
  firewall_events: firewallEventRows,
} as const satisfies Readonly<Record<string, readonly BridgeRow[]>>;

export type BridgedDataset = keyof typeof bridgeRows;

export const bridgedDatasets = Object.keys(bridgeRows) as readonly BridgedDataset[];

export function isBridged(dataset: string): dataset is BridgedDataset {
  return Object.hasOwn(bridgeRows, dataset);
}

/** The log fields of `http_requests` that tell a Worker's subrequest. */
export const subrequestFields = ["WorkerSubrequest", "ParentRayID"] as const;

/** A request without a parent has zeros as its Ray ID. */
export function isSubrequest(line: { get(field: string): unknown }): boolean {
  const [flag, parent] = subrequestFields.map((it) => line.get(it));
  return String(flag) === "true" || (typeof parent === "string" && /[^0]/.test(parent));
}

/** In order of preference. Empty if the field cannot be derived from lines of the dataset. */
export function rowsFor(field: string, dataset: BridgedDataset): readonly BridgeRow[] {
  return bridgeRows[dataset].filter((it) => it.fields.includes(field));
}

/** The log fields that fields of requests are read from, in lines of any dataset. */
export function logFieldsFor(fields: readonly string[]): readonly string[] {
  const rows = fields.flatMap((field) => bridgedDatasets.flatMap((it) => rowsFor(field, it)));
  return [...new Set(rows.flatMap((it) => it.logs))];
}
