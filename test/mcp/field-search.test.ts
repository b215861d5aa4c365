import { expect, test } from "vitest";
import { languages } from "../../server/src/languages.ts";
import { searchFields } from "../../server/src/mcp/field-search.ts";

function search(language: string, text: string) {
  const all = languages.find((it) => it.id === language)?.fields?.(undefined) ?? [];
  const { fields, isComplete } = searchFields(all, text);
  return { names: fields.map((it) => it.name), isComplete };
}

test.each([
  ["cfrule", "source ip address", "ip.src"],
  ["cfrule", "The address of the client", "ip.src"],
  ["cfrule", "country of the visitor", "ip.src.country"],
  ["cfrule", "request headers", "http.request.headers"],
  ["cfrule", "header request", "http.request.headers"],
  ["cfrule", "user agent", "http.user_agent"],
  ["cfrule", "http.host", "http.host"],
  ["cfrule", "hostname", "http.host"],
  ["cfrule", "path of the URL", "http.request.uri.path"],
  ["cfrule", "bot score", "cf.bot_management.score"],
  ["cfrule", "request method", "http.request.method"],
  ["lpfilter", "source ip address", "ClientIP"],
  ["lpfilter", "client country", "ClientCountry"],
  ["lpfilter", "response status code", "EdgeResponseStatus"],
  ["lpfilter", "host of the request", "ClientRequestHost"],
  ["lpfilter", "user agent", "ClientRequestUserAgent"],
  ["lpfilter", "edgeresponsestatus", "EdgeResponseStatus"],
  ["lpfilter", "ray id", "RayID"],
])("%s: '%s' finds %s first", (language, text, name) => {
  expect(search(language, text).names[0]).toBe(name);
});

test("fields with most of the words are found if none has all", () => {
  const { names, isComplete } = search("cfrule", "zzzz host");
  expect([names[0], isComplete]).toEqual(["http.host", false]);
});

test("a search finds nothing, or everything without words", () => {
  expect(search("cfrule", "zzzz").names).toEqual([]);
  expect(search("cfrule", " ?! ").names.length).toBeGreaterThan(100);
  expect(search("cfrule", "constructor")).toEqual({ names: [], isComplete: false });
});
