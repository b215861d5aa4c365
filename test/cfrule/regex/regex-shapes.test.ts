import { describe, expect, test } from "vitest";
import { literalForm } from "../../../server/src/cfrule/regex/literal-form.ts";
import { matchesEverything } from "../../../server/src/cfrule/regex/matches-everything.ts";
import {
  doubledQuantifiers,
  globStars,
  queryMarks,
  unescapedDots,
} from "../../../server/src/cfrule/regex/pitfalls.ts";
import { readRegex } from "../../../server/src/cfrule/regex/syntax/read.ts";
import type { RegexNode } from "../../../server/src/cfrule/regex/syntax/tree.ts";
import { walk } from "../../../server/src/cfrule/regex/syntax/walk.ts";
import type { Span } from "../../../server/src/text/span.ts";

describe("regex classification", () => {
  test.each([
    [
      [
        "",
        "|",
        "a|",
        "^",
        "$",
        ".*",
        "a?",
        "(a|b*)",
        "^.*",
        ".*$",
        "[\\s\\S]*",
        "^[\\s\\S]*$",
        "(?s)^.*$",
        "\\A(?:)",
      ],
      "everything",
    ],
    [["^.*$", "^(.*)$", "^[^\\n]*$", "a|^.*$"], "every-line"],
    [[".", ".+", "^.+$", "^.", "(.)", "^(?:.+)$"], "every-line-but-empty"],
    [["a", "^$", "^/.*$", "\\b", "a|b", "..", "(?u).+", "^.$", "\\w*$a", "[^/]*x"], undefined],
  ] as const)("%j matches %s", (patterns, reach) => {
    for (const pattern of patterns) {
      expect([pattern, matchesEverything(readRegex(pattern).root)]).toEqual([pattern, reach]);
    }
  });

  test.each([
    ["^/login$", "exact", "/login"],
    ["\\A/login\\z", "exact", "/login"],
    ["^(/login)$", "exact", "/login"],
    ["^/(a|b(c|d))$", "exact", "/a /bc /bd"],
    ["^a$|^b$", "exact", "a b"],
    ["^/api/", "prefix", "/api/"],
    ["^/api/.*", "prefix", "/api/"],
    ["\\.php$", "suffix", ".php"],
    [".*\\.php$", "suffix", ".php"],
    ["bot|crawler", "contains", "bot crawler"],
    ["(?:bot|crawler)s?", "contains", "bot crawler"],
    ["^$", "exact", ""],
  ])("%s is a plain comparison", (pattern, form, texts) => {
    expect(literalForm(readRegex(pattern).root)).toEqual({
      form,
      values: texts.split(" "),
      ignoreCase: false,
    });
  });

  test.each([
    "a.b",
    "^a$|b",
    "(?m)^a$",
    "^.*a",
    "\\xff",
    "a(?i)b",
    "(?iu)k",
    "a+",
    "",
    "(|a)",
    "^(a|[b])$",
  ])("%s is not a plain comparison", (pattern) =>
    expect(literalForm(readRegex(pattern).root)).toBeUndefined(),
  );

  test("a plain comparison can be case-insensitive", () => {
    expect(literalForm(readRegex("(?i)^/Login-1$").root)).toEqual({
      form: "exact",
      values: ["/Login-1"],
      ignoreCase: true,
    });
  });

  test("flags are listed", () => {
    const changes = [...walk(readRegex("(?i)a(?s-i:b)").root)].flatMap((it) =>
      it.kind === "flags" || it.kind === "group" ? it.changes : [],
    );
    expect(changes.map(({ letter, on }) => (on ? letter : `-${letter}`)).join(" ")).toBe("i s -i");
  });
});

describe("likely errors", () => {
  const marked = (pattern: string, find: (root: RegexNode) => readonly Span[]) =>
    find(readRegex(pattern).root).reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}<${text.slice(start, end)}>${text.slice(end)}`,
      pattern,
    );

  test.each([
    [unescapedDots, "^www.example\\.com$", "^www<.>example\\.com$"],
    [unescapedDots, "(www|api).example.(com|net)", "(www|api)<.>example<.>(com|net)"],
    [unescapedDots, "[a-z]+.example\\.com", "[a-z]+<.>example\\.com"],
    [unescapedDots, "a.*b .c \\d.\\d a.+b a.", "a.*b .c \\d.\\d a.+b a."],
    [doubledQuantifiers, "ab++c*{2}?d", "ab<++>c<*{2}?>d"],
    [doubledQuantifiers, "a+?b*?(?:c+)+d+", "a+?b*?(?:c+)+d+"],
    [doubledQuantifiers, "a***", "a<***>"],
    [globStars, "^/api/*", "^/api/<*>"],
    [globStars, "^/a/*/b/*$", "^/a/<*>/b/<*>$"],
    [globStars, "^/*a/.*", "^/*a/.*"],
    [queryMarks, "^/search?q=1", "^/search<?>q=1"],
    [queryMarks, "/pages?/(?:a=b)?c=d https?://", "/pages?/(?:a=b)?c=d https?://"],
  ])("%o in %s", (find, pattern, expected) => {
    expect(marked(pattern, find)).toBe(expected);
  });
});
