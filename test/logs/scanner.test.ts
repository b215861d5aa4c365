import assert from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateTree } from "../../server/src/core/trial-tree.ts";
import { defaultContext, languageOfPath } from "../../server/src/languages.ts";
import { ObjectRow, ScannedRow } from "../../server/src/logs/rows.ts";
import { Scanner } from "../../server/src/logs/scanner.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

const fields = [
  "EdgeResponseStatus",
  "ClientRequestPath",
  "BotTags",
  "BotScore",
  "x",
  "",
  "ü",
  "CacheReserveUsed",
];

/** The result of JSON.parse: the object, or undefined. */
function parsed(line: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parseExactly(line.toString());
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Scans lines that follow each other, and compares each with JSON.parse. Returns how many were accepted. */
function compare(lines: readonly (string | Buffer)[], wanted: readonly string[] = fields): number {
  const row = new ScannedRow(new Scanner(wanted));
  const parts = lines.map((it) => Buffer.from(it as string));
  const text = Buffer.concat(parts.flatMap((it) => [it, Buffer.from("\n")]));
  let start = 0;
  let accepted = 0;
  for (const part of parts) {
    const end = row.scan(text, start);
    if (end !== -1) {
      accepted++;
      const value = parsed(part);
      assert.ok(value, `accepted: ${part}`);
      assert.equal(end, start + part.length);
      const plain = new ObjectRow(value);
      for (const it of wanted) {
        assert.deepStrictEqual(row.get(it), plain.get(it), `${it} of ${part}`);
        const raw = row.raw(it);
        assert.deepStrictEqual(
          raw === undefined ? undefined : (parseExactly(raw) ?? undefined),
          plain.get(it),
        );
      }
    }
    start += part.length + 1;
  }
  return accepted;
}

test.each([
  '{"EdgeResponseStatus":200,"ClientRequestPath":"/"}',
  ' \t{ "EdgeResponseStatus" : 5e2 , "BotTags" : [ "a" , { "b" : [ ] } ] }\r',
  "{}",
  '{"x":-0}',
  '{"x":-0.5e-3,"y":0,"z":10.25E+2}',
  '{"x":1,"x":2}',
  '{"x":1,"x":null}',
  '{"a":{"x":1},"x":2}',
  '{"ClientRequestPath":"a\\u00e4\\"\\\\\\/\\b\\f\\n\\r\\t"}',
  '{"ClientRequestPath":"raw \u2028 ü 😀"}',
  '{"":1,"ü":2}',
  '{"x":12345678901234567890}',
  '{"x":true,"y":false,"z":null}',
  `{"${"k".repeat(200)}":1,"x":2}`,
  `{"x":${"[".repeat(60)}${"]".repeat(60)}}`,
  '{"ClientRequestPath":"\ud800"}',
])("%s is accepted, with the values of JSON.parse", (line) => {
  expect(compare([line])).toBe(1);
});

test.each([
  "",
  " ",
  "[]",
  "1",
  "{",
  "{}}",
  "{} {}",
  '{"x"}',
  '{"x":}',
  '{"x":1,}',
  '{,"x":1}',
  '{"x":01}',
  '{"x":-}',
  '{"x":.5}',
  '{"x":1.}',
  '{"x":1e}',
  '{"x":+1}',
  '{"x":tru}',
  '{"x":nulll}',
  '{"x":falsee}',
  '{"x":NaN}',
  "{'x':1}",
  "{x:1}",
  '{"x":"a\tb"}',
  '{"x":"\\x"}',
  '{"x":"\\u12g4"}',
  '{"x":"a',
  '{"x":[1,]}',
  '{"x":[1 2]}',
  '{"x":{"a":1,}}',
  '{"x":[}',
  '{"x":{]}',
  '{"x":1 "y":2}',
  '{"x":"a""b"}',
  '{"x":1}\u00a0',
])("%s is not accepted", (line) => {
  expect(parsed(Buffer.from(line))).toBeUndefined();
  expect(compare([line])).toBe(0);
});

test("an escaped key and deep nesting are left to JSON.parse", () => {
  expect(compare(['{"\\u0078":1}', `{"a":${"[".repeat(70)}${"]".repeat(70)}}`])).toBe(0);
});

test("a line is scanned correctly after one with other values, or a truncated one", () => {
  const lines = ['{"x":null,"y":1}', '{"x":"a","y":[]}', '{"x":1,"y":"b"}', '{"x":"a\\n","y":2.5}'];
  expect(compare([...lines, ...lines, ...lines])).toBe(12);
  const whole = '{"x":"a","y":"b","BotScore":7}';
  const cut = Array.from(whole, (_, length) => whole.slice(0, length));
  expect(compare(cut.flatMap((it) => [it, whole, whole]))).toBe(2 * whole.length);
});

test("text between values is only skipped after a value of the same kind", () => {
  expect(compare(['{"x":"a","y":2}', '{"x":1","y":2}'])).toBe(1);
  expect(compare(['{"x":1\t,"y":2}', '{"x":"a\t,"y":2}'])).toBe(1);
  expect(compare(['{"x":"a","y":2}', '{"x":true","y":2}', '{"x":[]","y":2}'])).toBe(1);
});

test("more members than are remembered, and keys of any length", () => {
  const members = Array.from({ length: 300 }, (_, n) => `"${"k".repeat(n)}":${n % 3 ? n : '"v"'}`);
  const line = `{${members.join(",")},"x":5}`;
  expect(compare([line, line, line.replace('"v"', "[1]")])).toBe(3);
});

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...fields) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "EdgeResponseStatuz",
      "EdgeResponseStat",
      "BotScorf",
      "ClientIP",
      "y",
      "RayID",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
);
const scalar = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    "0",
    "-0",
    "5e2",
    "1E+2",
    "true",
    "false",
    "null",
    "18446744073709551615",
    '""',
    '"/a"',
    '"a\\u2028"',
  ),
  fc.string({ unit: anyCharacter, maxLength: 60 }).map((it) => JSON.stringify(it)),
  fc.string({ unit: "grapheme-ascii", maxLength: 40 }).map((it) => JSON.stringify(it)),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }).map((it) => `[${it.join(", ")}]`) },
);
const blank = fc.constantFrom("", "", "", "", " ", "\t ", "\r");
const member = fc
  .tuple(blank, key, blank, blank, value, blank)
  .map(([a, name, b, c, it, d]) => `${a}${JSON.stringify(name)}${b}:${c}${it}${d}`);
const line = fc.array(member, { maxLength: 12 }).map((it) => `{${it.join(",")}}`);

/** A line with some bytes removed, doubled or replaced. */
const damaged = fc
  .tuple(
    line,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom("", '"', "\\", ",", ":", "{", "}", "[", "]", "0", "e", " ", "\x00", "\x1f"),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((it, [at, by]) => {
      const place = it.length === 0 ? 0 : at % it.length;
      return it.slice(0, place) + by + it.slice(place + (at % 2));
    }, text),
  );

/** Lines with the same fields and different values, as in logs, with odd ones in between. */
const logs = fc
  .tuple(
    fc.array(key, { maxLength: 10 }),
    fc.array(fc.array(value, { minLength: 10, maxLength: 10 }), { maxLength: 6 }),
    fc.array(damaged, { maxLength: 4 }),
  )
  .map(([keys, rows, odd]) => [
    ...rows.map(
      (row) => `{${keys.map((it, index) => `${JSON.stringify(it)}:${row[index]}`).join(",")}}`,
    ),
    ...odd,
    ...rows.map(
      (row) => `{${keys.map((it, index) => `${JSON.stringify(it)}:${row[index]}`).join(",")}}`,
    ),
  ]);

test("any lines: if the scanner accepts one, JSON.parse does with the same values", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(line, damaged), { maxLength: 5 }), (lines) => {
      accepted += compare(lines.filter((it) => !it.includes("\n")));
    }),
    { numRuns: times(25), seed: 11 },
  );
  expect(accepted).toBeGreaterThan(times(25));
});

test("any logs: guesses from the previous line never change a value", () => {
  let accepted = 0;
  fc.assert(
    fc.property(logs, (lines) => {
      accepted += compare(lines.filter((it) => !it.includes("\n")));
    }),
    { numRuns: times(13, 1500), seed: 12 },
  );
  expect(accepted).toBeGreaterThan(times(25));
});

test("any bytes, also those that are not UTF-8", () => {
  const bytes = fc
    .tuple(line, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
    .map(([text, changes]) => {
      const buffer = Buffer.from(text);
      for (const [at, byte] of changes) if (byte !== 10) buffer[at % buffer.length] = byte;
      return buffer;
    });
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 3 }), (lines) => void compare(lines)),
    { numRuns: times(13, 1500), seed: 13 },
  );
});

/** One condition for each operator and type, and hostile values. */
const conditions: readonly (readonly [string, string, unknown])[] = [
  ...["eq", "!eq", "lt", "leq", "gt", "geq"].flatMap((operator): [string, string, unknown][] => [
    ["EdgeResponseStatus", operator, 500],
    ["EdgeResponseStatus", operator, "0"],
    ["EdgeStartTimestamp", operator, 5],
  ]),
  ...[
    "eq",
    "!eq",
    "startsWith",
    "!startsWith",
    "endsWith",
    "!endsWith",
    "contains",
    "!contains",
  ].flatMap((operator): [string, string, unknown][] => [
    ["ClientRequestPath", operator, "/a"],
    ["ClientRequestPath", operator, "ü\u2028"],
  ]),
  ...["in", "!in"].flatMap((operator): [string, string, unknown][] => [
    ["EdgeResponseStatus", operator, [0, 500]],
    ["ClientRequestPath", operator, ["", "/a"]],
  ]),
  ...["contains", "!contains"].flatMap((operator): [string, string, unknown][] => [
    ["BotTags", operator, "a"],
    ["BotDetectionIDs", operator, 5],
  ]),
  ...["eq", "!eq"].flatMap((operator): [string, string, unknown][] => [
    ["CacheReserveUsed", operator, true],
    ["NoSuchField", operator, "5"],
    ["EdgeResponseCompressionRatio", operator, 0.5],
  ]),
];

test("the fast and the plain path agree, for every operator and type", () => {
  const trials = conditions.map(([name, operator, operand]) => {
    const text = JSON.stringify({ where: { key: name, operator, value: operand } });
    const trial = languageOfPath("a.lpfilter")?.analyze(text, defaultContext).trials?.()[0]?.trial;
    assert.ok(trial, text);
    return { text, trial };
  });
  const names = [...new Set(conditions.map(([name]) => name))];
  const odd = fc.oneof(
    value,
    fc.constantFrom(
      '"500"',
      "5e2",
      "500.0",
      '["a"]',
      "[5,null]",
      '"true"',
      "1",
      '"\\u002fa"',
      '"\\u00fc\u2028"',
      "5",
      "0.5",
    ),
  );
  const lines = fc
    .dictionary(fc.constantFrom(...names), odd, { noNullPrototype: true, maxKeys: 8 })
    .map(
      (it) =>
        `{${Object.entries(it)
          .map(([name, text]) => `"${name}":${text}`)
          .join(",")}}`,
    );
  const row = new ScannedRow(new Scanner(names));
  let compared = 0;
  fc.assert(
    fc.property(lines, (text) => {
      const object = parsed(Buffer.from(text));
      if (!object || text.includes("\n") || row.scan(Buffer.from(`${text}\n`), 0) === -1) return;
      const plain = new ObjectRow(object);
      for (const it of trials) {
        assert.equal(it.trial.outcome(row), it.trial.outcome(plain), `${it.text} on ${text}`);
        const { outcome } = evaluateTree(it.trial.tree, it.trial.answers(row));
        assert.equal(outcome, it.trial.outcome(plain));
        compared++;
      }
    }),
    { numRuns: times(13, 1500), seed: 14 },
  );
  expect(compared).toBeGreaterThan(times(250));
});
