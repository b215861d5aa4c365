import fc from "fast-check";
import { expect, test } from "vitest";
import { fields } from "../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../server/src/cfrule/catalog/functions.ts";
import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { type Parsed, parse } from "../../server/src/cfrule/syntax/parse.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { rule } from "../cfrule/random-rules.ts";
import { generate } from "../conformance/generate.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { blocksOf, codeOf, pages } from "../docs/markdown.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { times } from "../support/long.ts";
import { requestsFor } from "../support/random/requests-for.ts";
import { slips } from "./typos.ts";

/**
 * Safe fixes keep the meaning of a rule. If a typo has turned a rule that can match into an invalid one, they do not turn it
 * into a rule that never matches without a diagnostic.
 */

const mostRequests = 24;

function checkFixed(text: string, random: Random, meant = text): void {
  const fixed = fixAll(cfrule, text, defaultContext, { style: true });
  if (fixed === text) return;
  const [before, after] = [parse(text), parse(fixed)];
  if (before.form === "value" || after.form === "value") return;
  if (before.problems.length === 0) keepsMeaning(before, after, random);
  else if (after.problems.length === 0 && meant !== text) staysAlive(before, after, meant, random);
}

function keepsMeaning(before: Parsed, after: Parsed, random: Random): void {
  if (after.problems.length > 0) fail(before, after, "is refused");
  for (const missing of ["false", "engine"] as const) {
    const was = compile(before.root, { missing });
    const is = compile(after.root, { missing });
    for (const request of requestsFor([before.root, after.root], random, mostRequests)) {
      if (was(request) === is(request)) continue;
      fail(before, after, `gives ${is(request)} for ${JSON.stringify(request)} (${missing})`);
    }
  }
}

function staysAlive(before: Parsed, after: Parsed, meant: string, random: Random): void {
  if (matchesSomething(after, random)) return;
  // Diagnostics of the rule before the typo are not caused by the fix.
  const known = warningsOf(meant);
  if (warningsOf(after.text).some((it) => !known.includes(it))) return;
  const original = parse(meant);
  if (original.problems.length > 0 || !matchesSomething(original, random)) return;
  fail(before, after, "never matches");
}

function warningsOf(text: string): string[] {
  const told = cfrule.analyze(text, defaultContext).diagnostics();
  return told
    .filter((it) => it.severity === "warning" || it.severity === "error")
    .map((it) => it.code);
}

function matchesSomething({ root }: Parsed, random: Random): boolean {
  const holds = compile(root, { missing: "false" });
  for (let round = 0; round < 40; round++) {
    const requests = requestsFor([root], random, mostRequests);
    if (requests.some((it) => holds(it) !== false)) return true;
  }
  return false;
}

function fail(before: Parsed, after: Parsed, what: string): never {
  throw new Error(`${before.text}\n→ ${after.text}\n${what}`);
}

const seed = 20_261_115;

/** The examples of checks, fields and functions, the samples, and the examples in the docs. */
const texts = [...new Set([...samplesOf(cfrule), ...shownRules()])];
const shortTexts = texts.filter((it) => it.length < 1000);

function shownRules(): string[] {
  const blocks = pages.flatMap(blocksOf).filter((it) => it.info === "cfrule");
  const pieces = pages.flatMap(codeOf).filter(({ text }) => text.includes(" ") && isRule(text));
  const examples = [...fields, ...functions].flatMap(({ example }) => example ?? []);
  return [...[...blocks, ...pieces].map((it) => it.text), ...examples];
}

function isRule(text: string): boolean {
  const { form, problems } = parse(text);
  return form !== "value" && problems.length === 0;
}

test("in all our example rules", () => {
  const random = new Random(seed);
  for (const text of texts) checkFixed(text, random);
});

test("in the same with typos", () => {
  const random = new Random(seed);
  for (let i = 0; i < times(20, 8000); i++) {
    const meant = random.pick(shortTexts);
    checkFixed(mutate(random, meant, random.pick(shortTexts)), random, meant);
  }
});

test("in the same with idioms of other languages", () => {
  const random = new Random(seed);
  let changed = 0;
  for (let i = 0; i < times(20, 8000); i++) {
    const text = random.pick(shortTexts);
    const slipped = random.pick(slips)(text, random);
    if (slipped !== text) changed++;
    checkFixed(slipped, random, text);
  }
  expect(changed).toBeGreaterThan(times(2, 1000));
});

test("in any rule", () => {
  const random = new Random(seed);
  fc.assert(
    fc.property(rule, (text) => checkFixed(text, random)),
    { seed, numRuns: times(13, 1500) },
  );
});

test("in the conformance expressions", () => {
  const random = new Random(seed);
  for (let i = 0; i < times(13, 2000); i++) checkFixed(generate(random), random);
});
