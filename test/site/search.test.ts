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

  test("fields are found in their tables, whole and in parts", () => {
    expect(found("EdgeResponseStatus")).toContainEqual(expect.stringMatching(/^docs\/log-fields/));
    expect(found("http.request.uri.path.ext")).toContainEqual(
      expect.stringMatching(/^docs\/rule-fields/),
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
