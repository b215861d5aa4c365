/** Names of fields in log lines, packet filters, web servers, caches and other firewalls. */
const rows: readonly (readonly [field: string, names: string])[] = [
  [
    "ip.src",
    "ip.addr ip.client ip.source ip.remote client.ip client_ip clientip remote_addr remote_ip src_ip source_ip src.ip client.address req.ip request.ip source.ip origin.ip",
  ],
  [
    "ip.src.country",
    "ip.country geo.country client.country clientcountry country cf.country geoip_country_code geoip2_country_code client.geo.country_code ip.src.country_code origin.region_code",
  ],
  [
    "ip.src.asnum",
    "asn asnum clientasn ip.asn ip.asnum ip.src.asn client.asn client.as.number geoip.asn",
  ],
  [
    "http.host",
    "host r.host clientrequesthost req.http.host request.host http.request.host http_host hostname server_name url.host http.hostname http.host_name http.server_name http.domain",
  ],
  [
    "http.user_agent",
    "user_agent useragent clientrequestuseragent ua req.http.user-agent http_user_agent http.request.user_agent http.useragent",
  ],
  [
    "http.referer",
    "referer referrer clientrequestreferer http.referrer http_referer req.http.referer http.request.referer",
  ],
  ["http.cookie", "cookie http_cookie req.http.cookie http.request.cookie"],
  ["http.x_forwarded_for", "http_x_forwarded_for x_forwarded_for req.http.x-forwarded-for"],
  [
    "http.request.uri",
    "req.url request_uri clientrequesturi request.url request.uri http.request.url http.url http.uri url uri_full",
  ],
  [
    "http.request.uri.path",
    "path uri clientrequestpath req.path request.path http.path http.request.path url.path uri.path document_uri r.url.path",
  ],
  [
    "http.request.uri.query",
    "args query query_string req.query request.query http.query http.request.query url.query qs",
  ],
  [
    "http.request.method",
    "method clientrequestmethod request_method req.method request.method http.method req.request r.method",
  ],
  ["http.request.headers", "http.header http.request.header headers"],
  ["http.request.timestamp.sec", "http.request.timestamp http.timestamp timestamp"],
  ["http.request.version", "server_protocol clientrequestprotocol req.proto http.version"],
  [
    "http.response.code",
    "status edgeresponsestatus status_code resp.status beresp.status obj.status http.status http.response.status http.response.status_code response.status",
  ],
  [
    "ssl",
    "https tls is_https is_ssl is_tls https_enabled ssl_enabled tls_enabled request.secure request.is_secure cf.ssl http.ssl http.request.ssl http.request.tls http.request.https http.request.secure",
  ],
  [
    "cf.tls_version",
    "tls.version clientsslprotocol tls_version ssl.version ssl_protocol cf.tls.version",
  ],
  ["cf.edge.server_port", "server_port http.port"],
  ["tcp.dstport", "tcp.port"],
  ["udp.dstport", "udp.port"],
  [
    "cf.bot_management.score",
    "bot_score botscore bot.score cf.bot_score cf.bot.score cf.bot_management.bot_score",
  ],
  ["cf.bot_management.verified_bot", "verified_bot cf.verified_bot"],
  ["cf.waf.score", "waf_score wafattackscore cf.waf_score cf.attack_score cf.waf.attack_score"],
  ["cf.threat_score", "threat_score cf.threat.score"],
  [
    "cf.api_gateway.fallthrough_detected",
    "cf.api_gateway.fallthrough_triggered cf.api_gateway.fallthrough",
  ],
];

const byName: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([field, names]) => names.split(" ").map((it) => [it, field] as const)),
);

/** The field for a foreign name, such as `ip.addr` or `req.url`, without a leading `$`. */
export function foreignField(name: string): string | undefined {
  return byName.get(name.toLowerCase()) ?? partOf(name);
}

/** `http_x_api_key`, `arg_id` and `cookie_session`, as in web servers, `req.http.x-api-key`, and `http.cookie.session`. */
function partOf(name: string): string | undefined {
  const [, kind = "", key = ""] =
    /^(http_|arg_|cookie_|req\.http\.|http\.cookie\.|http\.request\.uri\.query\.)([\w-]+)$/i.exec(
      name,
    ) ?? [];
  switch (kind.toLowerCase()) {
    case "http_":
      return `http.request.headers["${key.toLowerCase().replaceAll("_", "-")}"][0]`;
    case "req.http.":
      return `http.request.headers["${key.toLowerCase()}"][0]`;
    case "arg_":
    case "http.request.uri.query.":
      return `http.request.uri.args["${key}"][0]`;
    case "cookie_":
    case "http.cookie.":
      return `http.request.cookies["${key}"][0]`;
    default:
      return undefined;
  }
}

const functionRows: readonly (readonly [name: string, names: string])[] = [
  ["len", "length strlen size char_length count"],
  ["lower", "lcase to_lower tolower tolowercase lowercase downcase"],
  ["upper", "ucase to_upper toupper touppercase uppercase upcase"],
  ["substring", "substr mid slice"],
  ["url_decode", "urldecode unescape uri_decode decode_uri"],
  ["concat", "strcat string_concat"],
];

const functionByName: ReadonlyMap<string, string> = new Map(
  functionRows.flatMap(([name, names]) => names.split(" ").map((it) => [it, name] as const)),
);

/** The function for a foreign name, such as `length`. */
export function foreignFunction(name: string): string | undefined {
  return functionByName.get(name.toLowerCase());
}
