import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../server/src/cfrule/evaluate.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { type Parsed, parse } from "../../server/src/cfrule/syntax/parse.ts";
import { defaultContext } from "../../server/src/core/context.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { rule } from "../cfrule/random-rules.ts";
import { generate } from "../conformance/generate.ts";
import { mutate } from "../conformance/mutate.ts";
import { Random } from "../conformance/random.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { requestsFor } from "../support/requests-for.ts";
import { slips } from "./slips.ts";

/**
 * Fixes that are applied unasked keep what a rule does. And where a slip has made a rule that is refused out of one that
 * can match, they do not go on to make one of that which never matches, and of which nothing is said.
 */

const mostRequests = 24;

function checkFixed(text: string, random: Random, meant = text): void {
  const fixed = fixAll(cfrule, text, defaultContext);
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
  const told = cfrule.analyse(after.text, defaultContext).diagnostics();
  if (told.some((it) => it.severity === "warning")) return;
  const original = parse(meant);
  if (original.problems.length > 0 || !matchesSomething(original, random)) return;
  fail(before, after, "never matches");
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

test("in the examples of every check, and in our samples", () => {
  const random = new Random(seed);
  for (const text of samplesOf(cfrule)) checkFixed(text, random);
});

test("in the same with slips of the hand", () => {
  const random = new Random(seed);
  const texts = samplesOf(cfrule).filter((it) => it.length < 1000);
  for (let i = 0; i < 2500; i++) {
    const meant = random.pick(texts);
    checkFixed(mutate(random, meant, random.pick(texts)), random, meant);
  }
});

test("in the same as other languages would have it", () => {
  const random = new Random(seed);
  const texts = samplesOf(cfrule).filter((it) => it.length < 1000);
  let changed = 0;
  for (let i = 0; i < 2500; i++) {
    const text = random.pick(texts);
    const slipped = random.pick(slips)(text, random);
    if (slipped !== text) changed++;
    checkFixed(slipped, random, text);
  }
  expect(changed).toBeGreaterThan(500);
});

test("in any rule", () => {
  const random = new Random(seed);
  fc.assert(
    fc.property(rule, (text) => checkFixed(text, random)),
    { seed, numRuns: 600 },
  );
});

test("in what the engine is tested with", () => {
  const random = new Random(seed);
  for (let i = 0; i < 600; i++) checkFixed(generate(random), random);
});
