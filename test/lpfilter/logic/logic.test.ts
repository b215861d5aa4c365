import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { type Document, readDocument } from "../../../server/src/lpfilter/document.ts";
import {
  type LogLine,
  type Predicate,
  predicateOf,
} from "../../../server/src/lpfilter/evaluation/evaluate.ts";
import { findingsOf } from "../../../server/src/lpfilter/findings.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { findingsIn } from "../../../server/src/lpfilter/meaning.ts";
import { chainsIn, nestingsIn } from "../../../server/src/lpfilter/rewrite/chains.ts";
import type { FilterNode } from "../../../server/src/lpfilter/syntax/filter.ts";
import { applyEdits, type Edit } from "../../../server/src/text/edit.ts";
import { times } from "../../support/long.ts";
import { samples } from "../random-filters.ts";

const runs = { seed: 20261115, numRuns: times(25, 1000) };

const logicCodes = new Set([
  "never-matches",
  "always-matches",
  "duplicate-condition",
  "redundant-condition",
  "redundant-group",
  "prefer-in",
]);

/** Fixes that change the meaning to what was surely intended. */
const repairs = new Set(["Use 'in'", "Use '!in'"]);

const simple = `{ "where": { "and": [
  { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
  { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
] } }`;

function read(text: string): Document {
  return readDocument(text, defaultContext);
}

/** The predicate of a text, which must be valid JSON. */
function passing(text: string, node?: FilterNode): Predicate {
  const { json, filter } = read(text);
  expect(json.errors, text).toEqual([]);
  const predicate = predicateOf(node ? { ...filter, node } : filter);
  expect(predicate, text).toBeDefined();
  return predicate ?? (() => false);
}

function checkSame(before: string, after: string, lines: readonly LogLine[]): void {
  const [was, is] = [passing(before), passing(after)];
  const differing = lines.filter((it) => is(it) !== was(it));
  expect(differing, `${before}\n→\n${after}`).toEqual([]);
}

function logicFixes(text: string) {
  return lpfilter
    .analyze(text, defaultContext)
    .diagnostics()
    .filter((it) => logicCodes.has(it.code))
    .flatMap(({ code, fixes }) => fixes.map((fix) => ({ code, ...fix })));
}

describe("over random filters and lines", () => {
  test("a fix of a logic check leaves JSON that keeps the same lines", () => {
    fc.assert(
      fc.property(samples, ({ text, lines }) => {
        for (const { code, title, edits } of logicFixes(text)) {
          const after = applyEdits(text, edits);
          const meant = code === "never-matches" || code === "always-matches";
          if (meant && repairs.has(title)) passing(after);
          else checkSame(text, after, lines);
        }
      }),
      runs,
    );
  });

  test("all safe fixes together keep the same lines", () => {
    fc.assert(
      fc.property(samples, ({ text, lines }) => {
        const severity = Object.fromEntries(
          lpfilter.checks.filter((it) => !logicCodes.has(it.code)).map((it) => [it.code, "off"]),
        );
        const context = { ...defaultContext, severity } as typeof defaultContext;
        checkSame(text, fixAll(lpfilter, text, context, { style: true }), lines);
      }),
      runs,
    );
  });

  test("a condition that never matches keeps no line, and one that always matches keeps every line", () => {
    fc.assert(
      fc.property(samples, ({ text, lines }) => {
        const { filter } = read(text);
        for (const it of findingsOf(filter)) {
          if (it.kind !== "clash") continue;
          const { truth, members, parent, isWhole } = it;
          const node = (members.length === 1 ? members[0] : parent)?.node;
          // A result without members may depend on outer conditions.
          const part = members.length > 0 ? [passing(text, node)] : [];
          const parts = isWhole ? [passing(text), ...part] : part;
          const wrong = lines.filter((it) =>
            parts.some((holds) => holds(it) !== (truth === "always")),
          );
          assert.deepEqual(wrong, [], text);
        }
      }),
      runs,
    );
  });

  test("a refactoring keeps the same lines, unless it exists to change them", () => {
    fc.assert(
      fc.property(samples, fc.nat(), fc.nat(12), ({ text, lines }, place, length) => {
        const start = place % text.length;
        const span = { start, end: Math.min(text.length, start + (length > 4 ? length * 12 : 0)) };
        for (const { title, kind, edits } of lpfilter
          .analyze(text, defaultContext)
          .refactorings(span)) {
          const after = applyEdits(text, edits);
          const changes = /^(Negate|Change '|Wrap \d+ members)/.test(title);
          if (changes || kind === "quickfix") passing(after);
          else checkSame(text, after, lines);
        }
      }),
      runs,
    );
  });

  test("a negated filter keeps exactly the other lines, and twice negated the same text", () => {
    fc.assert(
      fc.property(samples, ({ text, lines }) => {
        const { node } = read(text).filter;
        const at = node?.start ?? 0;
        const negated = applyEdits(text, negation(text, at));
        const [was, is] = [passing(text), passing(negated)];
        assert.deepEqual(
          lines.filter((it) => is(it) === was(it)),
          [],
          text,
        );
        assert.equal(applyEdits(negated, negation(negated, at)), text);
      }),
      runs,
    );
  });

  test("nothing follows from a filter that is not examined", () => {
    const unexamined = findingsOf(read(simple).filter);
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(samples, ({ text }) => {
        const { filter } = read(text);
        const isExamined = findingsOf(filter) !== unexamined;
        seen.add(isExamined);
        if (!isExamined) assert.deepEqual(findingsIn(filter), [], text);
      }),
      runs,
    );
    expect(seen.size).toBe(2);
  });

  test("every kind of finding occurs", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(samples, ({ text }) => {
        const { filter } = read(text);
        for (const it of findingsOf(filter)) {
          if (it.kind === "clash") seen.add(`${it.truth} ${Math.min(it.members.length, 3)}`);
          else if (it.kind === "decided") seen.add(`decided ${it.truth} ${it.parent.logical}`);
          else if (it.kind === "redundant") seen.add(it.isRepeated ? "repeated" : "implied");
          else seen.add(it.kind);
        }
        if (nestingsIn(filter).length > 0) seen.add("nesting");
        if (chainsIn(filter, findingsOf(filter)).length > 0) seen.add("chain");
      }),
      { ...runs, numRuns: times(600, 12_000) },
    );
    for (const truth of ["never", "always"]) {
      for (const count of [0, 1, 2, 3]) expect(seen).toContain(`${truth} ${count}`);
      for (const logical of ["and", "or"]) expect(seen).toContain(`decided ${truth} ${logical}`);
    }
    for (const kind of ["repeated", "implied", "value", "nesting", "chain"])
      expect(seen).toContain(kind);
  });
});

function negation(text: string, at: number): readonly Edit[] {
  const offered = lpfilter.analyze(text, defaultContext).refactorings({ start: at, end: at });
  const found = offered.find((it) => it.title.startsWith("Negate"));
  expect(found, text).toBeDefined();
  return found?.edits ?? [];
}
