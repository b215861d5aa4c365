import { and, type Formula, not, or } from "../../../core/solver/formula.ts";
import { integersIn, type NumberSet } from "../../../core/solver/number-set.ts";
import { inCase } from "../../../core/solver/text/derived.ts";
import { endingWith, oneOf } from "../../../core/solver/text/literals.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import { addressesIn, hostsIn, numbersIn } from "../../values/list-items.ts";
import { addressNumber } from "../number-claims.ts";

type Items = readonly (string | number)[];

export function listedIntegers(items: Items): NumberSet {
  return integersIn(Array.from(numbersIn(items), (it) => ({ first: it, last: it })));
}

export function listedAddresses(items: Items): NumberSet {
  return integersIn(
    addressesIn(items).map(({ family, first, last }) => ({
      first: addressNumber({ family, value: first }),
      last: addressNumber({ family, value: last }),
    })),
  );
}

/** Each suffix is a separate condition, so a comparison with more of them is too expensive. */
const maxSuffixes = 100;

/** The condition that a string, which is present, is in a list. Undefined for non-ASCII items, whose case is not modeled. */
export function listedTexts(items: Items, atom: (set: TextSet) => Formula): Formula | undefined {
  const { exact, suffixes } = hostsIn(items);
  const isPlain = [...exact, ...suffixes].every((it) => /^[ -~]*$/.test(it));
  if (!isPlain || suffixes.length > maxSuffixes) return undefined;
  const inAnyCase = (set: TextSet): Formula => atom(inCase("lower", set));
  return or(
    inAnyCase(oneOf([...exact])),
    ...suffixes.map((it) => and(inAnyCase(endingWith(it)), not(inAnyCase(oneOf([it]))))),
  );
}
