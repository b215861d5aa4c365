import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareWork,
  type Example,
  findWitness,
  relation,
} from "../../server/src/core/meaning/relation.ts";
import { Budget } from "../../server/src/core/solver/budget.ts";
import {
  type Atom,
  always,
  and,
  type Formula,
  not,
  or,
} from "../../server/src/core/solver/formula.ts";
import {
  allNumbers,
  below,
  complement,
  exactly,
  has,
  integersIn,
  intersection,
  isEmpty,
  isWithin,
  keyOf,
  type NumberSet,
  overlap,
  union,
  upTo,
} from "../../server/src/core/solver/number-set.ts";
import { Claims, solve } from "../../server/src/core/solver/solve.ts";
import { inCase, withLength } from "../../server/src/core/solver/text/derived.ts";
import {
  before,
  containing,
  endingWith,
  oneOf,
  startingWith,
} from "../../server/src/core/solver/text/literals.ts";
import { matching, PatternBuilder } from "../../server/src/core/solver/text/patterns.ts";
import { includes, type TextSet } from "../../server/src/core/solver/text/text-set.ts";
import type { Value } from "../../server/src/core/solver/values.ts";
import { times } from "../support/long.ts";

const related = (first: Formula, second: Formula, accepts = (_: Example): boolean => true) =>
  relation(first, second, (question) =>
    findWitness(question, {
      maker: { witnesses: (it: Example) => [it] },
      terms: [],
      facts: [],
      accepts,
      budget: (share) => new Budget(compareWork * share),
    }),
  );

/** A claim, and a plain function with the same meaning. */
interface Checked {
  readonly atom: Atom;
  readonly holds: (value: Value) => boolean;
}

const letters = "abB";
const word = fc.string({ unit: fc.constantFrom(...letters), maxLength: 3 });

function text(set: TextSet, holds: (text: string) => boolean, variable = "x"): Checked {
  return {
    atom: { kind: "text", variable, set, lastUnit: 0xffff },
    holds: (value) => holds(value as string),
  };
}

function glob(pattern: string): TextSet {
  const builder = new PatternBuilder();
  const parts = [...pattern].map((it) =>
    it === "*" ? builder.anything() : builder.units([it.charCodeAt(0), it.charCodeAt(0)]),
  );
  return matching(`glob ${pattern}`, builder, builder.sequence(parts));
}

const globText = fc.string({ unit: fc.constantFrom(..."ab*"), maxLength: 5 });
const lengths = fc
  .tuple(fc.nat(4), fc.nat(3))
  .map(([a, b]) => ({ first: BigInt(a), last: BigInt(a + b) }));

const textClaim: fc.Arbitrary<Checked> = fc.oneof(
  fc.array(word, { maxLength: 3 }).map((all) => text(oneOf(all), (it) => all.includes(it))),
  word.map((part) => text(startingWith(part), (it) => it.startsWith(part))),
  word.map((part) => text(endingWith(part), (it) => it.endsWith(part))),
  word.map((part) => text(containing(part), (it) => it.includes(part))),
  word.map((part) => text(before(part), (it) => it < part)),
  word.map((part) =>
    text(inCase("lower", containing(part)), (it) => it.toLowerCase().includes(part)),
  ),
  word.map((part) => text(inCase("upper", oneOf([part])), (it) => it.toUpperCase() === part)),
  globText.map((part) =>
    text(glob(part), (it) => new RegExp(`^${part.replaceAll("*", ".*")}$`, "s").test(it)),
  ),
  lengths.map((range) =>
    text(
      withLength(integersIn([range])),
      (it) => it.length >= range.first && it.length <= range.last,
    ),
  ),
);

function number(set: NumberSet, holds: (value: number) => boolean): Checked {
  return {
    atom: { kind: "number", variable: "n", set, domain: allNumbers, zero: 0 },
    holds: (value) => holds(Number(value)),
  };
}

const bound = fc.integer({ min: -2, max: 2 });
const numberClaim: fc.Arbitrary<Checked> = fc.oneof(
  bound.map((it) => number(below(it), (value) => value < it)),
  bound.map((it) => number(upTo(it), (value) => value <= it)),
  bound.map((it) => number(exactly([it]), (value) => value === it)),
);

const flagClaim: fc.Arbitrary<Checked> = fc
  .constantFrom("p", "q")
  .map((variable) => ({ atom: { kind: "flag", variable }, holds: (value) => value === true }));

type Values = ReadonlyMap<string, Value>;

interface Tree {
  readonly formula: Formula;
  readonly holds: (values: Values) => boolean;
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    {
      weight: 3,
      arbitrary: fc.oneof({ weight: 4, arbitrary: textClaim }, numberClaim, flagClaim).map(leaf),
    },
    fc.array(tie("tree"), { maxLength: 4 }).map((parts) => ({
      formula: and(...parts.map((it) => it.formula)),
      holds: (values: Values) => parts.every((it) => it.holds(values)),
    })),
    fc.array(tie("tree"), { maxLength: 4 }).map((parts) => ({
      formula: or(...parts.map((it) => it.formula)),
      holds: (values: Values) => parts.some((it) => it.holds(values)),
    })),
    tie("tree").map((part) => ({
      formula: not(part.formula),
      holds: (values: Values) => !part.holds(values),
    })),
  ),
}));

const empty: Readonly<Record<string, Value>> = { x: "", n: 0, p: false, q: false };

function leaf({ atom, holds }: Checked): Tree {
  return {
    formula: atom,
    holds: (values) => holds(values.get(atom.variable) ?? empty[atom.variable] ?? false),
  };
}

/** All strings of up to four letters. */
function allTexts(alphabet: string): string[] {
  const texts = [""];
  for (let i = 0; texts[i] !== undefined && (texts[i] ?? "").length < 4; i++) {
    for (const letter of alphabet) texts.push(texts[i] + letter);
  }
  return texts;
}

const texts = allTexts(`${letters}c`);
/** Contains a character of every kind that claims about `letters` can distinguish, also by order and letter case. */
const textsOfAnyKind = allTexts("@ABCabc");
const numbers = [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5];

function bruteForce(holds: Tree["holds"]): ReadonlyMap<string, Value> | undefined {
  for (const p of [false, true]) {
    for (const q of [false, true]) {
      for (const n of numbers) {
        for (const x of texts) {
          const values = new Map<string, Value>(Object.entries({ x, n, p, q }));
          if (holds(values)) return values;
        }
      }
    }
  }
  return undefined;
}

test("claims proved impossible have no example, and every example is valid", () => {
  let unknown = 0;
  const runs = times(25, 4000);
  fc.assert(
    fc.property(tree, ({ formula, holds }) => {
      const answer = solve(formula, new Budget(1_000_000));
      if (answer.kind === "unknown") unknown++;
      else if (answer.kind === "possible") assert.ok(holds(answer.values));
      else assert.equal(bruteForce(holds), undefined);
    }),
    { numRuns: runs, seed: 7 },
  );
  expect(unknown).toBe(0);
});

test("many questions about the same claims are answered as if each were the first", () => {
  const claimed = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 5 });
  const asked = fc.tuple(
    fc.array(tree, { minLength: 5, maxLength: 5 }),
    fc.array(claimed, { minLength: 1, maxLength: 12 }),
  );
  let contradictions = 0;
  fc.assert(
    fc.property(asked, ([trees, questions]) => {
      const budget = new Budget(10_000_000);
      const meaningOf = (claim: number): Formula => {
        const formula = trees[Math.abs(claim) - 1]?.formula ?? always;
        return claim > 0 ? formula : not(formula);
      };
      const claims = new Claims(meaningOf, [], budget);
      const meaning = (numbers: readonly number[]): Formula => and(...numbers.map(meaningOf));
      for (const question of questions) {
        const numbers = question.map(([index, isTrue]) => (isTrue ? index + 1 : -index - 1));
        const found = claims.contradiction(numbers, budget);
        const alone = solve(meaning(numbers), new Budget(1_000_000)).kind;
        assert.equal(found !== undefined, alone === "impossible");
        if (!found) continue;
        contradictions++;
        assert.ok(found.every((it) => numbers.includes(it)));
        assert.equal(solve(meaning(found), new Budget(1_000_000)).kind, "impossible");
      }
    }),
    { numRuns: times(50, 10_000), seed: 7 },
  );
  expect(contradictions).toBeGreaterThan(50);
});

/** The shortest matching string contains none of the `letters`. */
const betweenLetters: [Checked, boolean][] = [
  [text(oneOf(["", "B"]), (it) => it === "" || it === "B"), false],
  [text(before("a"), (it) => it < "a"), true],
];

test("the text of an example is as short as possible", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(textClaim, fc.boolean()), { maxLength: 4 }), (claims) => {
      const formula = and(...claims.map(([{ atom }, yes]) => (yes ? atom : not(atom))));
      const answer = solve(formula, new Budget(1_000_000));
      const fits = (it: string) => claims.every(([claim, yes]) => claim.holds(it) === yes);
      const shortest = textsOfAnyKind.find(fits);
      if (answer.kind === "possible") {
        const found = String(answer.values.get("x") ?? "");
        assert.ok(fits(found));
        if (shortest !== undefined) assert.equal(found.length, shortest.length);
      } else {
        assert.equal(answer.kind, "impossible");
        assert.equal(shortest, undefined);
      }
    }),
    { numRuns: times(50, 10_000), seed: 7, examples: [[betweenLetters]] },
  );
});

test("automata agree with plain functions", () => {
  fc.assert(
    fc.property(textClaim, fc.constantFrom(...textsOfAnyKind), ({ atom, holds }, it) => {
      if (atom.kind === "text") assert.equal(includes(atom.set, it), holds(it), atom.set.key);
    }),
    { numRuns: times(250), seed: 7 },
  );
});

test("sets of numbers agree with plain functions", () => {
  fc.assert(
    fc.property(numberClaim, numberClaim, fc.constantFrom(...numbers), (a, b, it) => {
      if (a.atom.kind !== "number" || b.atom.kind !== "number") return;
      const [first, second] = [a.holds(it), b.holds(it)];
      assert.equal(has(a.atom.set, it), first);
      assert.equal(has(complement(a.atom.set), it), !first);
      assert.equal(has(intersection(a.atom.set, b.atom.set), it), first && second);
      assert.equal(has(union(a.atom.set, b.atom.set), it), first || second);
      assert.equal(overlap(a.atom.set, b.atom.set), !isEmpty(intersection(a.atom.set, b.atom.set)));
      if (isWithin(a.atom.set, b.atom.set)) assert(!first || second);
    }),
    { numRuns: times(125), seed: 7 },
  );
});

const has20 = Array.from({ length: 20 }, (_, i) => text(containing(`part${i}x`), () => true).atom);

test("twenty substrings of one text are found without trying every order", () => {
  const answer = solve(and(...has20), new Budget(600_000));
  expect(answer.kind).toBe("possible");
  const found = answer.kind === "possible" ? String(answer.values.get("x")) : "";
  for (let i = 0; i < 20; i++) expect(found).toContain(`part${i}x`);
});

test("texts that are too long to be found leave the result unknown", () => {
  const long = text(withLength(complement(below(400_000_000n))), () => true).atom;
  const part = text(containing("abc"), () => true).atom;
  expect(solve(and(long, part), new Budget(600_000)).kind).toBe("unknown");
  expect(solve(and(not(long), part), new Budget(600_000)).kind).toBe("possible");
});

test("10,000 ranges against 10,000", () => {
  const ranges = (odd: bigint) =>
    integersIn(
      Array.from({ length: 10_000 }, (_, i) => {
        const first = BigInt(i) * 1000n + odd;
        return { first, last: first + 400n };
      }),
    );
  const atom = (set: NumberSet): Atom => ({
    kind: "number",
    variable: "ip",
    set,
    domain: allNumbers,
    zero: 0n,
  });
  const [even, odd] = [atom(ranges(0n)), atom(ranges(500n))];
  expect(related(even, odd).name).toBe("disjoint");
  expect(related(even, atom(ranges(0n))).name).toBe("equal");
});

test("equal formulas of another shape are proved equal", () => {
  const flags = Array.from({ length: 30 }, (_, i): Atom => ({ kind: "flag", variable: `f${i}` }));
  const groups = Array.from({ length: 10 }, (_, i) => flags.slice(3 * i, 3 * i + 3));
  const first = and(...groups.map((it) => or(...it)));
  const second = not(or(...groups.toReversed().map((it) => and(...it.map((flag) => not(flag))))));
  expect(related(first, second).name).toBe("equal");
  expect(solve(and(first, not(second)), new Budget(100_000)).kind).toBe("impossible");
});

test("the relation is the first that fits", () => {
  const a = text(startingWith("a"), () => true).atom;
  const ab = text(startingWith("ab"), () => true).atom;
  const b = text(startingWith("b"), () => true).atom;
  const end = text(endingWith("z"), () => true).atom;
  const name = (first: Formula, second: Formula) => related(first, second).name;
  expect(name(ab, a)).toBe("narrower");
  expect(name(a, ab)).toBe("wider");
  expect(name(a, b)).toBe("disjoint");
  expect(name(a, end)).toBe("overlapping");
  expect(name(and(a, b), a)).toBe("narrower");
  expect(name(and(a, b), and(b, not(b)))).toBe("equal");
});

test("an example that turns out to be wrong leaves the result unknown", () => {
  const opaque: Atom = { kind: "flag", variable: "f(x)", isOpaque: true };
  const flag: Atom = { kind: "flag", variable: "p" };
  expect(related(opaque, flag, () => false).name).toBe("unknown");
  const same = and(opaque, or(flag, not(flag)));
  expect(related(opaque, same, () => false).name).toBe("equal");
});

test("a negative bound is not mistaken for the opposite of a positive one", () => {
  // Their keys were the same, so 'lt 1' and 'ge -1' were one condition.
  const [less, atLeast] = [below(1), complement(below(-1))];
  expect(keyOf(less)).not.toBe(keyOf(atLeast));
  const atom = (set: NumberSet): Formula => ({
    kind: "number",
    variable: "n",
    set,
    domain: allNumbers,
    zero: 0,
  });
  const found = solve(and(atom(less), not(atom(atLeast))), new Budget(1000));
  expect(found).toMatchObject({ kind: "possible", values: new Map([["n", -2]]) });
});
