import { beforeAll, describe, expect, test } from "vitest";
import type { IGrammar } from "vscode-textmate";
import configuration from "../../language-configuration/cfrule.json" with { type: "json" };
import { fields } from "../../server/src/cfrule/catalog/fields.ts";
import { comparisons, logicals } from "../../server/src/cfrule/catalog/operators.ts";
import { checkScopes, loadGrammar } from "../support/scopes.ts";

describe("the grammar of cfrule", () => {
  let grammar: IGrammar;
  beforeAll(async () => {
    grammar = await loadGrammar("cfrule");
  });

  for (const marked of [
    `
# @action block
^ punctuation.definition.comment
  ^^^^^^^ keyword.control.directive
          ^^^^^ string.unquoted.directive
`,
    `
ssl # weir-ignore unknown-field: as is @action
^^^ variable.other.property
      ^^^^^^^^^^^ keyword.control.directive
                  ^^^^^^^^^^^^^ constant.other.code
                                 ^^^^^^^^^^^^^ comment.line.number-sign
`,
    `
http.host eq "a\\"\\x41" and not (ip.src in {10.0.0.0/8 2001:db8::/32} or tcp.dstport in {80..443})
^^^^^^^^^ variable.other.property
          ^^ keyword.operator.wordlike.comparison
             ^ punctuation.definition.string.begin
              ^ string.quoted.double
               ^^^^^^ constant.character.escape
                     ^ punctuation.definition.string.end
                       ^^^ keyword.operator.wordlike.logical
                           ^^^ keyword.operator.wordlike.logical
                               ^ punctuation.section.group.begin
                                       ^^ keyword.operator.wordlike.comparison
                                          ^ punctuation.section.set.begin
                                           ^^^^^^^^^^ constant.numeric.address
                                                      ^^^^^^^^^^^^^ constant.numeric.address
                                                                   ^ punctuation.section.set.end
                                                                                        ^^^^^^^ constant.numeric.integer
`,
    `
any(lower(http.request.headers["in"][*])[*] == r#"eq "in" "#) && ip.src in $office_ips
^^^ support.function
    ^^^^^ support.function
          ^^^^^^^^^^^^^^^^^^^^ variable.other.property
                              ^ punctuation.section.index.begin
                                ^^ string.quoted.double
                                     ^ keyword.operator.each
                                            ^^ keyword.operator.comparison
                                               ^^^ punctuation.definition.string.begin
                                                  ^^^^^^^^ string.quoted.raw
                                                              ^^ keyword.operator.logical
                                                                           ^^^^^^^^^^^ variable.other.list
`,
    `
http.user_agent matches "^[a\\"]+\\d" or http.host ~ r"x\\.y"
                ^^^^^^^ keyword.operator.wordlike.comparison
                         ^ string.regexp
                          ^^^^^ constant.other.character-class
                               ^ string.regexp
                                ^^ constant.character.escape.regexp
                                    ^^ keyword.operator.wordlike.logical
                                                 ^ keyword.operator.wordlike.comparison
                                                   ^^ punctuation.definition.string.begin
                                                     ^ string.regexp
                                                      ^^ constant.character.escape.regexp
`,
    // Lookalikes are not keywords, and a missing quote does not affect the next line.
    `
http.hostel eq x.eq or what(true_) ne "open
^^^^^^^^^^^ variable.other
               ^^^^ variable.other
                       ^^^^ entity.name.function
                            ^^^^^ variable.other
                                       ^^^^ string.quoted.double
and true
^^^ keyword.operator.wordlike.logical
    ^^^^ constant.language
`,
  ]) {
    test(marked.trimStart().split("\n", 1).join(), () => checkScopes(grammar, marked));
  }

  const spellings = [
    ...comparisons.flatMap((it) =>
      [it.name, ...it.symbols].map((text) => [text, "comparison"] as const),
    ),
    ...logicals.flatMap((it) => [it.name, ...it.symbols].map((text) => [text, "logical"] as const)),
  ];
  test.each(spellings)("colors the operator %s", (text, kind) => {
    // Themes do not color operators, except words. Patterns are recognized after 'matches' and '~'.
    const wordlike = /^\w|^~$/.test(text) ? "wordlike." : "";
    const carets = "^".repeat(text.length);
    checkScopes(grammar, `a ${text} "b"\n  ${carets} keyword.operator.${wordlike}${kind}`);
  });

  test("colors every field as one token", () => {
    for (const { name, pseudo } of fields) {
      const scope = pseudo ? "constant.language" : "variable.other.property";
      checkScopes(grammar, `( ${name} )\n  ${"^".repeat(name.length)} ${scope}`);
    }
  });
});

describe("the language configuration of cfrule", () => {
  const { indentationRules, wordPattern } = configuration;

  test.each([
    [`(`, true],
    [`and ip.src in { # office`, true],
    [`http.host eq "("`, false],
    [`ssl # (`, false],
    [`lower(http.host)`, false],
  ])("after %j the next line is indented: %s", (line, indented) => {
    expect(new RegExp(indentationRules.increaseIndentPattern).test(line)).toBe(indented);
  });

  test.each([
    [`  )`, true],
    [`  } and ssl`, true],
    [`  ()`, false],
  ])("%j decreases the indentation: %s", (line, less) => {
    expect(new RegExp(indentationRules.decreaseIndentPattern).test(line)).toBe(less);
  });

  test("a word is a name with dots, a list with its $, or an address", () => {
    const text = `any(http.host in $office_ips) != 10.0.0.0/8 2001:db8::1 "x-y"`;
    expect(text.match(new RegExp(wordPattern, "g"))).toEqual([
      "any",
      "http.host",
      "in",
      "$office_ips",
      "!=",
      "10.0.0.0/8",
      "2001:db8::1",
      "x",
      "-y",
    ]);
  });
});
