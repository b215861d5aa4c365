const day = 24 * 60 * 60 * 1000;

/** Seeded log lines of 'http_requests' as the service writes them, from one day: the same seed gives the same lines. */
export function* httpRequestLines(count: number, seed = 1): Generator<string> {
  const random = randomNumbers(seed);
  const first = Date.UTC(2025, 10, 12);
  for (let i = 0; i < count; i++) {
    const start = first + Math.floor((i * day) / count);
    yield JSON.stringify(httpRequest(start, random));
  }
}

/** Mulberry32: small, fast, and good enough for test data. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hosts = ["shop.example.com", "www.example.com", "api.example.com", "static.example.net"];
const paths = [
  "/",
  "/login",
  "/cart",
  "/api/v1/items",
  "/api/v1/orders",
  "/img/logo.png",
  "/a b/ü",
];
const methods = ["GET", "GET", "GET", "GET", "POST", "PUT", "HEAD"];
const statuses = [200, 200, 200, 200, 200, 301, 304, 403, 404, 429, 500, 503];
const countries = ["de", "fr", "us", "gb", "br", "jp", "in"];
const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "curl/8.5.0",
  'python-requests/2.32 "bot" \\o/',
];
const referers = ["", "https://www.example.com/", 'https://search.example.org/?q="quoted"'];
const caches = ["hit", "miss", "dynamic", "expired", "bypass"];
const colos = ["FRA", "CDG", "IAD", "LHR", "GRU", "NRT"];

function httpRequest(start: number, random: () => number) {
  const below = (end: number) => Math.floor(random() * end);
  const one = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join("");
  const path = one(paths);
  const status = one(statuses);
  const host = one(hosts);
  const bytes = below(60_000);
  return {
    BotScore: below(100),
    BotScoreSrc: one(["Machine Learning", "Heuristics", "Not Computed"]),
    BotTags: random() < 0.1 ? ["api"] : [],
    CacheCacheStatus: one(caches),
    CacheResponseBytes: bytes + 312,
    CacheResponseStatus: status,
    CacheTieredFill: random() < 0.2,
    ClientASN: 1000 + below(60_000),
    ClientCountry: one(countries),
    ClientDeviceType: one(["desktop", "mobile", "tablet"]),
    ClientIP: `203.0.113.${below(256)}`,
    ClientIPClass: one(["noRecord", "searchEngine", "unknown"]),
    ClientRequestBytes: 300 + below(3000),
    ClientRequestHost: host,
    ClientRequestMethod: one(methods),
    ClientRequestPath: path,
    ClientRequestProtocol: one(["HTTP/2", "HTTP/1.1", "HTTP/3"]),
    ClientRequestReferer: one(referers),
    ClientRequestScheme: "https",
    ClientRequestSource: "eyeball",
    ClientRequestURI: `${path}?id=${below(100_000)}`,
    ClientRequestUserAgent: one(agents),
    ClientSSLCipher: "AEAD-AES128-GCM-SHA256",
    ClientSSLProtocol: "TLSv1.3",
    ClientSrcPort: 1024 + below(60_000),
    EdgeColoCode: one(colos),
    EdgeColoID: below(500),
    EdgeEndTimestamp: new Date(start + below(900)).toISOString().replace(/\.\d+Z$/, "Z"),
    EdgePathingOp: "wl",
    EdgePathingSrc: "macro",
    EdgePathingStatus: "nr",
    EdgeRequestHost: host,
    EdgeResponseBytes: bytes,
    EdgeResponseCompressionRatio: below(500) / 100,
    EdgeResponseContentType: one(["text/html", "application/json", "image/png"]),
    EdgeResponseStatus: status,
    EdgeServerIP: `198.51.100.${below(256)}`,
    EdgeStartTimestamp: new Date(start).toISOString().replace(/\.\d+Z$/, "Z"),
    OriginIP: `192.0.2.${below(256)}`,
    OriginResponseStatus: status,
    RayID: hex(16),
    RequestHeaders: { "x-request-id": hex(32), "accept-language": "de-DE,de;q=0.9" },
    ZoneName: "example.com",
  };
}
