import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentation } from "../../site/build/pages.ts";
import { searchIndex } from "../../site/build/search-index.ts";
import { search } from "../../site/src/search/search.ts";
import { wordsIn } from "../../site/src/search/words.ts";

const index = searchIndex(documentation(join(import.meta.dirname, "../..")));
const found = (query: string) => search(index, query).map((it) => it.path);

describe("words", () => {
  test.each([
    ["http.request.uri", ["http.request.uri", "http", "request", "uri"]],
    ["ClientRequestHost", ["clientrequesthost", "client", "request", "host"]],
    ["weir-ignore, '@dataset'", ["weir-ignore", "weir", "ignore", "@dataset", "dataset"]],
    ["", []],
  ])("of '%s'", (text, words) => {
    expect([...wordsIn(text)].sort()).toEqual([...words].sort());
  });
});

describe("search", () => {
  test("a code finds its page first", () => {
    expect(found("unknown-field")[0]).toBe("diagnostics/unknown-field.html");
    expect(found("unknown field")[0]).toBe("diagnostics/unknown-field.html");
    expect(found("'never-matches'")[0]).toBe("diagnostics/never-matches.html");
  });

  test("the start of a word is enough, in any letter case", () => {
    expect(found("UNKNOWN-FIE")[0]).toBe("diagnostics/unknown-field.html");
    expect(found("terraf")[0]).toBe("docs/terraform.html");
  });

  test.each([
    ["EdgeResponseStatus", "docs/log-fields.html#http_requests.EdgeResponseStatus"],
    ["edgeresponsestatus", "docs/log-fields.html#http_requests.EdgeResponseStatus"],
    ["EdgeResponseSt", "docs/log-fields.html#http_requests.EdgeResponseStatus"],
    ["ClientIP", "docs/log-fields.html#http_requests.ClientIP"],
    ["ClientIP firewall_events", "docs/log-fields.html#firewall_events.ClientIP"],
    ["QueryName dns_logs", "docs/log-fields.html#dns_logs.QueryName"],
    ["http.host", "docs/rule-fields.html#http.host"],
    ["http.request.uri.path", "docs/rule-fields.html#http.request.uri.path"],
    ["cf.bot_management.sc", "docs/rule-fields.html#cf.bot_management.score"],
  ])("the name of a field finds it first: '%s'", (query, path) => {
    expect(found(query)[0]).toBe(path);
  });

  test.each([
    ["rules", "docs/rules.html"],
    ["filters", "docs/filters.html"],
    ["jobs", "docs/jobs.html"],
    ["sql", "docs/sql.html"],
    ["playground", "docs/playground.html"],
  ])("fields do not hide a page: '%s'", (query, path) => {
    expect(found(query)[0]).toBe(path);
  });

  test("a field is a result with its dataset", () => {
    expect(search(index, "ZoneName")).toContainEqual({
      path: "docs/log-fields.html#http_requests.ZoneName",
      page: "Log fields · http_requests",
      heading: "ZoneName",
    });
  });

  test.each([
    ["terrafrom", "docs/terraform.html"],
    ["edgeresponsestauts", "docs/log-fields.html#http_requests.EdgeResponseStatus"],
    ["unknwon-field", "diagnostics/unknown-field.html"],
    ["baselne", "docs/ci.html"],
    ["teraf", "docs/terraform.html"],
  ])("a slip finds what was meant: '%s'", (query, path) => {
    expect(found(query).map((it) => it.replace(/(?<=html)#(?!http_requests).*/, ""))).toContain(
      path,
    );
  });

  test("every word must match", () => {
    expect(found("dataset qqqq")).toEqual([]);
    expect(found("")).toEqual([]);
    expect(found("   ")).toEqual([]);
    expect(found("__proto__ constructor")).toEqual([]);
  });

  test("words are sorted, and hits lead to sections", () => {
    expect([...index.words].sort((a, b) => (a < b ? -1 : 1))).toEqual(index.words);
    const sections = index.hits.flatMap((it) => it.filter((_, at) => at % 2 === 0));
    expect(Math.max(...new Set(sections))).toBeLessThan(index.sections.length);
  });
});
