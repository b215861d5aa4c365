import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fits, type Shrinking } from "../../server/src/core/shrink/size.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { times } from "../support/long.ts";
import { pairs } from "./random-filters.ts";

function shrink(text: string): Shrinking & { readonly text: string } {
  const [found] = lpfilter.analyze(text, defaultContext).shrink?.(whole(text)) ?? [];
  assert.ok(found && !("error" in found), text);
  return { ...found, text: applyEdits(text, found.edits) };
}

const whole = (text: string) => ({ start: 0, end: text.length });

function predicate(text: string): (line: Readonly<Record<string, unknown>>) => unknown {
  const meaning = lpfilter.analyze(text, defaultContext).meaning?.();
  assert.ok(meaning, text);
  return (line) => meaning.matches({ line });
}

test("the result keeps the same lines, is never longer, and has nothing left to shorten", () => {
  let shortened = 0;
  const runs = times(5);
  fc.assert(
    fc.property(pairs, ({ first, second, lines }) => {
      for (const text of [first, second]) {
        const { text: after, before: from, after: to, edits } = shrink(text);
        if (edits.length > 0) shortened++;
        // A range has two operators, and a list one.
        assert.ok((to.bytes ?? 0) <= (from.bytes ?? 0) && (to.operators ?? 0) <= 15);
        assert.equal(
          Buffer.byteLength(lpfilter.analyze(after, defaultContext).pushed() ?? ""),
          to.bytes,
        );
        const [kept, stillKept] = [predicate(text), predicate(after)];
        for (const line of lines)
          assert.equal(stillKept(line), kept(line), `${text}\n${after}\n${JSON.stringify(line)}`);
        assert.equal(shrink(after).text, after, text);
      }
    }),
    { numRuns: runs, seed: 20261116 },
  );
  expect(shortened).toBeGreaterThan(runs / 2);
});

const filter = (where: unknown) => JSON.stringify({ where });
const is = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const status = (operator: string, value: unknown) => is("EdgeResponseStatus", operator, value);
const country = (operator: string, value: unknown) => is("ClientCountry", operator, value);
const path = (operator: string, value: unknown) => is("ClientRequestPath", operator, value);
const start = (operator: string, value: unknown) => is("EdgeStartTimestamp", operator, value);
const host = (value: string) => is("ClientRequestHost", "eq", value);

test.each<[string, unknown, unknown]>([
  [
    "prefixes that another covers",
    {
      or: [
        ...Array.from({ length: 20 }, (_, it) => path("startsWith", `/api/${it}`)),
        path("startsWith", "/api"),
      ],
    },
    path("startsWith", "/api"),
  ],
  [
    "several values of one field",
    { or: [country("eq", "de"), country("eq", "fr")] },
    country("in", ["de", "fr"]),
  ],
  [
    "excluded values",
    { and: [country("!eq", "de"), country("!in", ["fr", "de"])] },
    country("!in", ["fr", "de"]),
  ],
  [
    "a condition that is repeated",
    {
      and: [country("in", ["us", "fr"]), country("in", ["us", "fr"]), country("in", ["us", "fr"])],
    },
    country("in", ["us", "fr"]),
  ],
  ["an array of one", country("!in", ["de"]), country("!eq", "de")],
  ["a number in quotes", status("in", ["200", "204"]), status("in", [200, 204])],
  ["a bound", status("geq", "500"), status("gt", 499)],
  ["a bound with more digits", status("leq", 99), status("leq", 99)],
  ["a Boolean", is("WorkerSubrequest", "!eq", "false"), is("WorkerSubrequest", "eq", true)],
  ["an unnecessary group", { and: [{ or: [country("eq", "de")] }] }, country("eq", "de")],
  [
    "a longer prefix",
    { or: [path("startsWith", "/api/v1"), path("startsWith", "/api")] },
    path("startsWith", "/api"),
  ],
  [
    "a value with a prefix",
    { or: [path("in", ["/a", "/b", "/c"]), path("startsWith", "/b")] },
    { or: [path("in", ["/a", "/c"]), path("startsWith", "/b")] },
  ],
  [
    "several conditions on a timestamp",
    {
      and: [
        { and: [{ and: [start("gt", "5"), is("EdgeResponseCompressionRatio", "eq", 1)] }] },
        { and: [start("startsWith", "5")] },
        start("lt", "5"),
        start("!in", ["2026-01-01T00:00:00Z"]),
        {
          or: [
            {
              and: [start("eq", "2026-01-01T00:00:00Z"), is("SecurityActions", "contains", "log")],
            },
            start("!eq", "2026-01-01T00:00:00Z"),
          ],
        },
      ],
    },
    { and: [start("gt", "5"), start("lt", "5")] },
  ],
  [
    "absorption",
    { or: [country("eq", "de"), { and: [country("eq", "de"), host("a")] }] },
    country("eq", "de"),
  ],
  [
    "a negated repetition",
    { or: [country("eq", "de"), { and: [country("!eq", "de"), host("a")] }] },
    { or: [country("eq", "de"), host("a")] },
  ],
  [
    "a shared condition",
    { or: [{ and: [country("eq", "de"), host("a")] }, { and: [country("eq", "de"), host("b")] }] },
    { and: [country("eq", "de"), is("ClientRequestHost", "in", ["a", "b"])] },
  ],
  [
    "a condition that some share",
    {
      or: [
        { and: [country("eq", "de"), host("a")] },
        path("eq", "/"),
        { and: [country("eq", "de"), host("b")] },
      ],
    },
    {
      or: [
        { and: [country("eq", "de"), is("ClientRequestHost", "in", ["a", "b"])] },
        path("eq", "/"),
      ],
    },
  ],
  [
    "a shared alternative",
    {
      and: [
        { or: [country("eq", "de"), host("a")] },
        { or: [country("eq", "de"), status("lt", 5)] },
      ],
    },
    { or: [country("eq", "de"), { and: [host("a"), status("lt", 5)] }] },
  ],
  [
    "groups with the same alternatives, in any order",
    {
      or: [
        { and: [host("a"), { or: [status("gt", 499), path("eq", "/")] }] },
        { and: [{ or: [path("eq", "/"), status("gt", 499)] }, host("b")] },
      ],
    },
    {
      and: [
        is("ClientRequestHost", "in", ["a", "b"]),
        { or: [status("gt", 499), path("eq", "/")] },
      ],
    },
  ],
  [
    "a list beside bounds",
    { or: [status("in", [400, 401, 402]), { and: [status("gt", 402), status("lt", 600)] }] },
    { and: [status("gt", 399), status("lt", 600)] },
  ],
  [
    "consecutive numbers",
    status(
      "in",
      Array.from({ length: 30 }, (_, at) => 500 + at),
    ),
    { and: [status("gt", 499), status("lt", 530)] },
  ],
  [
    "all numbers but consecutive ones",
    status(
      "!in",
      Array.from({ length: 30 }, (_, at) => 500 + at),
    ),
    { or: [status("gt", 529), status("lt", 500)] },
  ],
  ["adjacent numbers", { or: [status("gt", 500), status("eq", 500)] }, status("gt", 499)],
  ["numbers around a gap", { or: [status("gt", 500), status("lt", 500)] }, status("!eq", 500)],
  [
    "one number between bounds",
    { and: [status("geq", 500), status("lt", 501)] },
    status("eq", 500),
  ],
  [
    "a value that never applies",
    { and: [status("in", [200, 500, 503]), status("geq", 500)] },
    status("in", [500, 503]),
  ],
  [
    "a part that is never true",
    { or: [host("a"), { and: [country("eq", "de"), country("eq", "fr")] }] },
    host("a"),
  ],
])("shortens %s", (_, before, after) => {
  expect(JSON.parse(shrink(filter(before)).text)).toEqual({ where: after });
});

test("comments stay with their condition, and move up with it", () => {
  const { text } = shrink(`// @dataset http_requests
{
  // the shop
  "where": {
    "or": [
      // from home
      { "and": [
        { "key": "ClientCountry", "operator": "eq", "value": "de" }, // near
        { "key": "ClientRequestHost", "operator": "eq", "value": "a" /* main */ }
      ] },
      { "and": [
        { "key": "ClientCountry", "operator": "eq", "value": "de" },
        { "key": "ClientRequestPath", "operator": "eq", "value": "/" }
      ] }
    ]
  }
}
`);
  expect(text).toMatchInlineSnapshot(`
    "// @dataset http_requests
    {
      // the shop
      "where": {
        "and": [
          // from home
          // near
          { "key": "ClientCountry", "operator": "eq", "value": "de" },
          {
            "or": [
              { "key": "ClientRequestHost", "operator": "eq", "value": "a" /* main */ },
              { "key": "ClientRequestPath", "operator": "eq", "value": "/" }
            ]
          }
        ]
      }
    }
    "
  `);
});

test("reports whether the result fits", () => {
  const many = Array.from({ length: 40 }, (_, i) => is("ClientRequestHost", "eq", `h${i}`));
  const { before, after, limits } = shrink(filter({ or: many }));
  expect({ before, after, fits: fits({ after, limits }) }).toEqual({
    before: { bytes: 2328, operators: 40 },
    after: { bytes: 293, operators: 1 },
    fits: true,
  });
});

test("a text without a meaning has an error", () => {
  for (const text of ["", "{", filter(is("ClientCountry", "like", "x")), filter({ nor: [] })]) {
    const found = lpfilter.analyze(text, defaultContext).shrink?.(whole(text));
    expect(found).toMatchObject([{ error: expect.stringMatching(/^Cannot be shortened/) }]);
  }
});

/** Every combination of the values of some fields, as one writes them by hand. */
function grid(...sizes: readonly number[]): unknown {
  const fields = ["ClientRequestHost", "ClientRequestPath", "ClientCountry", "RayID"];
  const rows = sizes.reduce<readonly (readonly unknown[])[]>(
    (all, size, field) =>
      all.flatMap((row) =>
        Array.from({ length: size }, (_, at) => [...row, is(fields[field] ?? "", "eq", `v${at}`)]),
      ),
    [[]],
  );
  return { or: rows.map((and) => ({ and })) };
}

test.each([
  [[4, 4, 1], 3],
  [[8, 8], 2],
  [[10, 10], 2],
  [[3, 3, 3], 3],
] as const)("a grid of %j is one condition for each field", (sizes, operators) => {
  const found = shrink(filter(grid(...sizes)));
  expect(found.after.operators).toBe(operators);
  expect(found.isCutShort).toBe(false);
});

test.each([
  [[8, 8], 3, 2],
  [[8, 8], 37, 2],
  [[10, 10], 7, 2],
  [[4, 4, 4], 11, 3],
  [[12, 16], 5, 2],
  [[2, 2, 2, 2], 7, 4],
] as const)("so is a grid of %j in another order: %d", (sizes, step, operators) => {
  const { or } = grid(...sizes) as { or: unknown[] };
  const found = shrink(filter({ or: or.map((_, at) => or[(at * step) % or.length]) }));
  expect(found.after.operators).toBe(operators);
});

test("the fields of each member in another order do not matter", () => {
  const { or } = grid(4, 4, 4) as { or: { and: unknown[] }[] };
  const turned = or.map(({ and }, at) => ({ and: and.map((_, i) => and[(i + at) % 3]) }));
  expect(shrink(filter({ or: turned })).after.operators).toBe(3);
});

test("two grids that overlap are two conditions for each field", () => {
  const cells = [...Array(8).keys()].flatMap((x) =>
    [...Array(7).keys()].flatMap((y) =>
      (x < 5 && y < 4) || (x >= 3 && y >= 2) ? [{ and: [host(`h${x}`), path("eq", `/${y}`)] }] : [],
    ),
  );
  const found = shrink(filter({ or: cells.map((_, at) => cells[(at * 5) % cells.length]) }));
  expect(found.after.operators).toBe(4);
});

test("forty ranges beside each other are one", () => {
  const ranges = [...Array(40).keys()].map((at) => ({
    and: [is("EdgeResponseStatus", "geq", at * 3), is("EdgeResponseStatus", "lt", at * 3 + 3)],
  }));
  const found = shrink(filter({ or: ranges.map((_, at) => ranges[(at * 7) % 40]) }));
  expect(found).toMatchObject({ after: { operators: 2 }, isCutShort: false });
});

test("a search that ends before everything was tried says so", () => {
  const odd = Array.from({ length: 150 }, (_, at) => ({
    and: [host(`h${at}`), path("eq", `/${(at * 7) % 151}`), country("!eq", `c${(at * 5) % 149}`)],
  }));
  expect(shrink(filter({ or: odd })).isCutShort).toBe(true);
});
