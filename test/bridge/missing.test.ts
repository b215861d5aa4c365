import { expect, test } from "vitest";
import {
  lackedLogs,
  missingFields,
  missingNames,
  missingText,
  unknownText,
} from "../../server/src/bridge/missing.ts";
import { isSubrequest } from "../../server/src/bridge/rows.ts";

test.each([
  [
    "cf.bot_management.score",
    ["BotScore"],
    "missing in the logs: BotScore (for cf.bot_management.score); add it to 'field_names' of the job",
  ],
  [
    "http.request.full_uri",
    ["ClientRequestScheme", "ClientRequestURI"],
    "missing in the logs: ClientRequestScheme, ClientRequestURI (for http.request.full_uri); add them to 'field_names' of the job",
  ],
  // The value that the line has does not tell.
  ["cf.bot_management.score", [], "no usable value in the logs: cf.bot_management.score"],
  ["http.request.body.raw", [], "in no log: http.request.body.raw"],
  ["$office_ips", [], "list $office_ips has no items; add them to 'lists' in weir.json"],
  ["is_timed_hmac_valid_v0()", [], "only known to the service: is_timed_hmac_valid_v0()"],
])("%s without %j", (name, lacked, text) => {
  expect(missingText(missingNames([name], lacked, "http_requests"))).toBe(text);
});

test("several reasons, with and without advice", () => {
  const missing = missingNames(
    ["cf.bot_management.ja4", "$a", "cf.bot_management.score", "$b"],
    ["BotScore", "JA4"],
  );
  expect(missingText(missing, false)).toBe(
    "missing in the logs: JA4 (for cf.bot_management.ja4), BotScore (for cf.bot_management.score); list $a has no items; list $b has no items",
  );
  expect(missingText(missing)).toContain("; add them to 'field_names' of the job; list $a");
});

test("of several ways to derive a field, the one that needs the fewest log fields", () => {
  const lacked = (name: string, ...has: string[]) =>
    lackedLogs(name, (it) => has.includes(it), "http_requests");
  expect(lacked("http.request.uri.path")).toEqual(["ClientRequestPath"]);
  expect(lacked("http.request.uri.path", "ClientRequestURI")).toEqual([]);
  expect(lacked("http.request.full_uri", "ClientRequestHost")).toEqual([
    "ClientRequestScheme",
    "ClientRequestURI",
  ]);
  expect(lacked("http.request.headers")).toEqual(["RequestHeaders"]);
  expect(lacked("http.request.headers", "RequestHeaders")).toEqual([]);
});

test("the fields of a filter that the job did not select, or that no log has", () => {
  const names = ["BotScore", "JA4", "Nonsense"];
  const missing = missingFields(names, names, (it) => it !== "Nonsense");
  expect(missing).toEqual([
    { name: "BotScore", reason: "not-selected", fields: ["BotScore"] },
    { name: "JA4", reason: "not-selected", fields: ["JA4"] },
    { name: "Nonsense", reason: "not-logged" },
  ]);
  expect(missingText(missing)).toBe(
    "missing in the logs: BotScore, JA4; add them to 'field_names' of the job; in no log: Nonsense",
  );
});

test("what is not known about a single request", () => {
  expect(unknownText(["http.host", "ip.src", "$office"])).toBe(
    "unknown: http.host, ip.src; list $office has no items; add them to 'lists' in weir.json",
  );
  expect(unknownText(["http.host"])).toBe("unknown: http.host");
  expect(unknownText(["f()"])).toBe("only known to the service: f()");
});

test.each([
  [{ WorkerSubrequest: true }, true],
  [{ WorkerSubrequest: "true" }, true],
  [{ WorkerSubrequest: false, ParentRayID: "00" }, false],
  [{ ParentRayID: "8a1c" }, true],
  [{ ParentRayID: "" }, false],
  [{}, false],
])("the line %j as a subrequest: %s", (line: Readonly<Record<string, unknown>>, expected) => {
  expect(isSubrequest({ get: (it) => line[it] })).toBe(expected);
});
