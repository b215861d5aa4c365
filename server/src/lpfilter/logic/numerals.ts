import {
  anyOf,
  matching,
  PatternBuilder,
  type PatternFragment,
} from "../../core/solver/text/patterns.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";

/** Sets of strings that represent numbers. */

class NumeralBuilder extends PatternBuilder {
  one(units: string): PatternFragment {
    return this.units(anyOf(units));
  }

  text(text: string): PatternFragment {
    return this.sequence([...text].map((it) => this.one(it)));
  }

  /** Any number of digits. */
  digits(): PatternFragment {
    return this.optional(this.repeat(this.one(digits)));
  }

  /** A decimal point and digits after it, or nothing. */
  fraction(): PatternFragment {
    return this.optional(this.sequence([this.one("."), this.one(digits), this.digits()]));
  }

  /** A fraction without trailing zeros, or nothing. */
  shortFraction(): PatternFragment {
    return this.optional(this.sequence([this.one("."), this.digits(), this.one(nonZero)]));
  }
}

const digits = "0123456789";
const nonZero = "123456789";

function patternOf(
  key: string,
  whole: (builder: NumeralBuilder) => readonly PatternFragment[],
): TextSet {
  const builder = new NumeralBuilder();
  return matching(key, builder, builder.sequence(whole(builder)), {});
}

/** The strings that are compared as numbers in fields of mixed type; the same as `isNumber` accepts. */
export const numerals = patternOf("numeral", (it) => [
  it.optional(it.one("-")),
  it.one(digits),
  it.digits(),
  it.fraction(),
  it.optional(it.sequence([it.one("eE"), it.optional(it.one("+-")), it.one(digits), it.digits()])),
]);

/** A superset of how JavaScript serializes finite numbers: no leading zeros, and exponents for tiny and huge numbers. */
export const written = patternOf("written number", (it) => {
  const whole = it.sequence([it.one(nonZero), it.digits(), it.shortFraction()]);
  const zeros = Array.from({ length: 6 }, (_, count) => it.text(`0.${"0".repeat(count)}`));
  const fraction = it.sequence([
    it.choice(zeros),
    it.one(nonZero),
    it.optional(it.sequence([it.digits(), it.one(nonZero)])),
  ]);
  const exponent = it.choice([
    it.sequence([it.one("-"), it.one("789")]),
    it.sequence([it.one("+-"), it.one(nonZero), it.one(digits), it.optional(it.one(digits))]),
  ]);
  const power = it.sequence([it.one(nonZero), it.shortFraction(), it.one("e"), exponent]);
  const signed = it.sequence([it.optional(it.one("-")), it.choice([whole, fraction, power])]);
  return [it.choice([it.one("0"), signed])];
});
