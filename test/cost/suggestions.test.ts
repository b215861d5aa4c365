import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LogTest } from "../../server/src/core/log-test.ts";
import {
  type Atom,
  atomsIn,
  explainingFields,
  type SampledLine,
} from "../../server/src/cost/atoms.ts";
import {
  type FilterNode,
  type FilterObject,
  nodeOf,
  sizeOf,
} from "../../server/src/cost/filter.ts";
import { Sampler } from "../../server/src/cost/sampler.ts";
import { SignatureTable } from "../../server/src/cost/signatures.ts";
import { suggest } from "../../server/src/cost/suggest.ts";
import { defaultContext, languageFor, linePredicate } from "../../server/src/languages.ts";
import { ObjectRow } from "../../server/src/logs/rows.ts";
import { times } from "../support/long.ts";

const dataset = "http_requests";
const fields = explainingFields(dataset, {});

type Line = Readonly<Record<string, unknown>>;

/** Lines with classes of different sizes, which overlap. */
function linesOf(count: number, seed: number): readonly Line[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return Array.from({ length: count }, () => ({
    ClientRequestHost: one(["a.example.com", "b.example.com", "b.example.com", "c.example.net"]),
    ClientRequestPath: one(["/", "/login", "/a/x.js", "/a/y.css", "/b/z.png", "/b/", "/api/v1/o"]),
    ClientRequestUserAgent: one(["kube-probe/1.29", "curl/8.5", "Mozilla/5.0 (X11)"]),
    ClientRequestMethod: one(["GET", "GET", "POST"]),
    EdgeResponseStatus: one([200, 200, 200, 204, 301, 404, 500]),
    CacheCacheStatus: one(["hit", "miss", "dynamic"]),
  }));
}

function testOf(filter: FilterObject): LogTest {
  const context = { ...defaultContext, forcedDataset: dataset };
  const [text] = languageFor("filter").analyze(JSON.stringify(filter), context).trials?.() ?? [];
  assert.ok(text?.test, JSON.stringify(filter));
  return text.test;
}

function matcher(where: FilterNode) {
  return linePredicate(testOf({ where }));
}

/** The size of a line does not depend on its conditions alone. */
const bytesOf = (line: Line) => JSON.stringify(line).length;

function suggestionsFor(
  lines: readonly Line[],
  {
    keep,
    own,
    operators = 30,
    target,
  }: { keep?: FilterNode; own?: FilterNode; operators?: number; target?: number },
) {
  const ownTest = own && testOf({ where: own });
  const kept = keep ? [testOf({ where: keep })] : [];
  const sampler = new Sampler(fields, kept, () => false);
  const isSent = ownTest ? linePredicate(ownTest) : () => true;
  for (const it of lines) if (isSent(it)) sampler.add(new ObjectRow(it), bytesOf(it));
  const table = sampler.finished();
  const found = suggest({
    own: ownTest ? nodeOf(ownTest) : { and: [] },
    dataset,
    context: { ...defaultContext, limits: { operators, bytes: 1000 } },
    keeps: kept.map((it) => ({ path: "keep.lpfilter", node: nodeOf(it) })),
    table,
    target,
  });
  return { ...found, atoms: table.atoms };
}

const values: Readonly<Record<string, readonly (string | number)[]>> = {
  ClientRequestHost: ["a.example.com", "c.example.net", "z"],
  ClientRequestPath: ["/login", "/a/", ".js", "/b/z.png", ""],
  ClientRequestUserAgent: ["kube-probe/", "curl/8.5"],
  EdgeResponseStatus: [200, 204, 400, 500],
};

const conditions: fc.Arbitrary<FilterNode> = fc.oneof(
  ...Object.entries(values).map(([key, some]) => {
    const isText = typeof some[0] === "string";
    const names = isText
      ? (["eq", "!eq", "startsWith", "!startsWith", "endsWith", "contains", "!contains"] as const)
      : (["eq", "!eq", "lt", "geq", "gt", "leq"] as const);
    return fc.oneof(
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom<string>(...names),
        value: fc.constantFrom(...some),
      }),
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom("in", "!in"),
        value: fc.subarray([...some], { minLength: 1 }),
      }),
    ) as fc.Arbitrary<FilterNode>;
  }),
);

const filters: fc.Arbitrary<FilterNode> = fc.oneof(
  conditions,
  fc.array(conditions, { minLength: 2, maxLength: 4 }).map((or) => ({ or })),
  fc.tuple(conditions, fc.array(conditions, { minLength: 2, maxLength: 3 })).map(([one, or]) => ({
    and: [one, { or }],
  })),
);

test("no line is lost that must stay, and all that is said of a suggestion is counted", () => {
  let offered = 0;
  fc.assert(
    fc.property(
      filters,
      fc.option(filters, { nil: undefined, freq: 3 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(undefined, 0.2, 0.5),
      (keep, own, seed, target) => {
        const lines = linesOf(400, seed);
        const { suggestions, together } = suggestionsFor(lines, {
          keep,
          ...(own && { own }),
          ...(target !== undefined && { target }),
        });
        const [isKept, isSent] = [matcher(keep), own ? matcher(own) : () => true];
        const sent = lines.filter(isSent);
        for (const it of suggestions) {
          const drops = matcher(it.drops.where);
          const dropped = sent.filter(drops);
          assert.deepEqual(dropped.filter(isKept), []);
          assert.equal(it.lines, dropped.length);
          assert.equal(
            it.bytes,
            dropped.reduce((sum, line) => sum + bytesOf(line), 0),
          );
          assert.equal(it.operators, sizeOf(it.drops).operators);
        }
        if (!together) return;
        offered++;
        const stays = matcher(together.filter.where);
        assert.deepEqual(
          sent.filter((it) => isKept(it) && !stays(it)),
          [],
        );
        // The filter keeps nothing that the job did not send.
        assert.deepEqual(
          lines.filter((it) => stays(it) && !isSent(it)),
          [],
        );
        const left = sent.filter((it) => !stays(it));
        assert.equal(together.lines, left.length);
        assert.equal(
          together.bytes,
          left.reduce((sum, line) => sum + bytesOf(line), 0),
        );
        assert.ok(together.operators <= 30 && together.size <= 1000);
        assert.deepEqual(together.keeps, [{ path: "keep.lpfilter", proof: "proved" }]);
        const text = JSON.stringify(together.filter);
        const found = languageFor("filter").analyze(text, defaultContext).diagnostics();
        assert.deepEqual(
          found.filter((it) => it.severity === "error").map((it) => it.message),
          [],
        );
      },
    ),
    { numRuns: times(12, 1000) },
  );
  assert.ok(offered > 2);
});

/** Every union of classes of at most three conditions, with at most so many operators in all, without a line that must stay. */
function exhaustive(
  lines: readonly Line[],
  atoms: readonly Atom[],
  isKept: (line: Line) => boolean,
  operators: number,
) {
  const bits = atoms.map((atom) => {
    const { field, operator, value, type } = atom;
    const holds = linePredicate({
      ...{ kind: "condition", start: 0, end: 0, field, operator, values: [value], type },
    });
    return { atom, lines: new Set(lines.flatMap((it, index) => (holds(it) ? index : []))) };
  });
  const keptLines = lines.flatMap((it, index) => (isKept(it) ? index : []));
  type Class = { readonly size: number; readonly lines: ReadonlySet<number> };
  const classes: Class[] = [];
  const add = (
    chosen: readonly (typeof bits)[number][],
    left: ReadonlySet<number>,
    from: number,
  ) => {
    const isExplaining = chosen.some(({ atom }) => !atom.isBound);
    if (isExplaining && !keptLines.some((it) => left.has(it)))
      classes.push({ size: chosen.length, lines: left });
    if (chosen.length === Math.min(3, operators)) return;
    bits.slice(from).forEach((it, index) => {
      const both = new Set([...left].filter((line) => it.lines.has(line)));
      if (both.size > 0) add([...chosen, it], both, from + index + 1);
    });
  };
  add([], new Set(lines.keys()), 0);
  const weights = lines.map(bytesOf);
  const sum = (some: Iterable<number>) =>
    [...some].reduce((all, it) => all + (weights[it] ?? 0), 0);
  let best = 0;
  const unite = (covered: ReadonlySet<number>, left: number, from: number) => {
    best = Math.max(best, sum(covered));
    for (let at = from; at < classes.length; at++) {
      const it = classes[at] as Class;
      if (it.size <= left) unite(new Set([...covered, ...it.lines]), left - it.size, at + 1);
    }
  };
  // Classes within others of the same size add nothing.
  classes.sort((a, b) => a.size - b.size || b.lines.size - a.lines.size);
  const maximal = classes.filter(
    (it, index) =>
      !classes
        .slice(0, index)
        .some(
          (other) => other.size <= it.size && [...it.lines].every((line) => other.lines.has(line)),
        ),
  );
  classes.splice(0, classes.length, ...maximal);
  unite(new Set(), operators, 0);
  return best;
}

test.each([1, 2, 3].flatMap((operators) => [11, 12, 13].map((seed) => [operators, seed] as const)))(
  "%i operators save nearly as much as the best filter, sample %i",
  (operators, seed) => {
    const lines = linesOf(300, seed);
    const keep: FilterNode = { key: "EdgeResponseStatus", operator: "geq", value: 400 };
    const isKept = matcher(keep);
    const { together, atoms } = suggestionsFor(lines, { keep, operators });
    const best = exhaustive(lines, atoms, isKept, operators);
    expect(together?.operators ?? 0).toBeLessThanOrEqual(operators);
    expect((together?.bytes ?? 0) / Math.max(1, best)).toBeGreaterThanOrEqual(0.9);
  },
);

test("a sample that is too small says so", () => {
  const { suggestions, notes } = suggestionsFor(linesOf(99, 1), {});
  expect(suggestions).toEqual([]);
  expect(notes.join()).toContain("too small");
});

test("a target is reached with the smallest filter, or the report says that it is not", () => {
  const lines = linesOf(400, 5);
  const keep: FilterNode = { key: "ClientRequestMethod", operator: "eq", value: "POST" };
  const some = suggestionsFor(lines, { keep, target: 0.3 });
  expect(some.together?.share).toBeGreaterThanOrEqual(0.3);
  const none = suggestionsFor(lines, { keep, target: 0.9 });
  expect(none.notes.join()).toMatch(/The target of 90% was not reached: [\d.]+% can be left out/);
});

test("more groups than fit are merged without a lost line", () => {
  const lines = linesOf(500, 3);
  const sampled = lines.map(
    (it): SampledLine => ({ value: (field) => it[field], bytes: bytesOf(it), isKept: false }),
  );
  const atoms = atomsIn(sampled, fields, [], 48);
  const [small, large] = [new SignatureTable(atoms, 20), new SignatureTable(atoms)];
  for (const table of [small, large])
    for (const it of lines) table.add(new ObjectRow(it), bytesOf(it), false, false);
  expect(small.signatures.length).toBeLessThanOrEqual(20);
  expect(small.used).toBeLessThan(large.used);
  const bytes = (table: SignatureTable) =>
    table.signatures.reduce((sum, it) => sum + it.bytes[0], 0);
  expect(bytes(small)).toBe(bytes(large));
});
