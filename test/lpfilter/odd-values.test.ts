/** Values that no line can have, and values that look odd but are valid. */
import { expect, test } from "vitest";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { analyze } from "../support/check.ts";

function found(key: string, operator: string, value: unknown): string[] {
  return analyze(lpfilter, JSON.stringify({ where: { key, operator, value } }))
    .diagnostics()
    .map((it) => `${it.severity} ${it.code}`);
}

test.each([
  ["ClientRequestHost", "eq", "{host}", "warning placeholder"],
  ["ClientRequestHost", "eq", "[HOST]", "warning placeholder"],
  ["ClientRequestHost", "!in", ["YOUR_HOST", "a.com"], "warning placeholder"],
  ["ClientRequestHost", "contains", "<host>", "warning placeholder"],
  ["ClientRequestHost", "endsWith", "YOUR-DOMAIN.com", "warning placeholder"],
  ["ClientRequestHost", "eq", "your-host-here", "warning placeholder"],
  ["ClientRequestPath", "startsWith", "/users/{id}", "warning placeholder"],
  ["ClientRequestUserAgent", "eq", "CHANGEME", "warning placeholder"],
  ["ClientRequestUserAgent", "contains", "%bot%", "warning pattern-value"],
  ["ClientRequestHost", "eq", "%.example.com", "warning pattern-value"],
  ["ClientRequestPath", "startsWith", "/admin%", "warning pattern-value"],
  ["ClientRequestPath", "in", ["/a /b"], "warning value-shape"],
  ["ClientRequestPath", "eq", "/a,/b", "warning value-shape"],
  ["ClientRequestHost", "eq", "a.com?b", "warning value-shape"],
  ["ClientSSLProtocol", "eq", "1.2", "hint unknown-value"],
  ["OriginSSLProtocol", "in", ["TLS 1.3"], "hint unknown-value"],
])("%s %s %j", (key, operator, value, what) => expect(found(key, operator, value)).toEqual([what]));

test.each([
  ["ClientRequestURI", "contains", "<script>"],
  ["ClientRequestURI", "contains", "{id}"],
  ["ClientRequestURI", "contains", "%2e%2e"],
  ["ClientRequestURI", "endsWith", "%00"],
  ["ClientRequestURI", "contains", "100%"],
  ["ClientRequestUserAgent", "contains", "TODO"],
  ["ClientRequestUserAgent", "eq", "a, b"],
  ["ClientRequestPath", "eq", "/a,b"],
  ["ClientRequestHost", "eq", "my-shop.example.com"],
  ["ClientSSLProtocol", "eq", "none"],
  ["ClientSSLProtocol", "startsWith", "TLSv1"],
])("%s %s %j is valid", (key, operator, value) => expect(found(key, operator, value)).toEqual([]));
