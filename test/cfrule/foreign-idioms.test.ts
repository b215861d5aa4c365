// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in replacements are written like this.
import { expect, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { analyse } from "../support/check.ts";

/** The replacement that the message or a fix suggests for idioms of other languages. */
test.each([
  ['http.host like "%.example.com"', 'wildcard "*.example.com"'],
  ['http.host not like "%.example.com"', 'not http.host wildcard "*.example.com"'],
  ['http.host ILIKE "shop%"', 'wildcard "shop*"'],
  ['http.request.uri.path ~* "^/admin"', 'matches "(?i)^/admin"'],
  ['http.request.uri.path ~* r"^/admin"', 'matches r"(?i)^/admin"'],
  ['http.request.uri.path !~* "^/admin"', 'not http.request.uri.path matches "(?i)^/admin"'],
  ['http.request.uri.path matches "^/admin"i', '"(?i)^/admin"'],
  ["http.request.uri.path =~ /^.admin/i", "(?i)^.admin"],
  ['http.request.headers.user-agent contains "curl"', '["user-agent"]'],
  ['http.request.headers.user-agent contains "curl"', "http.user_agent"],
  ['http.request.headers.X-Api-Key eq "a"', 'http.request.headers["x-api-key"][0]'],
  ['http.headers.x_forwarded_for eq "a"', 'http.request.headers["x-forwarded-for"][0]'],
  ['http.request.headers["x-a"] exists', 'has_key(http.request.headers, "x-a")'],
  ['http.request.headers["x-a"] not exists', 'not has_key(http.request.headers, "x-a")'],
  ['exists(http.request.headers["x-a"])', 'has_key(http.request.headers, "x-a")'],
  ["http.cookie exists", 'http.cookie ne ""'],
  ["http.cookie is empty", 'http.cookie eq ""'],
  [String.raw`regex_replace(http.host, "(a)", "b\1") eq "x"`, "${1}"],
  [String.raw`regex_replace(http.host, "(a)", r"b\1") eq "x"`, "${1}"],
  [String.raw`regex_replace(http.host, "(a)", "b\\1") eq "x"`, "${1}"],
  [String.raw`regex_replace(http.host, "(a)", "b\0") eq "x"`, "${0}"],
  [String.raw`regex_replace(http.host, "(a)", r"b\0") eq "x"`, "${0}"],
  ['regex_replace(http.host, "(a)", "b$0") eq "x"', "${0}"],
  ['regex_replace(http.host, "(a)", "b$&") eq "x"', "${0}"],
  [String.raw`regex_replace(http.host, "(a)", "b\g<1>") eq "x"`, "${1}"],
  [String.raw`regex_replace(http.host, "(a)", "b\g{1}") eq "x"`, "${1}"],
  [String.raw`regex_replace(http.host, "(a)", r"b\g<1>") eq "x"`, "${1}"],
  ['regex_replace(http.host, "(?P<n>a)", "b$<n>") eq "x"', "${1}"],
  ['wildcard_replace(http.host, "a*", "b$1") eq "x"', "${1}"],
  [
    'ends_with(http.host, ".php" or ".js")',
    'ends_with(http.host, ".php") or ends_with(http.host, ".js")',
  ],
  ['ends_with(http.host, ["a", "b"])', 'ends_with(http.host, "a") or ends_with(http.host, "b")'],
  [
    'starts_with(http.host, "a", "b")',
    'starts_with(http.host, "a") or starts_with(http.host, "b")',
  ],
  ["cf.bot_management.score >= 1 && <= 29", "cf.bot_management.score in {1..29}"],
  ["cf.bot_management.score gt 1 and lt 29", "cf.bot_management.score in {2..28}"],
  ["1 <= cf.bot_management.score <= 29", "cf.bot_management.score in {1..29}"],
  ["cf.bot_management.score > 1 < 29", "and cf.bot_management.score < 29"],
  ['http.host ne "a" and != "b"', 'http.host != "b"'],
  ['http.host eq "a" and not in {"b"}', 'not http.host in {"b"}'],
  ["ip.addr == 192.0.2.1", "ip.src"],
  ["cf.api_gateway.fallthrough_triggered", "cf.api_gateway.fallthrough_detected"],
  ['$http_host eq "a"', "http.host"],
  ["$remote_addr eq 192.0.2.1", "ip.src"],
  ['$http_x_api_key eq "a"', 'http.request.headers["x-api-key"][0]'],
  ['req.url ~ "^/admin"', "http.request.uri"],
  ['req.http.user-agent ~ "curl"', "http.user_agent"],
  ['if (http.host eq "a") then challenge', "# @action challenge"],
  ["ip.src.asnum eq AS13335", "Use 13335"],
  ['ip.src.asnum eq "AS13335"', "Use 13335"],
  ['http.request.uri.path matches "*.php"', 'wildcard "*.php"'],
  ['http.cookie["session"] eq "x"', 'http.request.cookies["session"][0]'],
  ['http.request.uri["a"] eq "x"', 'http.request.uri.args["a"][0]'],
  ["cf.tls_version < 1.2", '"TLSv1.2"'],
])("%s suggests %s", (text, meant) => {
  const said = analyse(cfrule, text)
    .diagnostics()
    .flatMap(({ message, fixes }) => [message, ...fixes.map((it) => it.title)]);
  expect(said.join("\n")).toContain(meant);
});
