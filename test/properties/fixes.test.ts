import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Language } from "../../server/src/core/analysis.ts";
import { languages } from "../../server/src/languages.ts";
import { rule } from "../cfrule/random-rules.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { samples } from "../lpfilter/random-filters.ts";
import { analyse } from "../support/check.ts";
import { type Leftover, leftovers } from "./laws.ts";

/**
 * Every fix makes its finding go away, and brings no error or warning with it. A matter of style that is left, such as a group
 * of one, has a fix of its own. What is excepted stands here, and why.
 */

/** These give a thing its name or its shape, and only then can be seen what else is wrong with it. */
const uncovers =
  /^(unknown-|missing-where|nested-where|escaped-filter|group-not-array|not-a-node|mixed-node|directive-value|late-directive|deprecated-field|value-type|destination-|template-|index-type|list-name|operator-type)/;

/** These compare parts with each other, and say each thing once: where one is silent another may speak of the same parts. */
const relations =
  /^((never|always)-matches|(duplicate|redundant)-(condition|group|value)|covered-value|overlapping-ranges|prefer-in|all-on-absent|may-be-missing)$/;

/** What stays, and why. */
const stays: readonly (readonly [code: string, title: RegExp, why: string])[] = [
  ["unknown-property", /^(Rename to|Put it into)/, "what is inside is read now, and has others"],
  ["destination-parameter", /^Rename to/, "the parameter that is known now has no value"],
  ["destination-path", /^Remove/, "one scheme was written before another, and that before a third"],
  ["value-shape", /^Write/, "a scheme was removed, and what is behind it is no host either"],
  ["unknown-field", /^(Insert a space|Write)/, "what was one unknown word is two"],
  ["unknown-operator", /^Write \{/, "the conditions inside are read now, and have others"],
  ["directive-value", /^Change to/, "a name is right now, and its value is not"],
  ["value-type", /^Remove the inner brackets$/, "a thousand brackets are removed one by one"],
];

/** What comes with a fix, and why. */
const brings: readonly (readonly [code: string, left: string, why: string])[] = [
  ["value-case", "unknown-value", "neither spelling is known, and it is no longer said of case"],
  ["reversed-range", "value-range", "the range was empty before, and holds too much now"],
  ["regex-as-literal", "value-shape", "what the regex looked for is never there, which shows now"],
];

function isExcused({ code, title, left, severity }: Leftover): boolean {
  if (relations.test(left)) return true;
  if (left === code) return stays.some(([it, pattern]) => it === code && pattern.test(title));
  if (severity === "info" || severity === "hint" || uncovers.test(code)) return true;
  // What was too large for a limit is near it when a part is gone.
  if (left.startsWith("near-")) return true;
  return brings.some(([it, brought]) => it === code && brought === left);
}

function checkFixes(language: Language, text: string): void {
  const left = leftovers(language, text).find((it) => !isExcused(it));
  if (left)
    expect.fail(`${left.code} (${left.title}) leaves ${left.left}: ${left.before} → ${left.after}`);
}

const layout = { tabSize: 2, insertSpaces: true };

/** What cannot be read has fixes of its own, which let more be read: `reaches a text without fixes` is their law. */
function isReadable(language: Language, text: string): boolean {
  return analyse(language, text).format(layout) !== undefined;
}

describe.each(languages.map((it) => [it.id, it] as const))("%s", (_, language) => {
  test("in the examples of every check, and in our samples", () => {
    for (const text of samplesOf(language)) {
      if (isReadable(language, text)) checkFixes(language, text);
    }
  });

  test("in the same with slips of the hand", () => {
    const random = new Random(20_261_115);
    const texts = samplesOf(language).filter((it) => it.length < 3000);
    let judged = 0;
    for (let i = 0; i < 1200; i++) {
      const text = mutate(random, random.pick(texts), random.pick(texts));
      if (!isReadable(language, text)) continue;
      judged++;
      checkFixes(language, text);
    }
    expect(judged).toBeGreaterThan(100);
  });
});

const runs = { seed: 20_261_115, numRuns: 300 };

test("in any filter", () => {
  const [lpfilter] = languages;
  fc.assert(
    fc.property(samples, ({ text }) => checkFixes(lpfilter as Language, text)),
    runs,
  );
});

test("in any rule", () => {
  const cfrule = languages.find((it) => it.id === "cfrule") as Language;
  fc.assert(
    fc.property(rule, (text) => checkFixes(cfrule, text)),
    runs,
  );
});
