import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, difference, insert, remove, replace } from "../server/src/text/edit.ts";
import { encodePath } from "../server/src/text/encode-path.ts";
import { Lines, utf8Length } from "../server/src/text/lines.ts";
import { editDistance, nearest } from "../server/src/text/nearest.ts";
import { cut, cutAfter, shorten } from "../server/src/text/shorten.ts";
import { contains, cover, overlaps, touches } from "../server/src/text/span.ts";
import {
  columnsOf,
  countCodePoints,
  unitsWithin,
  unitsWithinFromEnd,
} from "../server/src/text/width.ts";
import { alternatives, plural, quotedList } from "../server/src/text/wording.ts";
import { times } from "./support/long.ts";
import { anyCharacter } from "./support/random/any-character.ts";

const seeded = { seed: 20261115, numRuns: times(32) } as const;

/** Texts with every kind of line break, and with characters of one, two, three and four bytes. */
const texts = fc
  .array(fc.constantFrom("\n", "\r", "\r\n", "a", "é", "€", "😀", "\ud800", "\udc00", " "))
  .map((parts) => parts.join(""));

describe("code points", () => {
  test.each([
    ["", 0],
    ["a😀é", 3],
    ["\ud83d", 1],
    ["\ud83d\ud83d\ude00\ude00", 3],
  ])("in %j", (text, count) => {
    expect(countCodePoints(text)).toBe(count);
  });

  test("agree with JavaScript's iteration in any part of a text", () => {
    fc.assert(
      fc.property(texts, fc.nat(20), fc.nat(20), (text, first, length) => {
        const start = Math.min(first, text.length);
        const end = Math.min(start + length, text.length);
        assert.equal(countCodePoints(text, start, end), [...text.slice(start, end)].length);
      }),
      seeded,
    );
  });
});

describe("lines", () => {
  test.each([
    ["", [""]],
    ["a", ["a"]],
    ["a\n", ["a", ""]],
    ["a\r\nb", ["a", "b"]],
    ["a\rb\n\rc", ["a", "b", "", "c"]],
    ["\r\r\n\n", ["", "", "", ""]],
    ["😀\nb\u2028c", ["😀", "b\u2028c"]],
  ])("%j", (text, expected) => {
    const lines = new Lines(text);
    expect(Array.from({ length: lines.count }, (_, line) => lines.textOf(line))).toEqual(expected);
  });

  test("an offset maps to a line and character and back", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = new Lines(text);
        for (let offset = 0; offset <= text.length; offset++) {
          const { line, character } = lines.positionAt(offset);
          assert.equal(lines.startOf(line) + character, offset);
          // The offset between CR and LF is the end of the line.
          const inBreak = text.slice(offset - 1, offset + 1) === "\r\n";
          assert.equal(lines.offsetAt({ line, character }), inBreak ? offset - 1 : offset);
        }
      }),
      seeded,
    );
  });

  test("lines and line breaks make up the whole text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = new Lines(text);
        const parts = Array.from({ length: lines.count }, (_, line) =>
          text.slice(lines.startOf(line), lines.startOf(line + 1)),
        );
        assert.equal(parts.join(""), text);
        assert.deepEqual(
          text.split(/\r\n|\r|\n/),
          parts.map((_, line) => lines.textOf(line)),
        );
      }),
      seeded,
    );
  });

  test("offsets outside the text are clamped", () => {
    const lines = new Lines("ab\ncd");
    expect(lines.positionAt(-1)).toEqual({ line: 0, character: 0 });
    expect(lines.positionAt(99)).toEqual({ line: 1, character: 2 });
    expect(lines.offsetAt({ line: -1, character: 5 })).toBe(0);
    expect(lines.offsetAt({ line: 0, character: 99 })).toBe(2);
    expect(lines.offsetAt({ line: 1, character: -1 })).toBe(3);
    expect(lines.offsetAt({ line: 9, character: 0 })).toBe(5);
  });
});

test("UTF-8 bytes are counted like Node, including lone surrogates", () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: anyCharacter })), (text) => {
      assert.equal(utf8Length(text), Buffer.byteLength(text));
    }),
    seeded,
  );
});

describe("edits", () => {
  test("are applied in the order of the text, in whatever order they are given", () => {
    const edits = [
      insert(6, "!"),
      replace({ start: 0, end: 1 }, "J"),
      remove({ start: 4, end: 5 }),
    ];
    expect(applyEdits("hello ", edits)).toBe("Jell !");
    expect(applyEdits("ab", [])).toBe("ab");
  });

  test("that insert at one offset keep their order, and come before a replacement there", () => {
    const edits = [replace({ start: 1, end: 2 }, "x"), insert(1, "1"), insert(1, "2")];
    expect(applyEdits("abc", edits)).toBe("a12xc");
  });

  test.each([
    ["abc", "abc", []],
    ["abc", "abxc", [insert(2, "x")]],
    ["abxc", "abc", [remove({ start: 2, end: 3 })]],
    ["aa", "aaa", [insert(2, "a")]],
    // Never inside a line break or a character.
    ["a\r\nb", "a\nb", [replace({ start: 1, end: 3 }, "\n")]],
    ["a\nb", "a\r\nb", [replace({ start: 1, end: 2 }, "\r\n")]],
    ["😀", "😁", [replace({ start: 0, end: 2 }, "😁")]],
  ])("from %j to %j", (before, after, edits) => {
    expect(difference(before, after)).toEqual(edits);
  });

  test("of a difference turn one text into the other", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const edits = difference(before, after);
        assert.equal(applyEdits(before, edits), after);
        for (const { start, end } of edits) {
          for (const at of [start, end]) {
            assert.doesNotMatch(
              before.slice(Math.max(0, at - 1), at + 1),
              /^(?:\r\n|[\u{10000}-\u{10ffff}])$/u,
            );
          }
        }
      }),
      seeded,
    );
  });
});

describe("the nearest spelling", () => {
  const fields = ["ClientIP", "ClientASN", "ClientCountry", "EdgeResponseStatus", "RayID"];
  test.each([
    ["clientip", "ClientIP"],
    ["ClientPI", "ClientIP"],
    ["ClientContry", "ClientCountry"],
    ["EdgeResponseStatsu", "EdgeResponseStatus"],
    ["Ray", undefined],
    ["RayId", "RayID"],
    ["ClientAsn", "ClientASN"],
    ["Method", undefined],
    ["", undefined],
    ["x".repeat(100), undefined],
  ])("of '%s' is %s", (word, expected) => expect(nearest(word, fields)).toBe(expected));

  test.each([
    ["", "", 0],
    ["abc", "", 3],
    ["abc", "abd", 1],
    ["abc", "acb", 1],
    ["abcd", "badc", 2],
    ["kitten", "sitting", 3],
  ])("'%s' and '%s' are %i apart", (a, b, distance) => {
    expect(editDistance(a, b, 99)).toBe(distance);
    expect(editDistance(b, a, 99)).toBe(distance);
  });

  test("a limit ends the search without changing smaller distances", () => {
    const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(words, words, fc.integer({ min: 1, max: 6 }), (a, b, limit) => {
        const whole = editDistance(a, b, 99);
        const limited = editDistance(a, b, limit);
        if (whole < limit) assert.equal(limited, whole);
        else assert.ok(limited >= limit);
      }),
      seeded,
    );
  });
});

test("text of the user is truncated after forty characters", () => {
  expect(shorten("a".repeat(40))).toBe(`'${"a".repeat(40)}'`);
  expect(shorten("a".repeat(41))).toBe(`'${"a".repeat(37)}…'`);
  expect(cut(`${"a".repeat(36)}😀${"b".repeat(10)}`)).toBe(`${"a".repeat(36)}…`);
  expect(cut(`${"a".repeat(35)}😀${"b".repeat(10)}`)).toBe(`${"a".repeat(35)}😀…`);
  expect([1, 2, 3, 4].map((it) => cutAfter("a😀b", it))).toEqual(["a…", "a…", "a😀…", "a😀b"]);
});

test("spans", () => {
  const span = { start: 2, end: 4 };
  expect([1, 2, 4, 5].map((it) => touches(span, it))).toEqual([false, true, true, false]);
  expect(contains(span, { start: 3, end: 4 })).toBe(true);
  expect(contains(span, { start: 3, end: 5 })).toBe(false);
  expect(overlaps(span, { start: 4, end: 9 })).toBe(true);
  expect(overlaps(span, { start: 5, end: 9 })).toBe(false);
  expect(cover(span, { start: 7, end: 8 })).toEqual({ start: 2, end: 8 });
});

describe("columns", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["日本語", 6],
    ["한국", 4],
    ["ｆｕｌｌ", 8],
    ["ﾊﾝ", 2],
    ["。", 2],
    ["😀", 2],
    ["👩‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["❤\ufe0f", 2],
    ["❤", 1],
    ["\u200b", 0],
    ["→ “a” …", 7],
  ])("%j", (text, columns) => expect(columnsOf(text)).toBe(columns));

  test("the start and end that fit", () => {
    expect(unitsWithin("a😀日b", 4)).toBe(3);
    expect(unitsWithin("a😀日b", 5)).toBe(4);
    expect(unitsWithinFromEnd("a😀日b", 4)).toBe(2);
    expect(unitsWithinFromEnd("a😀日b", 5)).toBe(4);
  });
});

test("a path in a URL keeps its slashes, and a lone surrogate is handled", () => {
  expect(encodePath("a b/é/\ud800#")).toBe("a%20b/%C3%A9/%EF%BF%BD%23");
});

test("counts and lists in messages", () => {
  expect([0, 1, 1204].map((it) => plural(it, "field"))).toEqual([
    "0 fields",
    "1 field",
    "1,204 fields",
  ]);
  expect([[], ["a"], ["a", "b"]].map(quotedList)).toEqual(["", "'a'", "'a', 'b'"]);
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(alternatives)).toEqual([
    "",
    "'a'",
    "'a' or 'b'",
    "'a', 'b' or 'c'",
  ]);
});
