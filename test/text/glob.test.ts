import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globMatcher, splitGlob } from "../../server/src/text/glob.ts";
import { times } from "../support/long.ts";

describe("a glob matches the expected files", () => {
  test.each([
    ["*.lpfilter", "a.lpfilter .lpfilter", "a/b.lpfilter a.lpfilters"],
    ["**/*.lpfilter", "a.lpfilter a/b/c.lpfilter", "a.cfrule"],
    ["./gateway/**", "gateway/a gateway/b/c gateway/.d", "gateways/a other/gateway/a"],
    ["a/**/b", "a/b a/x/b a/x/y/b", "a/xb ab a/b/c"],
    ["**", "a a/b .a/b", ""],
    ["a?c", "abc a-c", "ac a/c abbc"],
    ["[a-c]x", "ax bx cx", "dx ax2 /x"],
    ["[!a-c]x", "dx -x", "ax /x"],
    ["{a,b/*}/c", "a/c b/x/c", "b/c c"],
    ["{a,{b,c}d}", "a bd cd", "b d ad"],
    ["\\*\\{a,b\\}", "*{a,b}", "xa *a"],
    ["!secret/**", "a b/c", "secret/a"],
    ["[a", "[a", "a"],
    ["{a", "{a", "a"],
    ["", "", "a"],
  ])("%s", (glob, taken, refused) => {
    const words = (text: string) => (text === "" ? [] : text.split(" "));
    for (const path of words(taken)) expect(globMatcher(glob)(path), path).toBe(true);
    for (const path of words(refused)) expect(globMatcher(glob)(path), path).toBe(false);
  });
});

/** As the glob reads, by trying everything. */
function matchesSlowly(glob: string, path: string): boolean {
  const [braces, before = "", inside = "", after = ""] = /^(.*?)\{(.*?)\}(.*)$/.exec(glob) ?? [];
  if (braces !== undefined)
    return inside.split(",").some((it) => matchesSlowly(before + it + after, path));
  const pattern = glob.split(/(^\*\*\/|(?<=\/)\*\*\/|(?<=^|\/)\*\*$|\*|\?|\[.*?\])/).map((it) => {
    if (it === "**/") return "(?:.*/)?";
    if (it === "**") return ".*";
    if (it === "*") return "[^/]*";
    if (it === "?") return "[^/]";
    return it.startsWith("[") ? `(?!/)${it}` : it.replace(".", "\\.");
  });
  return new RegExp(`^${pattern.join("")}$`).test(path);
}

test("a glob matches the same files as a plain regular expression", () => {
  const piece = fc.constantFrom("a", "b", "*", "?", "[ab]", "[^a]", "{a,b}", ".", "a*b", "{a,*b}");
  const name = fc.array(piece, { minLength: 1, maxLength: 3 }).map((it) => it.join(""));
  const glob = fc
    .array(fc.oneof({ weight: 3, arbitrary: name }, fc.constant("**")), {
      minLength: 1,
      maxLength: 4,
    })
    .map((it) => it.join("/"))
    .filter((it) => !/\*\*[^/]|[^/]\*\*|^\.\//.test(it));
  const part = fc.string({ unit: fc.constantFrom("a", "b", "c", "."), minLength: 1, maxLength: 4 });
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((it) => it.join("/"));
  fc.assert(
    fc.property(glob, fc.array(path, { maxLength: 12 }), (it, paths) => {
      const matches = globMatcher(it);
      for (const each of paths)
        assert.deepEqual([it, each, matches(each)], [it, each, matchesSlowly(it, each)]);
    }),
    { seed: 20261115, numRuns: times(75) },
  );
});

test.each([
  ["a/b/*.cfrule", { base: "a/b", glob: "*.cfrule" }],
  ["*.cfrule", { base: "", glob: "*.cfrule" }],
  ["/*.cfrule", { base: "/", glob: "*.cfrule" }],
  ["../a/**", { base: "../a", glob: "**" }],
  ["a/b{c/d,e}", { base: "a", glob: "b{c/d,e}" }],
  ["a/x[0-9]/b", { base: "a", glob: "x[0-9]/b" }],
  ["a/?", { base: "a", glob: "?" }],
  ["!a/*", { base: "", glob: "!a/*" }],
  ["a\\*b", { base: "", glob: "a\\*b" }],
  ["a/b.cfrule", undefined],
  ["a/{b}[", undefined],
  ["a]b[c", undefined],
  ["", undefined],
])("the folder above the first wildcard: %s", (path, expected) => {
  expect(splitGlob(path)).toEqual(expected);
});

describe("a hostile glob is matched like any other", () => {
  const long = "a".repeat(4000);
  test.each([
    ["stars", `${"*a".repeat(1000)}*b`],
    ["folders", `${"**/a/".repeat(500)}b`],
    ["braces", `${"{a,b}".repeat(500)}`],
    ["braces in braces", "{a,".repeat(1000)],
    ["open brackets", "[".repeat(4000)],
    ["too long", "*".repeat(1_000_000)],
    ["a repetition of repetitions", "+(a|aa)+(a|aa)+(a|aa)b"],
  ])("%s", (_, glob) => {
    expect(globMatcher(glob)(long)).toBe(false);
    expect(globMatcher(glob)("a/".repeat(2000))).toBe(false);
    splitGlob(glob.repeat(10));
  });
});
