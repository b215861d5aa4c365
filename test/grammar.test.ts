import { beforeAll, describe, expect, test } from "vitest";
import type { IGrammar } from "vscode-textmate";
import configuration from "../language-configuration/lpfilter.json" with { type: "json" };
import { operators } from "../server/src/lpfilter/catalog/operators.ts";
import { checkScopes, loadGrammar } from "./support/scopes.ts";

describe("the grammar of lpfilter", () => {
  let grammar: IGrammar;
  beforeAll(async () => {
    grammar = await loadGrammar("lpfilter");
  });

  for (const marked of [
    `
// @dataset http_requests
^^ punctuation.definition.comment
   ^^^^^^^^ keyword.control.directive
            ^^^^^^^^^^^^^ entity.name.type.dataset
`,
    `
/* weir-ignore unknown-field, value-type: as is */ // plain
^^ punctuation.definition.comment.begin
   ^^^^^^^^^^^ keyword.control.directive
               ^^^^^^^^^^^^^ constant.other.code
                            ^ comment.block
                              ^^^^^^^^^^ constant.other.code
                                          ^^^^^ comment.block
                                                ^^ punctuation.definition.comment.end
                                                      ^^^^^ comment.line.double-slash
`,
    `
{ "where": { "and": [{ "key": "ClientIP", "operator": "!eq", "value": "in" }] } }
^ punctuation.definition.dictionary.begin
  ^ support.type.property-name.json
   ^^^^^ keyword.control
         ^ punctuation.separator.dictionary.key-value
              ^^^ keyword.control
                    ^ punctuation.definition.array.begin
                        ^^^ keyword.control
                              ^ punctuation.definition.string.begin
                               ^^^^^^^^ variable.other.property
                                        ^ punctuation.separator.dictionary.pair
                                           ^^^^^^^^ keyword.control
                                                       ^^^ keyword.operator.comparison
                                                              ^^^^^ keyword.control
                                                                       ^^ string.quoted.double
                                                                            ^ punctuation.definition.array.end
`,
    // Words are operators, and strings are fields, only where the language expects them.
    `
{ "operator": "equals", "value": ["eq", "in"], "eq": "key", "key": ["eq"] }
               ^^^^^^ string.quoted.double
                                   ^^ string.quoted.double
                                         ^^ string.quoted.double
                                                ^^ support.type.property-name.json
                                                      ^^^ string.quoted.double
                                                                     ^^ string.quoted.double
`,
    `
[-1.5e3, 0, true, null, "a\\n\\u00e9\\q\\u12"]
 ^^^^^^ constant.numeric
         ^ constant.numeric
            ^^^^ constant.language
                  ^^^^ constant.language
                          ^^^^^^^^ constant.character.escape
                                  ^^^^ invalid.illegal.unrecognized-string-escape
                                      ^^ string.quoted.double
`,
    // Over several lines, with comments in between.
    `
{
  "key"
   ^^^ keyword.control
  // which one
     ^^^^^ comment.line.double-slash
  :
  ^ punctuation.separator.dictionary.key-value
    "ClientIP",
     ^^^^^^^^ variable.other.property
  "other\\n": "x"
   ^^^^^ support.type.property-name.json
        ^^ constant.character.escape
              ^ string.quoted.double
}
^ punctuation.definition.dictionary.end
`,
    // A missing token does not affect the colors of the rest.
    `
{ "key": "operator": "eq" "value": "x" }
          ^^^^^^^^ keyword.control
                      ^^ keyword.operator.comparison
                           ^^^^^ keyword.control
                                    ^ string.quoted.double
`,
    `
{ "key": "Client
          ^^^^^^ variable.other.property
  "operator": "eq", "val
   ^^^^^^^^ keyword.control
                     ^^^ string.quoted.double
  "value": [1, "a
                ^ string.quoted.double
  ] }
  ^ punctuation.definition.array.end
    ^ punctuation.definition.dictionary.end
`,
  ]) {
    test(marked.trimStart().split("\n", 1).join(), () => checkScopes(grammar, marked));
  }

  test.each(operators.map((it) => it.name))("colors the operator %s", (name) => {
    const carets = "^".repeat(name.length);
    checkScopes(
      grammar,
      `{ "operator": "${name}" }\n               ${carets} keyword.operator.comparison`,
    );
  });
});

describe("the language configuration of lpfilter", () => {
  const { indentationRules, wordPattern } = configuration;

  test.each([
    [`{`, true],
    [`  "and": [ // all of these`, true],
    [`  "where": { /* here */`, true],
    [`  { "a": "[" },`, false],
    [`  "a": "\\"{`, false],
    [`  // {`, false],
    [`  "a": 1 /* { */`, false],
    [`  },`, false],
  ])("after %j the next line is indented: %s", (line, indented) => {
    expect(new RegExp(indentationRules.increaseIndentPattern).test(line)).toBe(indented);
  });

  test.each([
    [`  }`, true],
    [`  ],`, true],
    [`  { }`, false],
  ])("%j decreases the indentation: %s", (line, less) => {
    expect(new RegExp(indentationRules.decreaseIndentPattern).test(line)).toBe(less);
  });

  test("a word is everything between quotes, whitespace and punctuation", () => {
    const words = `{ "operator": "!startsWith", "value": "/a-b.c" }`.match(
      new RegExp(wordPattern, "g"),
    );
    expect(words).toEqual(["operator", "!startsWith", "value", "/a-b.c"]);
  });
});
