import { expect, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { analyse } from "../support/check.ts";

const found = (text: string) =>
  analyse(cfrule, text)
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
  'any(http.request.headers["x-a"][*] contains "a|b")',
  'lower(http.user_agent) contains "(bot|crawl)"',
])("%s holds a pattern", (text) => expect(found(text)).toEqual(["warning pattern-value"]));

test.each([
  'http.user_agent contains "("',
  'http.user_agent contains "(compatible; Googlebot/2.1; +http://www.google.com/bot.html)"',
  'http.user_agent contains "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"',
  'http.user_agent contains "C++"',
  'http.user_agent eq "*"',
  'http.user_agent wildcard "Mozilla/5.*"',
  'http.host wildcard "example.*"',
  'http.request.uri.path wildcard "/index.*"',
  'http.request.uri.path eq "*"',
  'http.request.uri.path contains "/.git/"',
  'http.request.uri.path contains "/a+b"',
  'http.request.uri.path contains "/$metadata"',
  'http.request.uri.query contains "||"',
  'http.request.uri.query contains "| sh"',
  'http.request.uri.query contains "/*"',
  'http.request.uri.query contains "a[]=1"',
  'http.request.uri.query contains "user[name]"',
  'http.request.uri.query contains "%2e%2e"',
  'http.request.uri.query contains "100%"',
  'http.request.uri.query contains "${jndi:"',
  String.raw`http.request.uri.query contains "..\\..\\"`,
  String.raw`http.request.uri.query contains "c:\\windows\\system32"`,
  String.raw`http.request.uri.query contains "<\\/script"`,
  'http.cookie contains "a=b; c=d"',
  'any(http.request.headers["accept"][*] eq "*/*")',
  'any(http.request.headers["accept"][*] eq "image/*")',
  'any(http.request.headers["if-none-match"][*] eq "*")',
])("%s is as it is written", (text) => expect(found(text)).toEqual([]));
