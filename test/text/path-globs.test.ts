import { describe, expect, test } from "vitest";
import { globProblem, pathsMatcher, sharedGlobProblem } from "../../server/src/text/path-globs.ts";

describe("globs cover files as in a .gitignore", () => {
  const words = (text: string) => (text === "" ? [] : text.split(" "));

  test.each([
    ["gen", "gen gen/a gen/b/c", "a/gen generated"],
    ["gen/", "gen/a", "gens/a"],
    ["/gen", "gen gen/a", "a/gen/b"],
    ["/*.tf", "a.tf", "b/a.tf"],
    ["./gen/**", "gen/a", "a"],
    ["**/gen", "gen/a x/gen/b", "x/general"],
    ["/w/repo/gen", "gen gen/a", "a"],
    ["gen !gen/keep.tf", "gen/a.tf gen/b/keep.tf", "gen/keep.tf other.tf"],
    ["gen/** !gen/keep", "gen/a", "gen/keep/a gen/keep"],
    ["gen !/gen/keep/ gen/keep/b", "gen/a gen/keep/b", "gen/keep/a"],
    ["!gen/keep gen", "gen/keep gen/a", "a"],
    ["!old", "a b/c", "old old/a"],
    ["!old/** !new", "a b/c", "old/a new/a"],
    ["\\!a", "!a", "a"],
    ["", "", "a"],
  ])("%s", (globs, covered, others) => {
    const matches = pathsMatcher(words(globs), "/w/repo");
    for (const path of words(covered)) expect(matches(path), path).toBe(true);
    for (const path of words(others)) expect(matches(path), path).toBe(false);
  });
});

test.each([
  ["", "An empty glob matches no file. Use a glob such as 'filters/**'."],
  ["!", "An empty glob matches no file. Use a glob such as 'filters/**'."],
  ["./", "'./' matches no file. Use a glob such as 'filters/**'."],
  ["a[b", "'[' without ']'. To match '[' itself, use '[[]'."],
  ["!a/{b,c", "'{' without '}'. To match '{' itself, use '[{]'."],
  ["a".repeat(5000), "A glob of more than 4096 characters matches no file."],
  ...["a[b]", "a[[]", "{a,b}", "{[}]}", "a\\[", "**", ".*", "}", "]"].map((it) => [it, undefined]),
])("a glob that matches nothing is reported: %.20s", (glob = "", problem) => {
  expect(globProblem(glob)).toBe(problem);
  expect(sharedGlobProblem(glob)).toBe(problem);
});

test.each([
  ["C:\\gen", "An absolute path matches no file. Globs are relative to this folder."],
  [
    "../gen",
    "'..' matches no file. Globs are relative to this folder, and only match what is in it.",
  ],
  [
    "a/../gen",
    "'..' matches no file. Globs are relative to this folder, and only match what is in it.",
  ],
  [
    "old\\gen",
    "Use '/' between folders. A '\\' only takes away the meaning of the character after it.",
  ],
])("so is one that cannot be shared: %s", (glob, problem) => {
  expect(sharedGlobProblem(glob)).toBe(problem);
});
