import { expect, onTestFinished, test } from "vitest";
import { onDisagreement } from "../../server/src/core/meaning/confirm.ts";
import type { Meaning } from "../../server/src/core/meaning/meaning.ts";
import { type Sized, shortestProved } from "../../server/src/core/shrink/shrink.ts";
import { always, type Formula, never } from "../../server/src/core/solver/formula.ts";

/** A text whose solver and evaluator can say different things. */
function meaning(formula: Formula, answer: boolean): Meaning {
  return {
    scope: "test",
    formula,
    terms: [],
    facts: () => [],
    witnesses: () => [],
    matches: () => answer,
    mentions: ["a"],
    samples: (mentions) => mentions,
    sampleWitness: () => undefined,
    answers: () => [answer],
    statements: () => [],
    stated: () => [],
    conjunction: () => "",
  };
}

const meanings: Readonly<Record<string, Meaning | undefined>> = {
  given: meaning(always, true),
  equal: meaning(always, true),
  different: meaning(never, true),
  contradicted: meaning(always, false),
};

const found = (...texts: string[]) => {
  const versions = texts.map((text, index): Sized => ({ text, size: { characters: -index } }));
  const { text, isUnproved } = shortestProved(versions, (it) => meanings[it]) ?? {};
  return [text, isUnproved];
};

test("the shortest version counts if the whole is proved", () => {
  expect(found("given", "different", "equal")).toEqual(["equal", false]);
});

test("otherwise a longer version, or the given text, and the result says so", () => {
  expect(found("given", "equal", "equal", "equal", "different")).toEqual(["equal", true]);
  expect(found("given", "different", "different")).toEqual(["given", true]);
  expect(found("given", "unreadable")).toEqual(["given", true]);
  expect(found("given")).toEqual(["given", false]);
});

test("the evaluator can reject what the solver has proved", () => {
  const reported: string[] = [];
  const { report } = onDisagreement;
  onDisagreement.report = (it) => reported.push(it);
  onTestFinished(() => {
    onDisagreement.report = report;
  });
  expect(found("given", "contradicted")).toEqual(["given", true]);
  expect(reported).toEqual(['equal, but not for "a"']);
});
