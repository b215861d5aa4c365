import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { readDocument } from "../../../server/src/lpfilter/document.ts";
import { predicateOf } from "../../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { findingsIn } from "../../../server/src/lpfilter/meaning.ts";
import { times } from "../../support/long.ts";
import { samples } from "../random-filters.ts";

const is = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const country = (operator: string, value: unknown) => is("ClientCountry", operator, value);
const status = (operator: string, value: unknown) => is("EdgeResponseStatus", operator, value);
const path = (operator: string, value: unknown) => is("ClientRequestPath", operator, value);
const host = (value: string) => is("ClientRequestHost", "eq", value);
const actions = (operator: string, value: string) => is("SecurityActions", operator, value);

const logic = /^(?:never-matches|always-matches|redundant-condition)$/;

function found(where: unknown): { code: string; part: string; message: string }[] {
  const text = JSON.stringify({ where });
  return lpfilter
    .analyze(text, defaultContext)
    .diagnostics()
    .filter((it) => logic.test(it.code))
    .map(({ code, start, end, message }) => ({ code, part: text.slice(start, end), message }));
}

describe("groups that contradict each other", () => {
  test.each<[unknown, unknown]>([
    [
      { or: [country("eq", "de"), country("eq", "at")] },
      { or: [country("eq", "ch"), country("eq", "fr")] },
    ],
    [
      { or: [path("startsWith", "/a"), path("startsWith", "/b")] },
      { or: [path("eq", "/c"), path("startsWith", "/d")] },
    ],
    [
      { or: [status("lt", 200), status("geq", 500)] },
      { or: [status("eq", 200), status("eq", 404)] },
    ],
    [
      { or: [{ and: [actions("contains", "log"), host("a")] }, actions("contains", "block")] },
      { and: [actions("!contains", "log"), actions("!contains", "block")] },
    ],
  ])("%j | %j", (first, second) => {
    const all = found({ and: [first, second] });
    expect(all.map((it) => it.code)).toContain("never-matches");
    expect(all.some((it) => it.message.includes("the filter keeps no lines"))).toBe(true);
  });

  test("in an 'or' they keep every line", () => {
    const all = found({
      or: [
        { and: [country("!eq", "de"), country("!eq", "at")] },
        { and: [country("!eq", "ch"), country("!eq", "fr")] },
      ],
    });
    expect(all.map((it) => it.code)).toEqual(["always-matches"]);
    expect(all[0]?.message).toMatch(/^\(.* is always true, so the filter keeps all lines\./);
  });
});

describe("parts that change nothing", () => {
  test.each<[string, unknown, string]>([
    [
      "absorption",
      {
        or: [
          { and: [country("eq", "de"), host("a")] },
          { and: [host("a"), country("eq", "de"), status("eq", 404)] },
        ],
      },
      "404",
    ],
    [
      "its dual",
      {
        and: [
          { or: [country("eq", "de"), host("a")] },
          { or: [host("a"), country("eq", "de"), status("eq", 404)] },
        ],
      },
      "404",
    ],
    [
      "a narrower part",
      { or: [{ and: [status("geq", 500), host("a")] }, { and: [status("eq", 503), host("a")] }] },
      "503",
    ],
    [
      "a condition and its opposite",
      {
        or: [
          { and: [country("eq", "de"), host("a")] },
          { and: [country("eq", "de"), is("ClientRequestHost", "!eq", "a")] },
        ],
      },
      "!eq",
    ],
    [
      "a part that two others cover together",
      {
        or: [
          { and: [country("eq", "de"), host("a")] },
          { and: [country("!eq", "de"), status("eq", 404)] },
          { and: [host("a"), status("eq", 404)] },
        ],
      },
      "404",
    ],
    [
      "a value that is excluded",
      { and: [country("in", ["de", "at", "ch"]), country("!eq", "ch")] },
      '"ch"',
    ],
    [
      "a value that is covered",
      { or: [path("in", ["/x", "/api/a"]), path("startsWith", "/api")] },
      '"/api/a"',
    ],
    [
      "a value that is out of range",
      { and: [status("in", [200, 404, 500]), status("geq", 400)] },
      "200",
    ],
    [
      "an excluded value that is covered",
      { and: [path("!in", ["/x", "/api/a"]), path("startsWith", "/api")] },
      '"/x"',
    ],
  ])("%s", (_, where, part) => {
    const [first, ...more] = found(where);
    expect(more).toEqual([]);
    expect(first?.code).toBe("redundant-condition");
    expect(first?.part).toContain(part);
    const text = JSON.stringify({ where });
    const fixed = fixAll(lpfilter, text, defaultContext, { style: true });
    expect(fixed.length).toBeLessThan(text.length);
  });
});

describe("nothing is claimed", () => {
  test.each<[string, unknown]>([
    [
      "letter case",
      { and: [{ or: [path("eq", "/a"), host("a")] }, { or: [path("eq", "/A"), host("a")] }] },
    ],
    ["values that differ in case", { and: [country("in", ["de", "at"]), country("!eq", "DE")] }],
    [
      "a part with another field",
      {
        or: [
          { and: [country("eq", "de"), host("a")] },
          { and: [country("eq", "de"), status("eq", 404)] },
        ],
      },
    ],
    [
      "several elements of a list",
      {
        and: [actions("contains", "log"), actions("contains", "block"), actions("!contains", "x")],
      },
    ],
    [
      "times of different forms",
      {
        and: [
          is("EdgeStartTimestamp", "geq", "2026-12-01T00:00:00Z"),
          is("EdgeStartTimestamp", "lt", 5),
        ],
      },
    ],
  ])("about %s", (_, where) => {
    expect(found(where)).toEqual([]);
  });
});

test("proofs about a random filter hold for every line", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(samples, ({ text, lines }) => {
      const { filter } = readDocument(text, defaultContext);
      const keeps = predicateOf(filter);
      for (const finding of findingsIn(filter)) {
        seen.add(finding.kind);
        if (finding.kind !== "clash" || !finding.isWhole) continue;
        for (const line of lines) assert.equal(keeps?.(line), finding.truth === "always", text);
      }
    }),
    { seed: 20_261_117, numRuns: times(25) },
  );
  expect([...seen].sort()).toEqual(["clash", "decided", "redundant", "value"]);
});
