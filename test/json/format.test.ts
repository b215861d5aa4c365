import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson, formatJsonRange } from "../../server/src/json/format/format.ts";
import { formatJsonTyped } from "../../server/src/json/format/format-typed.ts";
import { minify } from "../../server/src/json/format/minify.ts";
import { type Json, parseJson } from "../../server/src/json/syntax/parse.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { holeCharacter } from "../../server/src/text/hole.ts";
import {
  checkFormat,
  checkFormatRange,
  checkFormatTyped,
  commentedJson,
  format,
  jsonish,
  seeded,
  twoSpaces,
} from "../support/json.ts";
import { isLong, times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

describe("layout", () => {
  test("conditions have a line each, and groups are opened", () => {
    checkFormat(
      `
{"where":{"and":[{"key":"a","operator":"eq","value":"b"},{"or":[{"key":"c",
"operator":"in","value":[1,2]}]}]}}`,
      `
{
  "where": {
    "and": [
      { "key": "a", "operator": "eq", "value": "b" },
      {
        "or": [
          { "key": "c", "operator": "in", "value": [1, 2] }
        ]
      }
    ]
  }
}
`,
    );
  });

  test("a job, with lines that are too long broken up", () => {
    checkFormat(
      `{"name":"shop","output_options":{"field_names":["RayID","ClientIP"],"sample_rate":1},
"long_options": { "field_names": ["RayID", "ClientIP", "EdgeResponseStatus"], "sample_rate": 1, "timestamp_format": "rfc3339" } }`,
      `
{
  "name": "shop",
  "output_options": { "field_names": ["RayID", "ClientIP"], "sample_rate": 1 },
  "long_options": {
    "field_names": ["RayID", "ClientIP", "EdgeResponseStatus"],
    "sample_rate": 1,
    "timestamp_format": "rfc3339"
  }
}
`,
    );
  });

  test("a long list of scalars is filled, and keeps its blank lines", () => {
    const hosts = (from: number, to: number, gap: string): string =>
      Array.from({ length: to - from }, (_, i) => `"${from + i}.example.com"`).join(gap);
    checkFormat(
      `{"a":[${hosts(10, 14, ",")},

${hosts(14, 22, ",\n")}]}`,
      `
{
  "a": [
    ${hosts(10, 14, ", ")},

    ${hosts(14, 19, ", ")},
    ${hosts(19, 22, ", ")}
  ]
}
`,
    );
  });

  test.each([
    // One column more or less.
    [93, "line"],
    [94, "broken"],
  ])("a list of %i columns behind its name is %s", (width, layout) => {
    const text = `{"a":["${"x".repeat(width - 4)}"]}`;
    expect(format(text).split("\n")[1]?.endsWith("]") ? "line" : "broken").toBe(layout);
  });

  test.each([
    [`{}`, `{}\n`],
    [`[ ]`, `[]\n`],
    [`"a"`, `"a"\n`],
    [`[1,[2,3],{"a":[]}]`, `[\n  1,\n  [2, 3],\n  { "a": [] }\n]\n`],
    [`[1,2]`, `[\n  1, 2\n]\n`],
    [`{"a":{}}`, `{\n  "a": {}\n}\n`],
    [`{"a":{"b":{}}}`, `{\n  "a": {\n    "b": {}\n  }\n}\n`],
    // Strings and numbers are kept as written.
    [`["\\u0041\\/",1.50,1E3]`, `[\n  "\\u0041\\/", 1.50, 1E3\n]\n`],
    // Trailing commas are removed; only blank lines between children are kept.
    [`\n\n{\n\n"a":1,\n\n\n\n"b":2\n,\n\n}\n\n\n`, `{\n  "a": 1,\n\n  "b": 2\n}\n`],
    [`{"a":1\n,"b":2\n,\n"c":3}`, `{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n`],
    [`\ufeff{ }  `, `\ufeff{}\n`],
  ])("%j", (before, after) => checkFormat(before, after));

  test("uses the indentation of the editor", () => {
    checkFormat(`{"a":{"b":{}}}`, `{\n\t"a": {\n\t\t"b": {}\n\t}\n}\n`, {
      tabSize: 8,
      insertSpaces: false,
    });
    checkFormat(`{"a":{}}`, `{\n    "a": {}\n}\n`, { tabSize: 4, insertSpaces: true });
  });

  test("uses the tab width of the editor", () => {
    const text = `{"a":["${"x".repeat(80)}"]}`;
    const lines = (tabSize: number): number =>
      format(text, { tabSize, insertSpaces: false }).split("\n").length;
    expect([lines(2), lines(16)]).toEqual([4, 6]);
  });

  test("uses the first line break of the file", () => {
    checkFormat(`{\r\n"a":1,\n"b":2}`, `{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n`);
    checkFormat(`\r\n/* a\n */{}`, `/* a\n */ {}\r\n`);
    checkFormat(`{"a":1,\n"b":2}\r\n`, `{\n  "a": 1,\n  "b": 2\n}\n`);
  });

  test("leaves a text with syntax errors unchanged", () => {
    for (const text of [`{"a":1`, `{"a":1 "b":2}`, `{a:1}`, ``, `// a`]) {
      expect(formatJson(parseJson(text), twoSpaces)).toEqual([]);
    }
  });
});

describe("comments", () => {
  test("stay where their author put them", () => {
    checkFormat(
      `
// @dataset http_requests
   // second line


/* third */
{ // behind the opener
"where": {"and": [ // behind the list

// above the first

{"key":"a","operator":"eq","value":1}, // behind the first
// above the second
/* right before */ {"key":"b","operator":"eq","value":2} // behind the second
// below the second
], /* behind the list */
}}  // behind the root

// at the end   `,
      `
// @dataset http_requests
// second line

/* third */
{ // behind the opener
  "where": {
    "and": [ // behind the list

      // above the first

      { "key": "a", "operator": "eq", "value": 1 }, // behind the first
      // above the second
      /* right before */ { "key": "b", "operator": "eq", "value": 2 } // behind the second
      // below the second
    ] /* behind the list */
  }
} // behind the root

// at the end
`,
    );
  });

  test("in brackets prevent formatting on one line", () => {
    checkFormat(
      `{"a":{"key":1,/* about b */"b":2},"c":[1/* one */,2/* two */,3 // three
,4]}`,
      `
{
  "a": {
    "key": 1,
    /* about b */ "b": 2
  },
  "c": [
    1 /* one */,
    2 /* two */,
    3, // three
    4
  ]
}
`,
    );
  });

  test("between a name and its value", () => {
    checkFormat(
      `{"a"/* one */:1,"b": // two
{"c":1}, "d" // three
: // four
[1], "e":
/* five */ 5}`,
      `
{
  "a": /* one */ 1,
  "b": // two
    { "c": 1 },
  "d": // three
    // four
    [1],
  "e":
    /* five */ 5
}
`,
    );
  });

  test.each([
    [`{/* a */}`, `{ /* a */ }\n`],
    [`[ // a\n]`, `[ // a\n]\n`],
    [`{\n// a\n\n// b\n}`, `{\n  // a\n\n  // b\n}\n`],
    [`/* a */ /* b */ {}/* c */ /* d */`, `/* a */ /* b */ {} /* c */ /* d */\n`],
    [`/* a\n   b */\n{}`, `/* a\n   b */\n{}\n`],
    [`[{}, /* a */ /* b */ {}]`, `[\n  {},\n  /* a */ /* b */ {}\n]\n`],
    [`{"a":1\n// b\n,\n// c\n"d":2}`, `{\n  "a": 1,\n  // b\n  // c\n  "d": 2\n}\n`],
  ])("%j", (before, after) => checkFormat(before, after));
});

describe("any text without errors", () => {
  const texts = fc.oneof(
    commentedJson,
    fc.jsonValue({ stringUnit: anyCharacter }).map((it) => JSON.stringify(it)),
  );
  const options = fc.record({ tabSize: fc.nat(8), insertSpaces: fc.boolean() });

  test("is pushed as before, keeps its comments, and is stable", () => {
    fc.assert(
      fc.property(texts, options, (text, chosen) => {
        const once = format(text, chosen);
        assert.equal(pushed(once), pushed(text));
        assert.deepEqual(commentsOf(once), commentsOf(text));
        assert.equal(format(once, chosen), once);
      }),
      { ...seeded, numRuns: times(38) },
    );
  });

  test("is pushed as before when only some of its lines are formatted", () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, a, b) => {
        const [start, end] = [a, b].map((it) => it % (text.length + 1)).sort((x, y) => x - y);
        const span = { start: start ?? 0, end: end ?? 0 };
        const changed = applyEdits(text, formatJsonRange(parseJson(text), span, twoSpaces));
        assert.equal(pushed(changed), pushed(text));
        assert.deepEqual(commentsOf(changed), commentsOf(text));
      }),
      { ...seeded, numRuns: times(38) },
    );
  });

  test("keeps its meaning after typing, valid or broken", () => {
    fc.assert(
      fc.property(fc.oneof(texts, jsonish), fc.nat(), options, (text, at, chosen) => {
        const json = parseJson(text);
        const closers = [...text.matchAll(/[}\]\n]/g)].map((it) => it.index + 1);
        const offset = closers[at % Math.max(1, closers.length)] ?? at % (text.length + 1);
        const changed = applyEdits(text, formatJsonTyped(json, offset, chosen));
        const after = parseJson(changed);
        assert.equal(
          after.root && minify(after.root, changed),
          json.root && minify(json.root, text),
        );
        assert.deepEqual(messagesOf(after), messagesOf(json));
        assert.deepEqual(commentsOf(changed), commentsOf(text));
      }),
      { ...seeded, numRuns: times(63) },
    );
  });

  function pushed(text: string): string | undefined {
    const { root, errors } = parseJson(text);
    assert.deepEqual(errors, []);
    return root && minify(root, text);
  }

  /** Messages without whitespace, because they quote the text. */
  function messagesOf({ errors }: Json): string[] {
    return errors.map((it) => it.message.replace(/\s/g, ""));
  }

  function commentsOf(text: string): string[] {
    return parseJson(text).comments.map((it) => text.slice(it.start, it.end).trimEnd());
  }
});

describe("edits", () => {
  test("change only whitespace, and no more than necessary", () => {
    const text = `{\n  "a": 1,\n   "b": [1,2],\n  "c": 3\n}\n`;
    expect(formatJson(parseJson(text), twoSpaces)).toEqual([
      { start: text.indexOf(' "b"'), end: text.indexOf('"b"'), newText: "" },
      { start: text.indexOf("2]"), end: text.indexOf("2]"), newText: " " },
    ]);
  });

  test("are empty for a formatted text", () => {
    expect(formatJson(parseJson(`{\n  "a": 1\n}\n`), twoSpaces)).toEqual([]);
  });

  test("in a range stay within its lines", () => {
    checkFormatRange(
      `
{
"a":1,
 <|>"b":[1,2],
<|>"c":3
}`,
      `
{
"a":1,
  "b": [1, 2],
"c":3
}`,
    );
  });

  test("in a range never move a comma partly", () => {
    checkFormatRange(`[1 // one\n<|>,2<|>]`, `[1 // one\n,2\n]\n`);
    checkFormatRange(`<|>[1 // one\n,2]<|>`, `[\n  1, // one\n  2\n]\n`);
  });

  test.each([
    // A closing bracket only formats its own contents.
    [`{"a":[{"key":1,\n"value":2}<|>]}`, `{"a":[{ "key": 1, "value": 2 }]}`],
    [`{"a":[1,2]<|>,"b":2}`, `{"a":[1, 2],"b":2}`],
    [`{"a":"b}<|>c"}`, `{"a":"b}c"}`],
    // A line break only formats the new line.
    [`{\n  "a": 1,\n<|>"b": 2\n}\n`, `{\n  "a": 1,\n  "b": 2\n}\n`],
    // Lines are indented relative to the line of their bracket, however that is formatted.
    [`{ "a": { "key": 1,\n<|>"value": 2 } }`, `{ "a": { "key": 1,\n  "value": 2 } }`],
    [`  { "a": [\n<|>1\n] }`, `  { "a": [\n    1\n] }`],
    [`{\n\t"a": [\n<|>]\n}`, `{\n\t"a": [\n\t]\n}`],
    [`{\n      <|>}`, `{\n}`],
    [`{\n  "a":\n<|>1\n}`, `{\n  "a":\n    1\n}`],
    [`{\n  "a":\n<|>[1]\n}`, `{\n  "a":\n  [1]\n}`],
    [`{}\n   <|>`, `{}\n`],
    // A blank line is indented for what will be typed there.
    [`{\n  "a": 1,\n<|>\n  "b": 2\n}\n`, `{\n  "a": 1,\n  \n  "b": 2\n}\n`],
    [`{\n  "a": [\n    <|>\n  ]\n}\n`, `{\n  "a": [\n    \n  ]\n}\n`],
    // Errors elsewhere do not matter.
    [`{ "a": [\n<|>{ "key" }\n`, `{ "a": [\n  { "key" }\n`],
    [`[{"a":1}\n{"b":2,\n"c":[3]}<|>\n`, `[{"a":1}\n{ "b": 2, "c": [3] }\n`],
    [
      `[\n  {"a":1}\n  {"b":[{"c":1},{}]}<|> @`,
      `[\n  {"a":1}\n  {\n    "b": [\n      { "c": 1 },\n      {}\n    ]\n  } @`,
    ],
    [`{ "a": [\n  1 2\n    ]<|>`, `{ "a": [\n  1 2\n]`],
    [`[1, @]<|>`, `[1, @]`],
    // Comments are kept as written.
    [`{ /* a\n    <|>b */ }`, `{ /* a\n    b */ }`],
    [`{\n  // a\n<|>"b": 1 }`, `{\n  // a\n  "b": 1 }`],
    [`"where": {"key":1}}<|>`, `"where": {"key":1}}`],
  ])("while typing: %j", (before, after) => checkFormatTyped(before, after));

  test("are computed for large texts, however deep", () => {
    const conditions = Array.from({ length: 10_000 }, (_, i) => `{"key":"a","value":${i}}`);
    expect(format(`{"and":[${conditions.join()}]}`).split("\n")).toHaveLength(10_005);
    const many = isLong ? 100_000 : 10_000;
    const deep = `${"[".repeat(400)}${"{},".repeat(many)}1${"]".repeat(400)}`;
    expect(format(deep).split("\n")).toHaveLength(many + 802);
  });
});

test.each([`{"a":${holeCharacter(0)} "b","c":1}`, `{"a":[1,${holeCharacter(0)}\n{"b":2},3]}`])(
  "a text whose hole may contain more than a value is not formatted: %s",
  (text) => {
    expect(formatJson(parseJson(text, true), { tabSize: 2, insertSpaces: true })).toEqual([]);
  },
);
