import { anyOf, matching, type Part, PatternBuilder } from "../../core/solver/text/patterns.ts";

/** The texts that count as numbers where a field may be a number or a text: those of `isNumber`. */
export const numerals = matching("numeral", ...numeralPattern(), {});

/** At least the texts that numbers are written as: no blanks, no leading zeros. */
export const written = matching("written number", ...numeralPattern({ isShortest: true }), {});

function numeralPattern({ isShortest = false } = {}): [PatternBuilder, Part] {
  const builder = new PatternBuilder();
  const digits = () => builder.repeat(builder.units(anyOf("0123456789")));
  const one = (units: string) => builder.units(anyOf(units));
  const shortest = () =>
    builder.choice([one("0"), builder.sequence([one("123456789"), builder.optional(digits())])]);
  const fraction = builder.sequence([one("."), digits()]);
  const exponent = builder.sequence([one("eE"), builder.optional(one("+-")), digits()]);
  const whole = builder.sequence([
    builder.optional(one("-")),
    isShortest ? shortest() : digits(),
    builder.optional(fraction),
    builder.optional(exponent),
  ]);
  return [builder, whole];
}

/** At least the texts that JavaScript compares with numbers as if they were numbers, such as `0x10` and blanks. */
export const numeralLike = matching("like a numeral", ...numeralLikePattern(), {});

function numeralLikePattern(): [PatternBuilder, Part] {
  const builder = new PatternBuilder();
  const blanks =
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
  const unit = builder.units(anyOf(`0123456789abcdefABCDEFxXoO+-.Infinity${blanks}`));
  return [builder, builder.optional(builder.repeat(unit))];
}
