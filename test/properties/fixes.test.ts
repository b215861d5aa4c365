import fc from "fast-check";
import { describe, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import type { Analysis } from "../../server/src/core/analysis.ts";
import { type AnyLanguage, languages } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { rule } from "../cfrule/random-rules.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { samples } from "../lpfilter/random-filters.ts";
import { times } from "../support/long.ts";
import { everyFixHelps, fixesBringNothing } from "./laws.ts";

const seed = 20_261_115;

/** Both laws analyze the text and the result of each fix, so each is analyzed once for both. */
function checkFixes(language: AnyLanguage, text: string): void {
  const known = new Map<string, Analysis>();
  const analyze: AnyLanguage["analyze"] = (it, context) => {
    const found = known.get(it) ?? language.analyze(it, context);
    known.set(it, found);
    return found;
  };
  everyFixHelps({ ...language, analyze }, text);
  fixesBringNothing({ ...language, analyze }, text);
}

describe.each(languages.map((it) => [it.id, it] as const))("the fixes of %s", (_, language) => {
  test("in the examples of every check, and in our samples", () => {
    for (const text of samplesOf(language)) checkFixes(language, text);
  });

  test("in the same with typos", () => {
    const random = new Random(seed);
    const texts = samplesOf(language).filter((it) => it.length < 3000);
    for (let i = 0; i < times(8); i++) {
      checkFixes(language, mutate(random, random.pick(texts), random.pick(texts)));
    }
  });
});

const runs = { seed, numRuns: times(3) };

test("the fixes of any filter", () =>
  fc.assert(
    fc.property(samples, ({ text }) => checkFixes(lpfilter, text)),
    runs,
  ));

test("the fixes of any rule", () =>
  fc.assert(
    fc.property(rule, (text) => checkFixes(cfrule, text)),
    runs,
  ));
