import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { serviceScheme } from "../../server/src/cfrule/catalog/scheme.ts";
import { variablesOf } from "../../server/src/cfrule/requests/candidates.ts";
import { requestsAround } from "../../server/src/cfrule/requests/samples.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";

function requests(text: string) {
  const { root, problems } = parse(text);
  assert.deepEqual(problems, []);
  const found = requestsAround(variablesOf(root, {}), serviceScheme);
  return found.map((it) => ({ get: (name: string) => it[name] }));
}

const valuesOf = (text: string, field: string) => requests(text).map((it) => it.get(field));

test.each<[string, string, readonly unknown[]]>([
  [
    'http.user_agent eq "aB"',
    "http.user_agent",
    ["aB", "aBx", "xaB", "a", "AB", "ab", "", "aBexample"],
  ],
  ["tcp.dstport eq 80", "tcp.dstport", [79n, 80n, 81n]],
  ["cf.bot_management.score gt 30", "cf.bot_management.score", [30n, 31n, undefined]],
  ["ip.src in {192.0.2.0/24}", "ip.src", ["192.0.2.0", "203.0.113.7"]],
  ["ssl", "ssl", [true, false]],
])("requests are made at the values of %s, and next to them", (text, field, all) => {
  const found = valuesOf(text, field);
  for (const it of all) expect(found).toContain(it);
});

test("headers are missing, empty, single and repeated", () => {
  const found = requests('http.request.headers["x-a"][0] eq "v"').map((it) =>
    (it.get("http.request.headers") as ReadonlyMap<string, unknown>).get("x-a"),
  );
  for (const it of [undefined, [], ["v"], ["vx"]]) expect(found).toContainEqual(it);
  expect(found.some((it) => Array.isArray(it) && it.length > 1)).toBe(true);
});

test("values that the service excludes are not used", () => {
  expect(valuesOf("cf.bot_management.score gt 99", "cf.bot_management.score")).not.toContain(100n);
  expect(valuesOf("len(http.host) gt 5 and tcp.dstport gt 5", "tcp.dstport")).not.toContain(-1n);
  expect(valuesOf('http.request.method eq "pUT"', "http.request.method")).not.toContain("pUT");
});

test("the fields of one request agree", () => {
  const text =
    'http.request.full_uri contains "a" or http.request.uri eq "/b" or http.request.uri.path eq "/c" or http.host eq "d" or ssl';
  for (const it of requests(text)) {
    const [full, uri, path] = ["full_uri", "uri", "uri.path"].map((name) =>
      String(it.get(`http.request.${name}`)),
    );
    assert.ok(uri?.startsWith(path ?? "?"), `${uri} ${path}`);
    assert.equal(full, `${it.get("ssl") ? "https" : "http"}://${it.get("http.host")}${uri}`);
  }
  for (const it of requests('ip.src.country in {"DE" "US"} and ip.src.continent eq "EU"')) {
    if (it.get("ip.src.country") === "DE") assert.equal(it.get("ip.src.continent"), "EU");
  }
});
