import assert from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { rowIn } from "../../server/src/logs/rows.ts";
import { noLines, SharedTrials } from "../../server/src/try/shared/shared-trials.ts";
import { type TriedText, textsIn, withUnknown } from "../../server/src/try/subject.ts";
import { times } from "../support/long.ts";

/** Texts that are evaluated together have the outcomes that each has alone. */

const numbers = [0, 1, 2.5, 99, 400, 500, -7, 2 ** 53 - 1];
const texts = ["", "a", "ab", "ba", "aba", "b", "/a/b", "ü\u2028", "\uffff", "a\uffff", "de", "7"];
const stamps = ["2026-01-01T00:00:00Z", "2026-01-01T10:00:00Z", 1767225600, "1767225600"];
const lists = [["a", "b"], [], ["b"]];
const values = [...numbers, ...texts, ...stamps, ...lists, true, false, null, "true", { a: "b" }];

const fields = {
  ClientRequestHost: texts,
  ClientRequestPath: texts,
  RayID: texts,
  EdgeResponseStatus: numbers.filter(Number.isInteger),
  BotScore: [30, ...numbers.filter(Number.isInteger)],
  EdgeResponseCompressionRatio: numbers,
  EdgeStartTimestamp: stamps,
  CacheTieredFill: [true, false],
  BotTags: texts,
  Unknown: texts,
};
const operators = [
  ...["eq", "!eq", "lt", "leq", "gt", "geq", "startsWith", "!startsWith"],
  ...["endsWith", "!endsWith", "contains", "!contains", "in", "!in"],
];

const filter = fc
  .tuple(fc.constantFrom(...Object.keys(fields)), fc.constantFrom(...operators))
  .chain(([key, operator]) => {
    const one = fc.constantFrom<unknown>(...fields[key as keyof typeof fields]);
    const value = /in$/.test(operator) ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
    return value.map((it) => ({ key, operator, value: it }));
  });
const { where } = fc.letrec<{ where: unknown }>((tie) => {
  const group = fc.array(tie("where"), { minLength: 1, maxLength: 4 });
  return {
    where: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      filter,
      fc.record({ and: group }),
      fc.record({ or: group }),
    ),
  };
});

const comparison = fc.constantFrom(
  'http.host eq "a"',
  'http.host in {"a" "b"}',
  'starts_with(http.request.uri.path, "/a")',
  'lower(http.host) contains "b"',
  'http.host matches "^a.?$"',
  "http.response.code ge 400",
  "http.response.code in {0 500}",
  "cf.bot_management.score lt 30",
  "ip.src in {192.0.2.0/24}",
  "ip.src in $office",
  'len(http.request.headers["x-a"]) gt 0',
  "http.request.uri.path eq http.host",
  'any(http.request.headers["accept"][*] eq "a")',
  "ssl",
);
const { rule } = fc.letrec<{ rule: string }>((tie) => {
  const joined = (name: string) =>
    fc.array(tie("rule"), { minLength: 2, maxLength: 3 }).map((it) => `(${it.join(` ${name} `)})`);
  return {
    rule: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      comparison,
      tie("rule").map((it) => `not (${it})`),
      joined("and"),
      joined("or"),
      joined("xor"),
    ),
  };
});

function tried(path: string, text: string): readonly TriedText[] {
  return textsIn({ path, file: `/${path}`, text, context: defaultContext }).filter(
    (it) => it.trial,
  );
}

type Named = readonly [name: string, text: string];
const text: fc.Arbitrary<Named> = fc.oneof(
  where.map((it): Named => ["a.lpfilter", JSON.stringify({ where: it })]),
  rule.map((it): Named => ["a.cfrule", it]),
);

const lineFields = [...Object.keys(fields), "ClientIP", "RequestHeaders", "ClientRequestURI"];
const line = fc
  .dictionary(fc.constantFrom(...lineFields), fc.constantFrom<unknown>(...values, "192.0.2.9"))
  .map((it) => JSON.stringify(it));

function rowOf(text: string) {
  const row = rowIn(text);
  if (typeof row !== "object") throw new Error(`Not a line: ${text}`);
  return row;
}

function assertSame(named: readonly Named[], lines: readonly string[], missing: string[] = []) {
  const read = () =>
    named
      .flatMap(([path, it]) => tried(path, it))
      .flatMap((it) => withUnknown(it, new Set(missing)).trial ?? []);
  const alone = read();
  const together = read();
  const shared = new SharedTrials(together);
  const counts = noLines(alone.length);
  const kept = alone.map(() => [0, 0]);
  for (const it of lines) {
    const row = rowOf(it);
    shared.move(row);
    shared.count(counts, 10);
    alone.forEach((trial, index) => {
      const outcome = trial.outcome(row);
      assert.equal(shared.outcome(index), outcome, it);
      assert.deepEqual(shared.answers(index), trial.answers(row), it);
      const sums = kept[index] as number[];
      if (outcome) sums[0] = (sums[0] ?? 0) + 1;
      else if (outcome === undefined) sums[1] = (sums[1] ?? 0) + 1;
    });
  }
  alone.forEach((trial, index) => {
    const { lines, bytes, undetermined } = shared.kept(index, counts);
    assert.deepEqual([lines, undetermined], kept[index]);
    assert.equal(bytes, lines * 10);
    for (const name of ["missed", "lacked"] as const)
      assert.deepEqual(together[index]?.[name]?.(), trial[name]?.(), name);
  });
  return alone.length;
}

test("texts together have the same results as each alone", () => {
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 2, maxLength: 12 }),
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.subarray(Object.keys(fields), { maxLength: 2 }),
      (named, lines, missing) => {
        count += assertSame(named, lines, missing);
      },
    ),
    { numRuns: times(60, 6000), seed: 55 },
  );
  expect(count).toBeGreaterThan(times(150, 15_000));
});

test("more values than are kept, repeated and not", () => {
  const filters = ["a1", "7", "99"].flatMap((value) =>
    ["eq", "contains", "endsWith", "startsWith"].flatMap((operator) =>
      ["RayID", "Unknown", "ClientRequestHost"].map((key) => ({ key, operator, value })),
    ),
  );
  const named: Named[] = [
    ...filters.map((it): Named => ["a.lpfilter", JSON.stringify({ where: it })]),
    ["a.cfrule", 'http.host contains "7" xor http.host contains "a1"'],
    ["b.cfrule", 'http.host contains "7" and len(http.request.headers["x"]) gt 0'],
  ];
  const lines = Array.from({ length: 9000 }, (_, at) => {
    const other = at % 3 === 0 ? "same" : `a${at}`;
    return JSON.stringify({ RayID: `a${at}`, Unknown: `${at}b`, ClientRequestHost: other });
  });
  expect(assertSame(named, lines)).toBe(filters.length + 2);
});
