import fc from "fast-check";
import { expect, test } from "vitest";
import { arranged } from "../../../server/src/core/configuration/arrange.ts";
import { times } from "../../support/long.ts";

/** As in `ab c<a b@2`: a and b in the preferred order, c before a, and b at the second place. */
function arrange(items: string, ...rest: readonly string[]): string | undefined {
  const pairs = rest.filter((it) => it[1] === "<").map((it) => [it[0], it[2]] as [string, string]);
  const places = rest
    .filter((it) => it[1] === "@")
    .map((it) => [it[0], Number(it[2]) - 1] as [string, number]);
  return arranged({ items: [...items], pairs, places: new Map(places) })?.join("");
}

test.each([
  ["abc", [], "abc"],
  ["abc", ["c<a"], "bca"],
  ["abc", ["c@1"], "cab"],
  ["yrab", ["a@3", "a<r", "y<b"], "ybar"],
  ["yabr", ["a@3", "r<a", "y<b"], "yrab"],
  ["abcd", ["b@1", "a@2", "d@4", "c@3"], "bacd"],
  ["ab", ["a<b", "b<a"], undefined],
  ["abc", ["a@1", "b@1"], undefined],
  ["abc", ["a<b", "b@1"], undefined],
  ["abcd", ["a<d", "b<d", "d@2"], undefined],
  ["", [], ""],
] as const)("'%s' with %j is '%s'", (items, rest, expected) => {
  expect(arrange(items, ...rest)).toBe(expected);
});

function permutations(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((it) =>
    permutations(items.filter((other) => other !== it)).map((rest) => [it, ...rest]),
  );
}

test("there is an order exactly if some permutation satisfies everything", () => {
  const items = [..."abcde"];
  const all = permutations(items);
  const item = fc.constantFrom(...items);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(item, item), { maxLength: 6 }),
      fc.array(fc.tuple(item, fc.nat(4)), { maxLength: 3 }),
      (pairs, fixed) => {
        const places = new Map(fixed);
        const fits = (order: readonly string[]) =>
          pairs.every(([a, b]) => order.indexOf(a) < order.indexOf(b)) &&
          [...places].every(([it, place]) => order[place] === it);
        const found = arranged({ items, pairs, places });
        return found ? fits(found) && found.length === 5 : !all.some(fits);
      },
    ),
    { numRuns: times(150, 5000), seed: 1 },
  );
});
