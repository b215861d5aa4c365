import assert from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { type ByteRange, readNdjson, wholeFile } from "../../server/src/logs/ndjson.ts";
import { ObjectRow } from "../../server/src/logs/rows.ts";
import { Scanner } from "../../server/src/logs/scanner.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import type { TallyOptions } from "../../server/src/try/questions/question.ts";
import { type TriedText, textsIn } from "../../server/src/try/subject.ts";
import { Tally } from "../../server/src/try/tally.ts";
import { times } from "../support/long.ts";

/** Lines that cannot match a filter are dropped during the scan. */

const question: TallyOptions = {
  by: [],
  explain: false,
  window: undefined,
  print: undefined,
  head: undefined,
};

function triedFor(where: unknown): readonly TriedText[] {
  const text = JSON.stringify({ where });
  return textsIn({ path: "a.lpfilter", file: "/a.lpfilter", text, context: defaultContext });
}

class CountingTally extends Tally {
  skippedLines = 0;

  override skipped(lines: number): void {
    this.skippedLines += lines;
    super.skipped(lines);
  }
}

async function read(
  texts: readonly TriedText[],
  bytes: Buffer,
  chunkSize: number,
  range: ByteRange = wholeFile,
): Promise<CountingTally> {
  const tally = new CountingTally(texts, question, new Set());
  tally.begin();
  async function* chunks(room: (size: number) => Buffer) {
    const buffer = room(chunkSize);
    for (let at = Math.max(0, range.start - 1); at < bytes.length; at += chunkSize)
      yield buffer.subarray(0, bytes.copy(buffer, 0, at, at + chunkSize));
  }
  await readNdjson(chunks, tally, range);
  tally.finish();
  return tally;
}

/** The number of kept lines, each evaluated with JSON.parse. */
function plainKept({ trial }: TriedText, lines: readonly Buffer[]): number {
  return lines.filter((it) => {
    try {
      const value = parseExactly(it.toString());
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return isObject && trial?.outcome(new ObjectRow(value as Record<string, unknown>)) === true;
    } catch {
      return false;
    }
  }).length;
}

const names = ["ClientRequestHost", "ClientRequestPath", "EdgeResponseStatus", "BotScore"];
const texts = [
  "",
  "a",
  "shop.example.com",
  "shop.example.co",
  "/api",
  "/api/ü",
  "ü\u2028",
  '"',
  "\\",
];
const textOperators = ["eq", "!eq", "startsWith", "!startsWith", "contains", "!endsWith"];
const numberOperators = ["eq", "!eq", "lt", "leq", "gt", "geq"];
const number = fc.constantFrom(0, 1, 99, 400, 500, 2 ** 53 - 1);
const condition = fc.oneof(
  fc.record({
    key: fc.constantFrom("ClientRequestHost", "ClientRequestPath"),
    operator: fc.constantFrom(...textOperators),
    value: fc.constantFrom(...texts),
  }),
  fc.record({
    key: fc.constantFrom("ClientRequestHost", "ClientRequestPath"),
    operator: fc.constantFrom("in", "!in"),
    value: fc.array(fc.constantFrom(...texts), { maxLength: 3 }),
  }),
  fc.record({
    key: fc.constantFrom("EdgeResponseStatus", "BotScore"),
    operator: fc.constantFrom(...numberOperators),
    value: number,
  }),
  fc.record({
    key: fc.constantFrom("EdgeResponseStatus", "BotScore"),
    operator: fc.constantFrom("in", "!in"),
    value: fc.array(number, { maxLength: 3 }),
  }),
);
const { where } = fc.letrec<{ where: unknown }>((tie) => ({
  where: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    condition,
    fc.record({ and: fc.array(tie("where"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("where"), { minLength: 1, maxLength: 2 }) }),
  ),
}));

const raw = fc.oneof(
  fc.constantFrom(...texts).map((it) => JSON.stringify(it)),
  number.map(String),
  fc.nat(1000).map(String),
  fc.constantFrom(
    "-1",
    "-0",
    "5e2",
    "400.0",
    '"400"',
    "null",
    "true",
    "[]",
    "9007199254740993",
    "0",
  ),
  fc.constantFrom(
    '"\\u0061"',
    '"shop.example.com\\u0000"',
    '"/api/\\u00fc"',
    '{"EdgeResponseStatus":500}',
  ),
);
const usual = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.constantFrom(...texts),
    number,
    fc.nat(99),
    fc.subarray(names, { minLength: 2 }),
  )
  .map(([host, path, status, score, kept]) => {
    const all: Record<string, unknown> = {
      ClientRequestHost: host,
      ClientRequestPath: path,
      EdgeResponseStatus: status,
      BotScore: score,
    };
    return Buffer.from(JSON.stringify(all, kept));
  });
const strange = fc
  .array(fc.tuple(fc.constantFrom(...names, "RayID"), raw), { maxLength: 6 })
  .map((it) => Buffer.from(`{${it.map(([key, value]) => `"${key}":${value}`).join(",")}}`));
const line = fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: strange });
const damaged = fc.tuple(line, fc.nat(), fc.nat(255)).map(([it, at, byte]) => {
  if (byte !== 10) it[at % it.length] = byte;
  return it;
});
const odd = fc
  .constantFrom("", " \r", "[]", '{"ClientRequestHost":"a"', "\u00ef")
  .map((it) => Buffer.from(it));
const lines = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: line },
    { weight: 2, arbitrary: damaged },
    { weight: 1, arbitrary: odd },
  ),
  { minLength: 4, maxLength: 12 },
);

test("counts agree with JSON.parse, wherever chunks and ranges are split", async () => {
  let skipped = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        { weight: 3, arbitrary: fc.tuple(where) },
        { weight: 1, arbitrary: fc.array(where, { minLength: 2, maxLength: 8 }) },
      ),
      lines,
      fc.integer({ min: 1, max: 900 }),
      fc.nat(),
      async (filters, rows, chunkSize, cut) => {
        const tried = filters.flatMap(triedFor);
        if (tried.some((it) => !it.trial)) return;
        const bytes = Buffer.concat(rows.flatMap((it) => [it, Buffer.from("\n")]));
        const whole = await read(tried, bytes, chunkSize);
        const place = bytes.length === 0 ? 0 : cut % bytes.length;
        const parts = [
          await read(tried, bytes, chunkSize, { start: 0, end: place }),
          await read(tried, bytes, chunkSize, { start: place, end: Number.POSITIVE_INFINITY }),
        ];
        const sum = (of: (it: Tally) => number) => parts.reduce((a, it) => a + of(it), 0);
        assert.equal(whole.counts.logs.bytes, bytes.length);
        for (const it of ["lines", "bytes", "unreadable"] as const)
          if (place > 0)
            assert.equal(
              sum((part) => part.counts.logs[it]),
              whole.counts.logs[it],
              it,
            );
        tried.forEach((it, index) => {
          const expected = plainKept(it, rows);
          assert.equal(whole.counts.results[index]?.kept, expected);
          if (place > 0)
            assert.equal(
              sum((part) => part.counts.results[index]?.kept ?? 0),
              expected,
            );
          kept += expected;
        });
        skipped += whole.skippedLines;
      },
    ),
    { numRuns: times(100, 2000), seed: 21 },
  );
  expect(skipped).toBeGreaterThan(times(50, 1000));
  expect(kept).toBeGreaterThan(times(50, 1000));
});

test.each([
  [{ key: "ClientRequestHost", operator: "eq", value: "a" }, 3],
  [{ key: "ClientRequestHost", operator: "!in", value: ["b", "c"] }, 1],
  [{ key: "EdgeResponseStatus", operator: "geq", value: 400 }, 2],
  [{ key: "EdgeResponseStatus", operator: "!eq", value: 200 }, 2],
  [
    {
      or: [
        { key: "BotScore", operator: "eq", value: 9 },
        { key: "ClientRequestHost", operator: "startsWith", value: "ab" },
      ],
    },
    3,
  ],
  [{ key: "ClientRequestHost", operator: "contains", value: "x" }, 0],
  [
    {
      or: [
        { key: "BotScore", operator: "eq", value: 9 },
        { key: "ClientRequestHost", operator: "contains", value: "x" },
      ],
    },
    0,
  ],
])("%j skips %i lines", async (filter, skipped) => {
  const text = [
    '{"ClientRequestHost":"b","EdgeResponseStatus":200,"BotScore":1}',
    '{"ClientRequestHost":"a","EdgeResponseStatus":200,"BotScore":2}',
    '{"ClientRequestHost":"abc","EdgeResponseStatus":500,"BotScore":9}',
    '{"ClientRequestHost":"\\u0061","EdgeResponseStatus":"500"}',
    '{"ClientRequestHost":"d","EdgeResponseStatus":4e2,"BotScore":10}',
  ].join("\n");
  const { skippedLines, counts } = await read(triedFor(filter), Buffer.from(`${text}\n`), 4096);
  expect(counts.logs.lines).toBe(5);
  expect(skippedLines).toBe(skipped);
});

test("lines with invalid UTF-8 are not skipped for U+FFFD", () => {
  const group = (text: string) => [
    { kind: "text", field: "x", texts: [text], isPrefix: false, isNegated: false } as const,
  ];
  const bytes = Buffer.from([...Buffer.from('{"x":"'), 0xff, ...Buffer.from('"}\n')]);
  expect(new Scanner(["x"], [group("\ufffd")]).skip(bytes, 0, bytes.length)).toBe(0);
  expect(new Scanner(["x"], [group("a")]).skip(bytes, 0, bytes.length)).toBe(bytes.length);
});
