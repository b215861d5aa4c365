// The part of the library that only formats: its build leaves out what only messages need.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";
import { languages } from "../../server/src/languages.ts";
import type * as formatOnly from "../../server/src/library/format.ts";
import { format as formatWithAll } from "../../server/src/library/library.ts";
import { samplesOf } from "../fuzz/samples.ts";

const file = join(root, "dist", "format.cjs");
const { format } = createRequire(import.meta.url)(file) as typeof formatOnly;

describe.each(languages)("$id", (it) => {
  const language = it.id as formatOnly.FormatOptions["language"];
  const samples = samplesOf(it);

  test("examples and samples are formatted as by the whole library", () => {
    const changed = samples.filter((text) => format(text, { language }) !== text);
    expect(changed.length).toBeGreaterThan(2);
    for (const text of samples)
      expect(format(text, { language })).toBe(formatWithAll(text, { language }));
  });

  test("and so are texts that are put together from parts of them", () => {
    const words = [
      ...new Set(samples.flatMap((text) => text.match(/[\w.$]+|"[^"]*"|\s+|\W/g) ?? [])),
    ];
    const tail = fc
      .array(fc.constantFrom(...words), { maxLength: 6 })
      .map((found) => found.join(""));
    const texts = fc
      .tuple(fc.constantFrom(...samples), fc.nat(), fc.nat({ max: 12 }), tail)
      .map(([text, at, length, added]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + added + text.slice(start + length);
      });
    fc.assert(
      fc.property(texts, (text) => {
        expect(format(text, { language })).toBe(formatWithAll(text, { language }));
      }),
      { numRuns: 150 },
    );
  });
});

test("operators are spelled as chosen", () => {
  const spelled = (operators: "english" | "c-like" | "as-written") =>
    format("ssl and cf.threat_score == 1\n", { language: "cfrule", operators });
  expect(spelled("c-like")).toBe("ssl && cf.threat_score == 1\n");
  expect(spelled("english")).toBe("ssl and cf.threat_score eq 1\n");
  expect(spelled("as-written")).toBe("ssl and cf.threat_score == 1\n");
});

test("wrong arguments are reported", () => {
  const wrong = (options: unknown) => () => format("ssl", options as formatOnly.FormatOptions);
  expect(wrong({ language: "yaml" })).toThrow(
    "Unknown language 'yaml'. Use 'lpfilter', 'lpjob' or 'cfrule'.",
  );
  expect(wrong(undefined)).toThrow("Expected an object as options.");
  expect(wrong({ language: "cfrule", operators: "c" })).toThrow("Unknown operators 'c'.");
});

test("it is small", () => {
  expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThan(60_000);
});
