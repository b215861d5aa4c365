/** Most used names first. Only determines the order of completions. */

export const mostUsedFields: readonly string[] = [
  "http.host",
  "http.request.uri.path",
  "http.request.uri",
  "http.request.uri.query",
  "http.request.full_uri",
  "http.request.method",
  "http.user_agent",
  "ip.src",
  "ip.src.country",
  "ip.src.asnum",
  "http.referer",
  "http.request.headers",
  "http.request.headers.names",
  "http.cookie",
  "ssl",
  "cf.client.bot",
  "cf.bot_management.score",
  "cf.bot_management.verified_bot",
  "cf.waf.score",
  "http.request.uri.args",
  "http.request.uri.path.extension",
  "http.request.version",
  "ip.src.continent",
];

export const mostUsedFunctions: readonly string[] = [
  "starts_with",
  "ends_with",
  "lower",
  "any",
  "all",
  "len",
  "has_key",
  "url_decode",
];

export const mostUsedComparisons: readonly string[] = [
  "eq",
  "ne",
  "contains",
  "in",
  "matches",
  "wildcard",
  "strict wildcard",
  "gt",
  "ge",
  "lt",
  "le",
];

export const mostUsedLogicals: readonly string[] = ["and", "or", "xor"];
