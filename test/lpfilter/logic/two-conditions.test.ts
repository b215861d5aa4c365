import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { defaultContext } from "../../../server/src/languages.ts";
import { operators } from "../../../server/src/lpfilter/catalog/operators.ts";
import { readDocument } from "../../../server/src/lpfilter/document.ts";
import { type LogLine, predicateOf } from "../../../server/src/lpfilter/evaluation/evaluate.ts";
import { findingsOf } from "../../../server/src/lpfilter/findings.ts";
import type { Filter, FilterNode } from "../../../server/src/lpfilter/syntax/filter.ts";
import { isLong } from "../../support/long.ts";
import { fields, type RandomField } from "../random-filters.ts";

/** Every pair of conditions on one field, with every value that could distinguish them. */

function conditionsOn({ name, type, values }: RandomField): object[] {
  const [first, second, third] = values;
  const lists = [[first], [first, second], [second, third], values];
  return operators
    .filter((it) => (it.takes as readonly string[]).includes(type))
    .flatMap(({ name: operator, operand }) =>
      (operand === "list" ? lists : values).map((value) => ({ key: name, operator, value })),
    );
}

/** All short strings of the letters in our values, small numbers in small steps, and short arrays. */
function valuesFor({ type, values }: RandomField): unknown[] {
  if (type === "string") {
    const texts = values.map(String);
    const joined = texts.flatMap((a) => texts.flatMap((b) => [a + b, `${a}x${b}`]));
    return [...words(["/", "a", "b"], 4), ...words(["d", "e", "f", "r"], 3), ...joined];
  }
  if (type === "bool") return [true, false];
  if (type.startsWith("array")) {
    let sets: unknown[][] = [[]];
    for (const it of values) sets = sets.concat(sets.map((set) => [...set, it]));
    return sets;
  }
  const step = type === "float" ? 0.25 : 1;
  return Array.from({ length: 40 }, (_, i) => i * step - 4);
}

function words(letters: readonly string[], longest: number): string[] {
  const all = [""];
  for (let i = 0; i < all.length; i++) {
    const word = all[i] ?? "";
    if (word.length < longest) all.push(...letters.map((it) => word + it));
  }
  return all;
}

function read(where: object): Filter {
  return readDocument(JSON.stringify({ where }), defaultContext).filter;
}

function kept(filter: Filter, lines: readonly LogLine[], node?: FilterNode): boolean[] {
  const holds = predicateOf(node ? { ...filter, node } : filter);
  return lines.map((it) => holds?.(it) ?? false);
}

const judged = fields.filter((it) => it.type !== "" && it.type !== "int or string");

for (const field of judged) {
  describe(field.name, () => {
    const lines = valuesFor(field).map((value) => ({ [field.name]: value }));
    const conditions = conditionsOn(field);

    for (const logical of ["and", "or"]) {
      test(`diagnostics about two conditions in an '${logical}' are correct`, () => {
        for (const [i, first] of conditions.entries()) {
          for (const [j, second] of conditions.entries()) {
            // The short suite tests one order of each pair.
            if (!isLong && (logical === "and" ? i > j : i < j)) continue;
            const filter = read({ [logical]: [first, second] });
            const findings = findingsOf(filter);
            const both = kept(filter, lines);
            const about = JSON.stringify([first, second]);
            for (const it of findings) {
              if (it.kind === "clash" && it.isWhole)
                assert(!both.includes(it.truth === "never"), about);
              const [by] = it.kind === "redundant" ? it.by : [];
              if (by) assert.deepEqual(kept(filter, lines, by.part.node), both, about);
            }
            // The result is complete: these lines contain every value that could distinguish the two.
            const decided = !both.includes(logical === "and");
            assert(!decided || findings.some((it) => it.kind === "clash" && it.isWhole), about);
          }
        }
      });
    }
  });
}

test("a value of the wrong type decides nothing", () => {
  const on = (operator: string, value: unknown) => ({ key: "EdgeResponseStatus", operator, value });
  const findings = findingsOf(
    read({ and: [on("in", [1, 2]), on("leq", "x"), on("!eq", 5.5), on("leq", 3)] }),
  );
  const operators = findings.map(
    (it) =>
      it.kind === "redundant" && it.part.node.kind === "condition" && it.part.node.comparison?.name,
  );
  expect(operators).toEqual(["leq"]);
});
