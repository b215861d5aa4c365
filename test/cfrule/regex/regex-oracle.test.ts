import assert from "node:assert/strict";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadOracle } from "../../../scripts/install/oracles.mjs";
import { regexSet } from "../../../server/src/cfrule/logic/formula/regex-set.ts";
import { readRegex } from "../../../server/src/cfrule/regex/syntax/read.ts";
import { isObviouslyOpen } from "../../../server/src/cfrule/regex/widths.ts";
import { Budget } from "../../../server/src/core/solver/budget.ts";
import { type Atom, and, type Formula, not } from "../../../server/src/core/solver/formula.ts";
import { solve } from "../../../server/src/core/solver/solve.ts";
import { includes } from "../../../server/src/core/solver/text/text-set.ts";
import { times } from "../../support/long.ts";

/** The part of refa that is used here. */
interface Automaton {
  readonly isEmpty: boolean;
  complement(): void;
}
interface Refa {
  readonly JS: {
    readonly Parser: {
      fromLiteral(literal: { source: string; flags: string }): {
        parse(): { expression: unknown; maxCharacter: number };
      };
    };
  };
  readonly NFA: { fromRegex(expression: unknown, options: { maxCharacter: number }): unknown };
  readonly DFA: {
    fromFA(automaton: unknown): Automaton;
    fromIntersection(a: Automaton, b: Automaton): Automaton;
  };
}

let refa: Refa;
beforeAll(async () => {
  refa = await loadOracle("refa", "refa");
});

const piece = fc.constantFrom("a", "b", "c", ".", "[ab]", "[^a]", "(?:a|bc)", "(?:b|)", "\\d");
const suffix = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}");
const branch = fc
  .array(fc.tuple(piece, suffix), { minLength: 1, maxLength: 4 })
  .map((all) => all.map((it) => it.join("")).join(""));
const regex = fc.array(branch, { minLength: 1, maxLength: 2 }).map((all) => all.join("|"));

function automaton(source: string): Automaton {
  const parsed = refa.JS.Parser.fromLiteral({ source, flags: "su" }).parse();
  const { maxCharacter } = parsed;
  return refa.DFA.fromFA(refa.NFA.fromRegex(parsed.expression, { maxCharacter }));
}

function atom(source: string): Atom {
  const set = regexSet(`(?s)^(?:${source})$`);
  assert.ok(set, source);
  return { kind: "text", variable: "x", set, lastUnit: 0xff };
}

function isEmpty(formula: Formula): boolean {
  const { kind } = solve(formula, new Budget(2_000_000));
  assert.notEqual(kind, "unknown");
  return kind === "impossible";
}

test("relations of regexes agree with refa's automata", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(regex, regex, (first, second) => {
      const [a, b] = [atom(first), atom(second)];
      const common = refa.DFA.fromIntersection(automaton(first), automaton(second));
      assert.equal(isEmpty(and(a, b)), common.isEmpty, `${first} and ${second}`);
      const others = automaton(second);
      others.complement();
      const rest = refa.DFA.fromIntersection(automaton(first), others);
      assert.equal(isEmpty(and(a, not(b))), rest.isEmpty, `${first} without ${second}`);
      seen.add(`${common.isEmpty} ${rest.isEmpty}`);
    }),
    { seed: 20_261_116, numRuns: times(30) },
  );
  expect(seen.size).toBeGreaterThanOrEqual(3);
});

test("a regex that is obviously open matches some texts and not the empty one", () => {
  const anchor = fc.constantFrom("", "", "^", "$", "\\b", "[a&&b]", "(?:^a)");
  const branch = fc.tuple(anchor, regex, anchor).map((it) => it.join(""));
  const anchored = fc.oneof(
    branch,
    fc.tuple(branch, branch).map(([a, b]) => `(?:${a}|${b})`),
  );
  let open = 0;
  fc.assert(
    fc.property(anchored, (source) => {
      if (!isObviouslyOpen(readRegex(source).root)) return;
      open++;
      const set = regexSet(source);
      assert.ok(set, source);
      const matches: Atom = { kind: "text", variable: "x", set, lastUnit: 0xff };
      expect(isEmpty(matches)).toBe(false);
      expect(includes(set, "")).toBe(false);
    }),
    { numRuns: times(250) },
  );
  expect(open).toBeGreaterThan(50);
});
