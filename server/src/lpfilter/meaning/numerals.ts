import { matching, PatternBuilder, type PatternFragment } from "../../core/solver/text/patterns.ts";
import type { TextSet } from "../../core/solver/text/text-set.ts";

/** Sets of strings that represent numbers, as regexes in which a dot is only a dot. */

/** The strings that are compared as numbers in fields of mixed type; the same as `isNumber` accepts. */
export const numerals = setOf("-?[0-9]+(.[0-9]+)?([Ee][+-]?[0-9]+)?");

const space = "[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*";

/** A superset of the other strings that JavaScript compares as numbers with numbers. */
export const oddNumerals = setOf(
  `${space}([+-+-.0-9I][\u0000-+--\uffff]*[.0-9A-Fa-fy]|[0-9])?${space}`,
);

const whole = "[1-9][0-9]*(.[0-9]*[1-9])?";
const fraction = "0.(0(0(0(0(0)?)?)?)?)?[1-9]([0-9]*[1-9])?";
const power = "[1-9](.[0-9]*[1-9])?e(-[7-9]|[+-][1-9][0-9][0-9]?)";

/** A superset of how JavaScript serializes finite numbers: no leading zeros, and exponents for tiny and huge numbers. */
export const written = setOf(`0|-?(${whole}|${fraction}|${power})`);

/**
 * The canonical strings of numbers below a non-negative bound, or equal to it, each after the sign. Undefined for a bound that
 * is serialized with an exponent.
 */
export function writtenBelow(
  bound: number | bigint,
  orEqual: boolean,
  sign: "" | "-" = "",
): TextSet | undefined {
  const [, digits, decimals = ""] = /^(\d{1,21})(?:\.(\d+))?$/.exec(String(bound)) ?? [];
  if (digits === undefined) return undefined;
  // The digits that may follow the same digits so far, from the last digit to the first.
  let below = orEqual ? "0*" : none;
  for (const it of [...decimals].reverse()) below = `(${lessThan(it)}[0-9]*|${it}${below})?`;
  if (decimals || orEqual) below = `(.${below})?`;
  let rest = "(.[0-9]*)?";
  for (const it of [...digits].reverse()) {
    below = `(${lessThan(it)}${rest}|${it}${below})`;
    rest = `[0-9]${rest}`;
  }
  const fewer = digits.length - 1;
  // Even none: examples prefer sets that have the empty string, so that 0 comes before negative numbers.
  const shorter = `${"([0-9]".repeat(fewer)}${")?".repeat(fewer)}(.[0-9]*)?`;
  // Numbers with a negative exponent are less than every bound except zero.
  const tiny = bound > 0 ? "|[0-9](.[0-9]*)?e-[0-9]*" : "";
  return setOf(`${sign}(${shorter}|${below}${tiny})`);
}

/** Matches nothing. */
const none = "[]";

function lessThan(digit: string): string {
  return digit === "0" ? none : `[0-${Number(digit) - 1}]`;
}

function setOf(regex: string): TextSet {
  const builder = new PatternBuilder();
  return matching(`numbers ${regex}`, builder, partOf(regex, builder));
}

/** A regex with characters, classes, groups, `|`, `?`, `*` and `+`. */
function partOf(regex: string, builder: PatternBuilder): PatternFragment {
  const tokens = regex.match(/\[[^[\]]*\]|./g) ?? [];
  let at = 0;
  const choice = (): PatternFragment => {
    const branches = [sequence()];
    for (; tokens[at] === "|"; branches.push(sequence())) at++;
    return builder.choice(branches);
  };
  const sequence = (): PatternFragment => {
    const parts: PatternFragment[] = [];
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") parts.push(repeated());
    return builder.sequence(parts);
  };
  const repeated = (): PatternFragment => {
    const token = tokens[at++] ?? "";
    let part = token === "(" ? choice() : builder.units(unitsIn(token));
    if (token === "(") at++;
    if (tokens[at] === "*" || tokens[at] === "+") part = builder.repeat(part);
    if (tokens[at] === "*" || tokens[at] === "?") part = builder.optional(part);
    if (/^[*+?]$/.test(tokens[at] ?? "")) at++;
    return part;
  };
  return choice();
}

/** Of a character, or of a class in order. */
function unitsIn(token: string): number[] {
  const ranges = token.length > 1 ? token.slice(1, -1).match(/.-.|./gs) : [token];
  return (ranges ?? []).flatMap((it) => [it.charCodeAt(0), it.charCodeAt(it.length - 1)]);
}
