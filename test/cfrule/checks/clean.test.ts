import { describe, expect, test } from "vitest";
import { fields } from "../../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../../server/src/cfrule/catalog/functions.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import type { FileContext } from "../../../server/src/languages.ts";
import { analyze } from "../../support/check.ts";

/** Realistic expressions, as in Cloudflare's documentation. Any diagnostic here, even a hint, is a false alarm. */
const clean: Readonly<Record<string, readonly string[]>> = {
  "hosts, paths and methods": [
    'http.host eq "www.example.com"',
    'http.host ne "www.example.com"',
    'http.host == "blog.example.com" && http.request.uri.path != "/about"',
    'http.host in {"www.example.com" "shop.example.com" "blog.example.com"}',
    'http.host contains ".example."',
    'ends_with(http.host, ".example.com")',
    'http.request.method eq "POST"',
    'http.request.method in {"PUT" "PATCH" "DELETE"}',
    'not http.request.method in {"GET" "HEAD" "OPTIONS"}',
    'http.request.uri.path eq "/wp-login.php"',
    'http.request.uri.path contains "/wp-admin/"',
    'starts_with(http.request.uri.path, "/api/")',
    'starts_with(lower(http.request.uri.path), "/admin")',
    'ends_with(http.request.uri.path, ".php")',
    'http.request.uri.path.extension in {"zip" "tar" "gz" "bak"}',
    'http.request.uri contains "/articles?section=security"',
    'http.request.full_uri contains "https://www.example.com/login"',
    'http.request.uri.query contains "debug=true"',
    'http.request.uri.query eq ""',
    'http.request.version in {"HTTP/1.0" "HTTP/1.1"}',
    'http.referer eq ""',
    'http.referer ne "" and not starts_with(http.referer, "https://example.com/")',
    "not ssl",
    "!ssl",
    '(http.host eq "www.example.com" and not ssl)',
  ],
  clients: [
    "ip.src eq 203.0.113.7",
    "ip.src ne 203.0.113.7",
    "ip.src in {203.0.113.0/24 198.51.100.7 2001:db8::/32}",
    "not ip.src in {203.0.113.10..203.0.113.20}",
    "ip.src in $office_ips",
    "not ip.src in $cf.anonymizer",
    "ip.src in $cf.open_proxies or ip.src in $cf.botnetcc",
    'ip.src.country eq "GB"',
    'ip.src.country in {"US" "CA" "MX"}',
    'ip.src.country eq "T1"',
    'not ip.src.country in {"DE" "AT" "CH"} and http.request.uri.path eq "/login"',
    'ip.src.continent eq "EU"',
    "ip.src.is_in_european_union",
    "ip.src.asnum in {64496 64511}",
    "ip.src.asnum eq 64500",
    'http.user_agent eq ""',
    'http.user_agent contains "curl"',
    'lower(http.user_agent) contains "python-requests"',
    'http.user_agent contains "Googlebot" and not cf.client.bot',
    "len(http.user_agent) lt 10",
    "cf.client.bot",
    "not cf.client.bot and cf.bot_management.score lt 30",
    "cf.bot_management.score lt 30 and not cf.bot_management.verified_bot",
    "cf.bot_management.score ge 2 and cf.bot_management.score le 29",
    "cf.waf.score lt 20",
    "cf.waf.score le 50 or cf.waf.score.sqli le 20",
    "cf.tls_client_auth.cert_verified",
    'not cf.tls_client_auth.cert_verified and http.host eq "api.example.com"',
    'cf.tls_client_auth.cert_fingerprint_sha256 eq "253e08c1ab67eb7630c61734d377d75d5dcccde2e6e69986e221d66e848b6432"',
    'cf.tls_version eq "TLSv1.2"',
    "cf.edge.server_port in {8080 8443}",
    "not cf.edge.server_port in {80 443}",
  ],
  "headers, cookies and arguments": [
    'http.cookie contains "session="',
    'any(http.request.headers["content-type"][*] eq "application/json")',
    'all(http.request.headers["content-type"][*] contains "json") and has_key(http.request.headers, "content-type")',
    'any(lower(http.request.headers.names[*])[*] == "x-debug")',
    'any(lower(http.request.headers.names[*])[*] eq "x-forwarded-proto")',
    'http.request.headers["x-api-key"][0] eq "e6c3a4"',
    'not any(http.request.headers["authorization"][*] contains "Bearer ")',
    'len(http.request.headers["x-api-key"]) gt 1',
    'len(http.request.headers["content-type"]) gt 1',
    'has_key(http.request.headers, "x-requested-with")',
    'any(http.request.uri.args["page"][*] eq "2")',
    'any(http.request.uri.args.names[*] eq "debug")',
    'has_value(http.request.uri.args.names, "debug")',
    'any(starts_with(lower(http.request.headers.names[*])[*], "x-test-"))',
    'any((http.request.headers["accept"][*] contains "html" or http.request.headers["accept"][*] contains "json"))',
    'http.request.cookies["session"][0] eq "none"',
    'any(url_decode(http.request.body.form.values[*])[*] contains "an xss attack")',
    'lookup_json_string(http.request.body.raw, "user", "role") eq "admin"',
    'lookup_json_integer(http.request.body.raw, "items", 0, "count") gt 100',
  ],
  patterns: [
    'http.user_agent matches "(?i)(curl|wget|python)"',
    'http.request.uri.path matches r"^/api/v[0-9]+/users/[0-9]+$"',
    'http.request.uri.path ~ "^/(en|de|fr)/"',
    'http.host matches "^(www|shop)[.]example[.](com|net)$"',
    'http.request.full_uri wildcard "https://*.example.com/shop/*"',
    'http.request.uri.path strict wildcard "/Images/*.PNG"',
    'http.request.full_uri wildcard r"http*://www.example.com/a/*"',
  ],
  functions: [
    'lower(http.host) eq "www.example.com"',
    'upper(url_decode(http.request.uri.query)) contains "UNION SELECT"',
    'url_decode(http.request.uri.query) contains "<script"',
    'lower(url_decode(http.request.uri.query, "r")) contains "<script"',
    'concat(http.host, http.request.uri.path) eq "www.example.com/login"',
    'substring(http.request.uri.path, 0, 5) eq "/api/"',
    'substring(http.request.uri.path, -4) eq ".php"',
    'remove_bytes(http.request.uri.path, "._-") contains "wplogin"',
    "cidr(ip.src, 24, 48) eq 203.0.113.0",
    "cidr6(ip.src, 48) eq 2001:db8:7::",
    'is_timed_hmac_valid_v0("mysecretkey", http.request.uri, 100000, http.request.timestamp.sec, 8)',
    'not is_timed_hmac_valid_v0("mysecretkey", http.request.uri, 3600, http.request.timestamp.sec, 1, "s")',
    "http.request.timestamp.sec lt 1800000000",
  ],
  "responses and bodies": [
    "http.response.code eq 404",
    "http.response.code in {500..599}",
    "http.response.code ge 500",
    'any(http.response.headers["server"][*] contains "nginx")',
    "http.request.body.truncated",
    "http.request.body.size gt 100000",
  ],
  "as the dashboard and the pages for accounts write them": [
    "(cf.client.bot)",
    '(http.request.uri.path contains "/login") or (cf.client.bot)',
    '(http.host eq "www.example.com" and not cf.client.bot) or (ip.src.asnum eq 64500)',
    '(http.host eq "www.example.com" and ssl) and cf.zone.plan eq "ENT"',
    'cf.zone.name in {"example.com" "example.net"} and cf.zone.plan eq "ENT"',
    '# @action execute\n(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"',
    'not all(http.request.headers["accept"][*] contains "html")',
    'len(http.request.headers["accept"]) gt 0 and all(http.request.headers["accept"][*] contains "html")',
    'any(lower(http.request.headers.names[*])[*] eq "x-env") and all(http.request.headers["x-env"][*] eq "test")',
    "# @action block\ncf.bot_management.score lt 30 and not cf.bot_management.verified_bot",
    'raw.http.request.uri.path contains "../" or raw.http.request.uri.path contains "//"',
  ],
  "longer ones": [
    `# @action managed_challenge
# @description Logins from outside the office
http.request.uri.path in {"/login" "/wp-login.php"}   # both spellings
and not ip.src in {198.51.100.0/24 2001:db8:7::/48}`,
    `(http.host eq "www.example.com" and starts_with(http.request.uri.path, "/admin/"))
or (http.host eq "admin.example.com")`,
    `(ip.src.country in {"RU" "BY"} and http.request.method eq "POST")
or cf.waf.score lt 10`,
    `http.host eq "api.example.com"
and starts_with(http.request.uri.path, "/v2/")
and not any(http.request.headers["authorization"][*] contains "Bearer ")
and not ip.src in $partners`,
    `http.request.uri.path eq "/xmlrpc.php" and (not ip.src in {192.0.2.0/24}) and http.request.method eq "POST"`,
    `# @phase http_ratelimit
# @action block
http.host eq "www.example.com" and http.request.uri.path eq "/search"`,
    `# @action skip
# @skip phases=http_ratelimit,http_request_sbfm
# @ref monitoring
# @paused false
http.user_agent eq "Example-Monitor/1.0" and ip.src in {203.0.113.5 203.0.113.6}`,
    `\t# a comment with a tab before it\r\n\tssl\r\n\tand http.host eq "www.example.com"\r\n`,
  ],
  "value expressions": [
    '# @value\nconcat("/new", http.request.uri.path)',
    `# @value\nregex_replace(http.request.uri.path, "^/old/(.*)$", "/new/\${1}")`,
    `# @value\nwildcard_replace(http.request.full_uri, "https://*.example.com/*", "https://example.net/\${1}/\${2}")`,
    '# @value\nremove_query_args(http.request.uri.query, "utm_source", "utm_medium")',
    "# @value\nto_string(cf.bot_management.score)",
    "# @value\nlower(http.request.uri.path)",
    '# @value\nhttp.request.headers["x-real-host"][0]',
    "# @value\nuuidv4(cf.random_seed)",
    '# @value\nencode_base64(sha256(http.host), "u")',
    '# @value\n# @phase http_response_headers_transform\nsplit(http.request.uri.path, "/", 4)[1]',
  ],
};

const contexts: Readonly<Record<string, Partial<FileContext>>> = {
  "without settings": {},
  "on the largest plan": { plan: "enterprise", lists: ["office_ips", "partners"] },
};

for (const [name, context] of Object.entries(contexts)) {
  describe(name, () => {
    for (const [topic, texts] of Object.entries(clean)) {
      test.each(texts)(`${topic}: %s`, (text) => {
        const found = analyze(cfrule, text, context).diagnostics();
        expect(found.map((it) => `${it.severity} ${it.code}: ${it.message}`)).toEqual([]);
      });
    }
  });
}

describe("examples in hovers", () => {
  // Comparisons of a constant field are always reported.
  const varied = fields.filter((it) => it.constant === undefined && !it.pseudo);
  const examples = [...varied, ...functions].flatMap(({ example }) => example ?? []);

  test("are many", () => expect(examples.length).toBeGreaterThan(150));

  test.each(examples)("%s", (example) => {
    const asFilter = analyze(cfrule, example).diagnostics();
    const found = asFilter.some((it) => it.severity === "error")
      ? analyze(cfrule, `# @value\n${example}`).diagnostics()
      : asFilter;
    const loud = found.filter((it) => it.code !== "deprecated-field");
    expect(loud.map((it) => `${it.severity} ${it.code}: ${it.message}`)).toEqual([]);
  });
});
