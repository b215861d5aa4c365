import { expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { analyze } from "../../support/check.ts";

const found = (text: string) =>
  analyze(cfrule, text)
    .diagnostics()
    .map((it) => `${it.severity} ${it.code}`);

test.each([
  'http.user_agent contains "curl|wget"',
  'http.user_agent contains "(?i)bot"',
  'http.user_agent contains "bot.*"',
  'http.user_agent eq "*bot*"',
  'http.user_agent in {"a" "*bot*"}',
  'http.request.uri.path contains "/wp-*"',
  String.raw`http.request.uri.path contains "\\.php"`,
  String.raw`ends_with(http.request.uri.path, "\\.php")`,
  'ends_with(http.request.uri.path, ".(php|asp)")',
  'starts_with(http.request.uri.path, "^/admin")',
  'http.request.uri.path contains "[0-9]+"',
  'http.host wildcard "*.(com|net)"',
  'http.host wildcard ".*example.com"',
  'http.user_agent wildcard "bot.*"',
  'http.user_agent wildcard "%bot%"',
  'http.user_agent eq "%bot%"',
  'http.user_agent eq "bot%"',
  'ends_with(http.user_agent, "%bot")',
  'http.host wildcard "*.{com,net}"',
  'http.host eq "{www,api}.example.com"',
  'http.request.uri.path wildcard "/{a,b}/*"',
  'http.request.uri.path wildcard "/a/.*"',
  'http.request.uri.path wildcard "/a/.*/b"',
  'http.request.uri.path wildcard "/a/.+"',
  'any(http.request.headers["x-a"][*] contains "a|b")',
  'lower(http.user_agent) contains "(bot|crawl)"',
])("%s contains a pattern", (text) => expect(found(text)).toEqual(["warning pattern-value"]));

test.each([
  'http.user_agent contains "("',
  'http.user_agent contains "(compatible; Googlebot/2.1; +http://www.google.com/bot.html)"',
  'http.user_agent contains "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"',
  'http.user_agent contains "C++"',
  'http.user_agent eq "*"',
  'http.user_agent wildcard "Mozilla/5.*"',
  'http.host wildcard "example.*"',
  'http.request.uri.path wildcard "/index.*"',
  'http.request.uri.path wildcard "/.*"',
  'http.request.uri.path wildcard "*/.*"',
  'http.request.uri.path wildcard "*/.git*"',
  'http.request.uri.query contains "{a,b}"',
  'http.request.uri.query contains "a%"',
  'http.request.uri.path eq "*"',
  'http.request.uri.path contains "/.git/"',
  'http.request.uri.path contains "/a+b"',
  'http.request.uri.path contains "/$metadata"',
  'http.request.uri.query contains "||"',
  'http.request.uri.query contains "|sh"',
  'http.request.uri.query contains "/*"',
  'http.request.uri.query contains "a[]=1"',
  'http.request.uri.query contains "user[name]"',
  'http.request.uri.query contains "%2e%2e"',
  'http.request.uri.query contains "100%"',
  'http.request.uri.query contains "${jndi:"',
  String.raw`http.request.uri.query contains "..\\..\\"`,
  String.raw`http.request.uri.query contains "c:\\windows\\system32"`,
  String.raw`http.request.body.raw contains "<\\/script"`,
  'http.cookie contains "a=b; c=d"',
  'any(http.request.headers["accept"][*] eq "*/*")',
  'any(http.request.headers["accept"][*] eq "image/*")',
  'any(http.request.headers["if-none-match"][*] eq "*")',
])("%s is literal", (text) => expect(found(text)).toEqual([]));

test.each([
  'http.host in {"a.com b.com"}',
  'http.host eq "a.com,b.com"',
  'http.host ne "a.com; b.com"',
  'http.host contains "a.com, b.com"',
  'http.request.uri.path in {"/a /b"}',
  'http.request.uri.path eq "/a,/b"',
  'http.request.uri.path.extension in {"php,asp"}',
  'ip.src.country in {"DE FR"}',
  'ip.src.country eq "DE,FR"',
  'http.request.method eq "GET, POST"',
  'http.host eq "a.com?b"',
  'http.host eq "user@a.com"',
])("%s has no such value", (text) => expect(found(text)).toEqual(["warning value-shape"]));

test.each([
  'http.user_agent eq "a, b"',
  'http.request.uri.path eq "/a,b"',
  'http.request.uri.query eq "a,b"',
  'cf.verified_bot_category eq "Search Engine Crawler"',
  'ip.src.city eq "New York"',
  'http.referer contains "a b"',
])("%s may be one value", (text) => expect(found(text)).toEqual([]));

test.each([
  ['cf.tls_version ge "1.2"', "warning text-order"],
  ['cf.tls_version lt "TLS 1.2"', "warning text-order"],
  ['http.request.version lt "2"', "warning text-order"],
  ['http.request.version ge "1.1"', "warning text-order"],
  ['http.request.uri.args["page"][0] gt "10"', "hint text-order"],
  ['http.user_agent ge "v1.10"', "hint text-order"],
])("%s orders versions as strings", (text, what) => expect(found(text)).toEqual([what]));

test.each([
  'cf.tls_version lt "TLSv1.2"',
  'http.request.version ge "HTTP/2"',
  'http.request.uri.args["from"][0] ge "2024-01-01"',
  'ip.src.city lt "M"',
])("%s is fine", (text) => expect(found(text)).toEqual([]));

test.each([
  "{host}",
  "[HOST]",
  "<host>",
  "YOUR_HOST",
  "your-host-here",
  "https://YOUR_HOST/",
  "api.{zone}.com",
  "$" + "{HOST}",
  "{{ host }}",
  "CHANGEME",
])("the host %s is a placeholder", (text) =>
  expect(found(`http.host eq "${text}"`)).toEqual(["warning placeholder"]),
);

test.each([
  'http.request.uri.path eq "/users/{id}"',
  'starts_with(http.request.uri.path, "/users/:id")',
  'http.user_agent eq "<agent>"',
])("%s is a placeholder", (text) => expect(found(text)).toEqual(["warning placeholder"]));

test.each([
  'url_decode(http.request.uri.query) contains "<script>"',
  'http.request.uri contains "/{id}"',
  'http.user_agent contains "TODO"',
  'http.host eq "todo.example.com"',
  'http.host eq "my-shop.example.com"',
])("%s is not", (text) => expect(found(text)).toEqual([]));
