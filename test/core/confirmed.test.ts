import { beforeEach, expect, onTestFinished, test } from "vitest";
import { confirmedFindings } from "../../server/src/core/logic/confirmed.ts";
import type { Finding, Part } from "../../server/src/core/logic/part.ts";
import {
  isConfirmed,
  isCovered,
  onDisagreement,
  type Tried,
} from "../../server/src/core/meaning/confirm.ts";

const reported: string[] = [];

beforeEach(() => {
  const { report } = onDisagreement;
  reported.length = 0;
  onDisagreement.report = (it) => reported.push(it);
  onTestFinished(() => {
    onDisagreement.report = report;
  });
});

/** The parts of a text are the numbers that it matches, and samples are numbers. */
type Node = readonly number[];

const part = (node: Node, logical?: "and" | "or"): Part<Node> => ({
  node,
  logical,
  parts: [],
  isKnown: true,
  meanings: [],
  values: [],
});

const evaluation = (...samples: number[]) => ({
  samples,
  answers: (node: Node) => (sample: unknown) => [node.includes(sample as number)],
});

const clash = (truth: "never" | "always", ...members: Node[]): Finding<Node> => ({
  kind: "clash",
  truth,
  parent: part([], "and"),
  members: members.map((it) => part(it)),
  isWhole: false,
});

const redundant = (logical: "and" | "or", it: Node, by: Node): Finding<Node> => {
  const parent = part([], logical);
  const isTrue = logical === "and";
  return { kind: "redundant", part: part(it), parent, by: [{ part: part(by), isTrue, parent }] };
};

test.each<[string, Finding<Node>, boolean]>([
  ["parts that are never both true", clash("never", [1], [2]), true],
  ["parts of which both are true for 2", clash("never", [1, 2], [2]), false],
  ["parts of which one is always true", clash("always", [1, 2], [3]), true],
  ["parts of which none is true for 3", clash("always", [1], [2]), false],
  ["a part that another implies", redundant("and", [1, 2], [1]), true],
  ["a part that 3 needs", redundant("and", [1, 2], [1, 3]), false],
  ["a part that another covers", redundant("or", [1], [1, 2]), true],
  ["a part that only matches 1", redundant("or", [1, 2], [2]), false],
])("%s", (_, finding, isKept) => {
  expect(confirmedFindings([finding], part([]), () => evaluation(1, 2, 3))).toEqual(
    isKept ? [finding] : [],
  );
  expect(reported.length).toBe(isKept ? 0 : 1);
});

const tried = (...numbers: number[]): Tried => ({
  mentions: numbers,
  samples: (mentions) => [...mentions, 9],
  answers: (sample) => [numbers.includes(sample as number)],
});

test.each<[string, Tried, Tried, readonly string[]]>([
  ["the same", tried(1), tried(1), ["equal", "narrower", "wider"]],
  ["less", tried(1), tried(1, 2), ["narrower"]],
  ["more", tried(1, 2), tried(1), ["wider"]],
  ["something else", tried(1), tried(2), ["disjoint"]],
])("samples of %s allow only some relations", (_, first, second, allowed) => {
  const relations = ["equal", "narrower", "wider", "disjoint"] as const;
  expect(relations.filter((it) => isConfirmed(it, first, second))).toEqual(allowed);
  for (const it of ["overlapping", "unknown"] as const)
    expect(isConfirmed(it, first, second)).toBe(true);
});

test("a text is covered if one of the others matches each sample of it", () => {
  expect(isCovered(tried(1, 2), [tried(1), tried(2, 3)])).toBe(true);
  expect(isCovered(tried(1, 2), [tried(1), tried(3)])).toBe(false);
  expect(reported).toEqual(["covered, but not for 2"]);
});
