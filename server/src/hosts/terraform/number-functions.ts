import type { Fn } from "./fn.ts";
import { numberOf } from "./values/calculate.ts";
import { boolOf } from "./values/collection.ts";
import { list, plain } from "./values/value.ts";

function ofNumbers(result: (numbers: readonly number[]) => number): Fn {
  return {
    call: (args, { place }) => {
      const numbers = args.map((it) => numberOf(it));
      if (numbers.length === 0 || numbers.includes(undefined)) return undefined;
      const value = result(numbers as readonly number[]);
      return Number.isSafeInteger(value) ? plain(value, place) : undefined;
    },
  };
}

/** Functions that make numbers, or Booleans of several. */
export const numberFunctions: Readonly<Record<string, Fn>> = {
  range: {
    call: (args, { place, scope }) => {
      const numbers = args.map((it) => numberOf(it));
      if (numbers.length === 0 || numbers.length > 3 || numbers.includes(undefined))
        return undefined;
      const [a = 0, b = 0, c] = numbers as readonly number[];
      const [start, limit] = numbers.length === 1 ? [0, a] : [a, b];
      const step = c ?? (limit < start ? -1 : 1);
      const count = Math.ceil((limit - start) / step);
      if (step === 0 || !Number.isSafeInteger(count) || count > 1024) return undefined;
      if (!scope.around.budget.allows(Math.max(0, count))) return undefined;
      return list(
        Array.from({ length: Math.max(0, count) }, (_, i) => plain(start + i * step, place)),
        place,
      );
    },
  },
  alltrue: {
    call: ([value], { place }) => {
      const found = value?.kind === "list" ? value.items.map(boolOf) : [undefined];
      if (found.includes(false)) return plain(false, place);
      return found.includes(undefined) ? undefined : plain(true, place);
    },
  },
  anytrue: {
    call: ([value], { place }) => {
      const found = value?.kind === "list" ? value.items.map(boolOf) : [undefined];
      if (found.includes(true)) return plain(true, place);
      return found.includes(undefined) ? undefined : plain(false, place);
    },
  },
  sum: {
    call: ([value], { place }) => {
      const numbers = value?.kind === "list" ? value.items.map((it) => numberOf(it)) : [];
      if (numbers.length === 0 || numbers.includes(undefined)) return undefined;
      const total = (numbers as readonly number[]).reduce((sum, it) => sum + it, 0);
      return Number.isSafeInteger(total) ? plain(total, place) : undefined;
    },
  },
  max: ofNumbers((numbers) => numbers.reduce((a, b) => Math.max(a, b))),
  min: ofNumbers((numbers) => numbers.reduce((a, b) => Math.min(a, b))),
  abs: ofNumbers(([number = 0]) => Math.abs(number)),
  ceil: ofNumbers(([number = 0]) => Math.ceil(number)),
  floor: ofNumbers(([number = 0]) => Math.floor(number)),
};
