import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxDiagnostics } from "../../server/src/core/diagnostic.ts";
import { pushedLength } from "../../server/src/json/format/minify.ts";
import { mostLevels } from "../../server/src/json/syntax/open-brackets.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { mostParts } from "../../server/src/json/syntax/scan.ts";
import {
  childrenOf,
  type JsonNode,
  pathAt,
  propertyOf,
} from "../../server/src/json/syntax/tree.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { contains } from "../../server/src/text/span.ts";
import {
  checkSyntax,
  checkTree,
  commentedJson,
  jsonish,
  jsValue,
  seeded,
} from "../support/json.ts";
import { isLong, times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

describe("syntax errors", () => {
  for (const marked of [
    // Whole texts.
    `{ "a": [1, -0.5e+3, true, false, null, "é\\u00e9\\n\\"\\/"], "": {}, }`,
    `/* a */ [ // b\n  1, /* c */ 2,\n] // d`,
    `"a"`,

    // Something is missing.
    `
{ "key": "a" "operator": "eq" }
             ^^^^^^^^^^ error: Missing ',' before '"operator"'.
`,
    `
[1 2]
   ^ error: Missing ',' before '2'.
`,
    `
{ "key" "a", "operator": "eq" }
        ^^^ error: Missing ':' between 'key' and its value.
`,
    `
{ "key" "operator": "eq" }
  ^^^^^ error: Missing value for 'key'. Add ':' and a value.
`,
    `
{
  "key":
  ^^^^^ error: Missing value for 'key'. Add one after ':'.
  "operator": "eq"
}
`,
    `
{ "key":, "operator": }
  ^^^^^ error: Missing value for 'key'. Add one after ':'.
          ^^^^^^^^^^ error: Missing value for 'operator'. Add one after ':'.
`,
    `
{ "key" }
  ^^^^^ error: Missing value for 'key'. Add ':' and a value.
`,
    `
{ : 1 }
  ^ error: Missing property name before ':'. Add one.
`,
    `
{ { "a": 1 } }
  ^ error: Expected a property name before '{', as in "key": …
`,

    // Something is too much.
    `
{ "a": 1,, "b": 2 }
         ^ error: Unexpected ','. Remove it.
`,
    `
[,]
 ^ error: Unexpected ','. Remove it.
`,
    `
["a": 1]
    ^ error: Unexpected ':' in an array. Wrap the name and its value in '{ }'.
`,
    `
{ "a":: 1 }
      ^ error: Unexpected ':'. Remove it.
`,
    `
{},
  ^ error: Unexpected ',' after the end of the JSON. Remove it.
`,
    `
{} {} []
   ^ error: Unexpected second value. Move it into the first, or remove it.
`,
    `
{ "a": 1 }}
          ^ error: Unmatched '}'. Remove it.
`,
    `
{ "a": 1 ], "b": @ 2 }
         ^ error: Unmatched ']'. Remove it.
                 ^ error: '@' is not JSON. Remove it.
`,

    // Brackets.
    `
{ "a": "b": 1 }}
       ^^^ error: Missing '{' before '"b"'. Add it.
`,
    `
[{ "a": 1 }, "a": 2 }]
             ^^^ error: Missing '{' before '"a"'. Add it.
`,
    `
{ "a": { "b": 1 }, { "b": 2 }] }
       ^ error: Missing '[' before '{'. Add it.
`,
    `
{ "a": 1, "b": "c", "d"] }
               ^ error: Missing '[' before '"'. Add it.
`,
    `
{ "a": b" }
       ^^ error: 'b"' must be quoted. Use "b".
`,
    `
{ a": 1 }
  ^^ error: 'a"' must be quoted. Use "a".
`,
    `
{ "a": [1, 2 }
       ^ error: Unclosed '['. Add ']' before '}'.
`,
    `
[{ "a": 1 ]
 ^ error: Unclosed '{'. Add '}' before ']'.
`,
    `
{ "a": 1
^ error: Unclosed '{'. Add '}' at the end.
`,
    `
{ "a": { "b": [1
              ^ error: Unclosed '[' (3 are open). Add ']}}' at the end.
`,
    `
"where": { "key": "a" }
^^^^^^^ error: A property must be inside an object. Add '{' before it and '}' after its value.
`,
    `
"where": { "key": @ "a" },
^^^^^^^ error: A property must be inside an object. Add '{' before it and '}' after its value.
                  ^ error: '@' is not JSON. Remove it.
`,
    `
"where": { "key": "a" } }
^^^^^^^ error: Missing '{' before this property. Add it.
`,
    `
where: { "and": [1
^^^^^ error: 'where' must be quoted. Use "where".
                ^ error: Unclosed '[' (2 are open). Add ']}' at the end.
`,
    `
"where":
^^^^^^^ error: A property must be inside an object. Add '{' before it and '}' after its value.
`,

    // Quotes.
    `
{ 'a': 'it\\'s' }
  ^^^ error: Use double quotes, not single quotes.
       ^^^^^^^ error: Use double quotes, not single quotes.
`,
    `
["a", \`b\`, “c”, ‘d’]
      ^^^ error: Use double quotes, not backticks.
           ^^^ error: Use straight double quotes, not curly quotes.
                ^^^ error: Use straight double quotes, not curly quotes.
`,
    `
{ key: eq }
  ^^^ error: 'key' must be quoted. Use "key".
       ^^ error: 'eq' must be quoted. Use "eq".
`,
    `
{ "key": "Client"IP", "operator": "eq" }
                ^ error: Unescaped quote in a string. Use '\\"'.
`,
    `
{ "key": "a, "operator": "eq" }
         ^^ error: Unclosed string '"a'. Add a closing quote.
`,
    `
{ "key: "a", "operator": "eq" }
  ^^^^ error: Unclosed string '"key'. Add a closing quote.
`,
    `
{
  "key": "a,
         ^^ error: Unclosed string '"a'. Add a closing quote.
  "operator": "eq\\
              ^^^^ error: Unclosed string '"eq\\'. Add a closing quote.
}
`,
    `
[/login, 192.0.2.1, 12abc]
 ^^^^^^ error: '/login' must be quoted. Use "/login".
         ^^^^^^^^^ error: '192.0.2.1' must be quoted. Use "192.0.2.1".
                    ^^^^^ error: '12abc' must be quoted. Use "12abc".
`,

    // Words and signs of other languages.
    `
[.5, +1, 007, 1., 0x1F, -.5e3]
 ^^ error: '.5' is not a valid JSON number. Use 0.5.
     ^^ error: '+1' is not a valid JSON number. Use 1.
         ^^^ error: '007' is not a valid JSON number. Use 7.
              ^^ error: '1.' is not a valid JSON number. Use 1.
                  ^^^^ error: '0x1F' is not a valid JSON number. Use 31.
                        ^^^^^ error: '-.5e3' is not a valid JSON number. Use -0.5e3.
`,
    `
[None, TRUE, undefined, NaN]
 ^^^^ error: Unknown literal 'None'. Use 'null'.
       ^^^^ error: Unknown literal 'TRUE'. Use 'true'.
             ^^^^^^^^^ error: Unknown literal 'undefined'. Use 'null'.
                        ^^^ error: 'NaN' must be quoted. Use "NaN".
`,
    `
{ "a" = 1; "b" => 2 }
      ^ error: Expected ':', found '='.
         ^ error: Expected ',', found ';'.
               ^^ error: Expected ':', found '=>'.
`,
    `
{ # a
  ^ error: Comments start with '//', not '#'.
}
`,

    // Characters.
    `
["\\d", "\\u12", "\\'", "a\tb\u0001"]
  ^^ error: Invalid escape '\\d'. Use '\\\\' for a backslash.
        ^^ error: '\\u' needs four hexadecimal digits, as in '\\u00e9'.
                ^^ error: Invalid escape '\\''. Remove the backslash.
                       ^ error: A tab in a string must be escaped. Use '\\t'.
                         ^ error: A control character in a string must be escaped. Use '\\u0001'.
`,
    `
{\u00a0"a":\u30001 }
 ^ error: U+00A0 is not whitespace in JSON. Use a space.
      ^ error: U+3000 is not whitespace in JSON. Use a space.
`,
    `
\u0000\u0001{}
^^ error: U+0000 is not JSON. Remove it.
`,
    `
{} /* a
   ^^ error: Unclosed comment. Add '*/'.
`,
    `
// a
^^^^ error: Expected JSON, found an empty file. Start with '{'.
`,
  ]) {
    test(marked.trimStart().split("\n", 1).join(), () => checkSyntax(marked));
  }

  test("long text of the user is truncated in a message, never inside a character", () => {
    const [error] = parseJson(`${"a".repeat(36)}😀${"b".repeat(1000)}`).errors;
    expect(error?.message).toBe(`'${"a".repeat(36)}…' must be quoted. Use "${"a".repeat(36)}….`);
  });

  test("the number of reported errors is limited", () => {
    expect(parseJson("@ ".repeat(5000)).errors).toHaveLength(maxDiagnostics + 1);
  });
});

describe("trees", () => {
  test.each([
    [`{ "where": { "and": [{ "key": "a" }] } }`, `{where: {and: [{key: "a"}]}}`],
    [`\ufeff[1, 1e3, true, null,]`, `[1, 1000, true, null]`],
    [`"\\u0041\\ud83d\\ude00\\/\\t"`, `"A😀/\\t"`],
    [``, `?`],
    // A missing part leaves a hole, and the rest is parsed as usual.
    [`{ "key": "operator": "eq", "value": 1 }`, `{key: ?, operator: "eq", value: 1}`],
    [`{ "key" "operator": "eq" }`, `{key: ?, operator: "eq"}`],
    [`{ key operator: eq }`, `{key: ?, operator: "eq"}`],
    [`{ "key": , "operator"`, `{key: ?, operator: ?}`],
    [`{ "and": [{ "key": "a" { "key": "b" }`, `{and: [{key: "a"}, {key: "b"}]}`],
    [`{ "and": [{ "key": "a", { "key": "b" }] }`, `{and: [{key: "a"}, {key: "b"}]}`],
    [`{ "a": [1, 2 }, 3`, `{a: [1, 2]}`],
    [`{ "key: "a", "operator": "eq, "value": "b }`, `{key: "a", operator: "eq", value: "b"}`],
    [`{ "key": "Client"IP", "value": 1 }`, `{key: "Client\\"IP", value: 1}`],
    [`{ a = 'b'; c: True; 5: .5 }`, `{a: "b", c: true, 5: 0.5}`],
    [`{ "a": "b\\\n, "c": "d" }`, `{a: "b", c: "d"}`],
    [`["\\x\\u12"]`, `["xu12"]`],
    // A file without braces is parsed as if it had them.
    [`"where": { "key": "a" }`, `{where: {key: "a"}}`],
    [`where: { "key": "a" }, b: 2 }`, `{where: {key: "a"}, b: 2}`],
    [`"where"`, `"where"`],
    [`"where": { "and": [1, [2`, `{where: {and: [1, [2]]}}`],
  ])("%s", (text, tree) => checkTree(text, tree));

  test("the path to an offset, and the property with a name", () => {
    const text = `{ "a": [1, { "b": 2 }], "a": 3 }`;
    const { root } = parseJson(text);
    const way = pathAt(root, text.indexOf("2 }")).map((it) => it.kind);
    expect(way.join(" ")).toBe("object property array object property number");
    expect(pathAt(root, text.length + 1)).toEqual([]);
    expect(root?.kind === "object" && jsValue(propertyOf(root, "a")?.value)).toBe(3);
    expect(root?.kind === "object" && propertyOf(root, "c")).toBeUndefined();
  });
});

describe("any text", () => {
  const anyText = fc.oneof(jsonish, fc.string({ unit: anyCharacter, maxLength: 100 }));

  test("has a tree whose nodes are inside their parents, in order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { root, comments, errors } = parseJson(text);
        const all = { start: 0, end: text.length };
        if (root) checkNesting(root, all);
        for (const it of [...comments, ...errors, ...errors.flatMap(editsOf)]) {
          assert(contains(all, it) && it.start <= it.end);
        }
        assert(root !== undefined || errors.length > 0);
      }),
      { ...seeded, numRuns: times(63) },
    );
  });

  test("reaches a text without fixes when fix after fix is applied", () => {
    fc.assert(
      fc.property(jsonish, (start) => {
        let text = start;
        const seen = new Set<string>();
        for (;;) {
          assert(!seen.has(text), `comes back to ${JSON.stringify(text)}`);
          assert(seen.size < 500);
          seen.add(text);
          const fix = parseJson(text).errors.flatMap((it) => it.fixes)[0];
          if (!fix) break;
          text = applyEdits(text, fix.edits);
        }
      }),
      seeded,
    );
  });

  test("has no errors and the same value when it is JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.nat(8), (value, indent) => {
        const { root, errors } = parseJson(JSON.stringify(value, null, indent));
        assert.deepEqual(errors, []);
        assert.deepEqual(jsValue(root), JSON.parse(JSON.stringify(value)));
      }),
      seeded,
    );
  });

  test("has no errors when it is JSON with comments and trailing commas", () => {
    fc.assert(
      fc.property(commentedJson, (text) => {
        assert.deepEqual(parseJson(text).errors, []);
      }),
      seeded,
    );
  });

  function checkNesting(node: JsonNode, parent: { start: number; end: number }): void {
    assert(contains(parent, node) && node.start <= node.end);
    let last = node.start;
    for (const child of childrenOf(node)) {
      assert(child.start >= last);
      checkNesting(child, node);
      last = child.end;
    }
  }

  function editsOf(error: ReturnType<typeof parseJson>["errors"][number]) {
    return error.fixes.flatMap((it) => it.edits);
  }
});

describe("hostile texts are parsed completely", () => {
  const many = isLong ? 100_000 : 30_000;
  test.each([
    ["[ alone", "[".repeat(many)],
    ["{ alone", "{".repeat(many)],
    ["objects in objects", '{"a":'.repeat(many)],
    ["[ and ]", "[".repeat(many) + "]".repeat(many)],
    ["{ and }", `${'{"a":'.repeat(many)}1${"}".repeat(many)}`],
    ["[ closed by }", "[".repeat(many) + "}".repeat(many)],
    ["{[ closed by }", "{[".repeat(many) + "}".repeat(many)],
    ["[} {]", "[}{]".repeat(many)],
    ["} alone", "}".repeat(many * 10)],
    [", alone", ",".repeat(many * 10)],
    ["quotes alone", '"'.repeat(many * 10)],
    ["strings without an end", '"a\n'.repeat(many)],
    ["quotes in strings", '"a'.repeat(many)],
    ["backslashes", `"${"\\".repeat(many * 10 + 1)}`],
    ["comments", "//\n".repeat(many)],
    ["comments without an end", "/*".repeat(many)],
    ["characters that only look like blanks", "\u00a0\u2003".repeat(many)],
    ["digits", "1".repeat(many * 10)],
  ])("%s", (_, text) => {
    const { root } = parseJson(text);
    expect(root ? depthOf(root) : 0).toBeLessThanOrEqual(2 * mostLevels + 1);
  });

  test("brackets nested too deeply are reported, and the text around them is kept", () => {
    const deep = `{ "a": ${"[".repeat(mostLevels)}1${"]".repeat(mostLevels)}, "b": 2 }`;
    const { root, errors, isCut } = parseJson(deep);
    expect(isCut).toBe(true);
    expect(errors.map((it) => [it.start, it.isDepth])).toEqual([[6 + mostLevels, true]]);
    expect(errors[0]?.message).toContain(`more than ${mostLevels} levels deep`);
    expect(root?.kind === "object" && jsValue(propertyOf(root, "b")?.value)).toBe(2);
  });

  test("errors inside and after it are still found", () => {
    const [open, close] = ["[".repeat(many), "]".repeat(many)];
    const { errors } = parseJson(`{ "a": ${open}1 2, @ [] [], { "b" }${close} "c": 3 }`);
    expect(errors.map((it) => it.message)).toEqual([
      expect.stringContaining(`more than ${mostLevels} levels deep`),
      "Missing ',' before '2'.",
      "'@' is not JSON. Remove it.",
      "Missing ',' before '['.",
      "Missing value for 'b'. Add ':' and a value.",
      `Missing ',' before '"c"'.`,
    ]);
  });

  test.each(["[", '{"a":'])("a megabyte of %s is reported once", (piece) => {
    const { errors } = parseJson(piece.repeat(1_000_000 / piece.length));
    expect(errors.filter((it) => it.isDepth)).toHaveLength(1);
    expect(errors.map((it) => it.message).join()).toContain("are open). Close each");
  });

  function depthOf(node: JsonNode): number {
    return 1 + Math.max(0, ...childrenOf(node).map(depthOf));
  }
});

describe("more parts than the limit", () => {
  const said = (most: number) =>
    `File has more than ${most.toLocaleString("en-US")} values or comments; the rest is not checked. Shorten it.`;

  test.each([
    ["values", "[", "1,", "]"],
    ["values in lists", "[", "[],", "]"],
    ["properties", "{", '"":1,', "}"],
    ["comments before all", "", "//\n", "{}"],
    ["comments inside", "{", "/**/", "}"],
    ["comments after all", "{}", "//\n", ""],
    ["properties and an end that is wrong", "{", '"":1,', "]@@"],
    ["values in a file without braces", '"a": [', "1,", "]"],
  ])("of %s are not parsed, with one message", (_what, first, piece, last) => {
    // The limit itself takes a second for each.
    const most = isLong ? mostParts : 5000;
    const text = first + piece.repeat(most + 2) + last;
    const { errors, isCut } = parseJson(text, false, most);
    expect(errors.map((it) => it.message)).toEqual([said(most)]);
    expect(isCut).toBe(true);
  });

  test("of a text are not parsed by default", () => {
    const { errors, isCut } = parseJson(`[${"1,".repeat(mostParts + 2)}]`);
    expect([errors.map((it) => it.message), isCut]).toEqual([[said(mostParts)], true]);
  });

  test("exactly the limit is parsed completely", () => {
    const most = isLong ? mostParts : 5000;
    const text = `[${"1,".repeat(most)}]`;
    const { errors, isCut, root } = parseJson(text, false, most);
    expect(errors).toEqual([]);
    expect(isCut).toBe(false);
    expect(root?.kind === "array" && root.items.length).toBe(most);
  });

  test("and their size is that of the whole text", () => {
    const most = isLong ? mostParts : 5000;
    const text = `[${"1, ".repeat(most)}1, 22]`;
    expect(pushedLength(parseJson(text, false, most))).toBe(text.replaceAll(" ", "").length);
  });
});

describe("a long string", () => {
  const long = '\\u00e9\\"a\\n'.repeat(20_000);

  test("has the same meaning as a short one", () => {
    const { root, errors } = parseJson(`"${long}"`);
    expect(errors).toEqual([]);
    expect(root?.kind === "string" && root.value).toBe('é"a\n'.repeat(20_000));
  });

  test("with an error is parsed completely", () => {
    const { root, errors } = parseJson(`"${long}\\q"`);
    expect(errors).toHaveLength(1);
    expect(root?.kind === "string" && root.value.length).toBe(4 * 20_000 + 1);
  });
});

test.each([
  ['{ "a": "b": 1 }}', '{ "a": {"b": 1 }}'],
  ['[{ "a": 1 }, "a": 2 }]', '[{ "a": 1 }, {"a": 2 }]'],
  ['{ "a": { "b": 1 }, { "b": 2 }] }', '{ "a": [{ "b": 1 }, { "b": 2 }] }'],
  ['{ "a": 1, "b": "c", "d"] }', '{ "a": 1, "b": ["c", "d"] }'],
  ['{ "a": b" }', '{ "a": "b" }'],
  ['{ "a": 1 }; -- end', '{ "a": 1 }'],
])("the fix of %s repairs it", (text, after) => {
  const [problem, ...more] = parseJson(text).errors;
  expect(more).toEqual([]);
  expect(applyEdits(text, problem?.fixes[0]?.edits ?? [])).toBe(after);
});

describe("numbers of other bases", () => {
  test.each([
    ["0x1fffffffffffffff1", "36893488147419103217"],
    ["0x1F", "31"],
    ["0b101", "5"],
    ["0o17", "15"],
  ])("%s keeps its digits", (written, meant) => {
    const [problem] = parseJson(`[${written}]`).errors;
    expect(problem?.fixes[0]?.edits[0]?.newText).toBe(meant);
  });

  test("that are too long are treated as words", () => {
    const [problem] = parseJson(`[0x${"f".repeat(100)}]`).errors;
    expect(problem?.message).toContain("must be quoted");
  });
});
