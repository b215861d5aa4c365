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

/** Every fix makes its finding go away, and brings no other with it, not even a hint. What is excepted stands here, and why. */

/** These give a thing its name, its shape or its place, and only then can be seen what else is wrong with it. */
const uncovers =
  /^(unknown-|missing-where|nested-where|escaped-filter|group-not-array|not-a-node|mixed-node|directive-value|late-directive|deprecated-field|value-type|destination-|template-|index-type|list-name|operator-type|argument-type|host-bits|reversed-range)/;

/** What stays, and why. */
const stays: readonly (readonly [code: string, title: RegExp, why: string])[] = [
  ["unknown-property", /^(Use|Move it to|Keep only)/, "what is inside is read now, and has others"],
  ["destination-parameter", /^Use/, "the value of the parameter that is known now is read"],
  ["destination-parameter", /^Remove the second/, "there was a third one"],
  ["destination-parameter", /^Remove the '\/'/, "the value before the '/' is read now"],
  ["logpull-option", /^Use/, "the value of the option that is known now is read"],
  ["destination-path", /^Remove/, "one scheme was written before another, and that before a third"],
  ["value-shape", /^(Write|Use|Remove)/, "a part is right now, and the rest is not"],
  [
    "unknown-field",
    /^(Insert|Write|Use)/,
    "one unknown word is two, or the field said again is none",
  ],
  ["unknown-field", /^Name the dataset/, "the other fields are those of the old one"],
  ["unknown-operator", /^Write \{/, "the conditions inside are read now, and have others"],
  ["operator-type", /^Write '\[\*\]'/, "each element is compared now, and is of another type"],
  [
    "directive-value",
    /^(Change to|Put the comment|Remove the)/,
    "a part is right now, and the rest is not",
  ],
  ["index-type", /^Remove/, "there are two indexes too many, of which each has its turn"],
  ["redundant-parentheses", /^Remove/, "of two pairs the outer one goes first"],
  ["redundant-group", /^Remove/, "without the group between them, two of a kind meet"],
  ["value-type", /^Remove the inner brackets$/, "a thousand brackets are removed one by one"],
];

/** These compare parts with each other, and say each thing once: where one is silent another may speak of the same parts. */
const relations =
  "(always|never)-matches|(duplicate|redundant)-(condition|group|value)|covered-value|overlapping-ranges|prefer-in";

/** What comes with a fix, and why. `relations` are looked at anew where a fix changes what there is to compare. */
const brings: readonly (readonly [code: RegExp, left: string, why: string])[] = [
  [
    /^((always|never)-matches|(duplicate|redundant)-condition)$/,
    `${relations}|redundant-parentheses|double-negation|negated-comparison`,
    "a condition is gone, and what stood on both sides of it meets, or is alone in its group",
  ],
  [/^redundant-(parentheses|group)$/, relations, "the parts of two groups are those of one now"],
  [/^prefer-in$/, relations, "the values of two conditions stand in one set now"],
  [
    /^regex-as-literal$/,
    `${relations}|value-shape`,
    "nobody can tell what a regex leaves to other conditions, and of a text one can",
  ],
  [
    /^(loose-address|dash-range|value-case)$/,
    relations,
    "what can be read in two ways is held against nothing, and it has one meaning now",
  ],
  [
    /^value-shape$/,
    `${relations}|normalised-path`,
    "a value that is never there is held against nothing, and this one may be there",
  ],
  [
    /^(may-be-missing|all-on-absent)$/,
    relations,
    "what a missing value makes of it is settled, which decides what it adds to others",
  ],
  [/^missing-quantifier$/, "all-on-absent", "the answer 'all' has a question of its own"],
  [
    /^regex-(unescaped-dot|slashes)$/,
    "regex-as-literal",
    "without what made it a pattern it is no more than a text",
  ],
  [
    /^regex-query-mark$/,
    "regex-unescaped-dot",
    "the letter beside the dot is no longer repeated, so that the two look like a name",
  ],
  [
    /^wildcard-hex-star$/,
    "value-shape|wildcard-without-star",
    "the star is a character now, and the rest is held against what the field can have",
  ],
  [
    /^(value-shape|bad-address|pattern-value|timestamp-value)$/,
    `${relations}|value-shape|bad-address|pattern-value|unknown-value|value-case|placeholder`,
    "one mistake in a text hides the next one",
  ],
  [
    /^pattern-value$/,
    `${relations}|regex-.*|wildcard-.*|prefer-raw-string|value-(shape|case)|unknown-value|redundant-parentheses`,
    "what was a text is read as a pattern now, or as several texts",
  ],
  [
    /^regex-doubled-backslash$/,
    "regex-.*|prefer-raw-string",
    "a mistake is gone that would have been kept by what is said now",
  ],
  [/^double-negation$/, "negated-comparison", "there were three, and one is left"],
  [/^value-case$/, "unknown-value", "neither spelling is known, and nothing is said of case"],
  [/./, "near-.*", "what was too large for a limit is near it when a part is gone"],
];

function isExcused({ code, title, left }: Leftover): boolean {
  if (brings.some(([it, brought]) => it.test(code) && new RegExp(`^(${brought})$`).test(left)))
    return true;
  if (left === code) return stays.some(([it, pattern]) => it === code && pattern.test(title));
  return uncovers.test(code);
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
