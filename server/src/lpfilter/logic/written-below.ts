import type { TextSet } from "../../core/solver/text/text-set.ts";

interface Below {
  readonly orEqual: boolean;
  readonly sign: "" | "-";
}

/**
 * The canonical strings of numbers below a non-negative bound, optionally including it. With the sign `-`, each string is
 * prefixed by it. Undefined for a bound that is serialized with an exponent.
 */
export function writtenBelow(
  bound: number | bigint,
  { orEqual, sign }: Below,
): TextSet | undefined {
  const text = String(bound);
  if (!/^\d{1,21}(?:\.\d+)?$/.test(text)) return undefined;
  const compared = new Comparison(text);
  const isMember = (state: number): boolean => {
    const order = compared.orderAt(state);
    return order === "less" || (orEqual && order === "equal");
  };
  return {
    key: `${sign}numbers ${orEqual ? "up to" : "below"} ${text}`,
    start: sign === "" ? compared.start : signed,
    step: (state, unit) => {
      if (state === signed) return unit === minus ? compared.start : outside;
      return state === outside ? outside : compared.step(state, unit);
    },
    accepts: isMember,
    distance: (state) => (isMember(state) ? 0 : state === outside ? Number.POSITIVE_INFINITY : 1),
    isFull: () => false,
    classOf: (unit) => (known.includes(unit) ? unit : 0),
    units: [...known, 0x61],
  };
}

const unitsOf = (text: string): number[] => Array.from(text, (it) => it.charCodeAt(0));
const known = unitsOf("0123456789.-+e");
const [point, minus, plus, exponent] = unitsOf(".-+e");

/** States before the sign, and for strings that are not numbers. */
const signed = -1;
const outside = -2;

type Order = "less" | "equal" | "greater";

/** A state machine that compares a number with a bound while it reads the digits. */
class Comparison {
  readonly start = 0;
  /** Always has a decimal point. States up to its length are the number of characters that matched it. */
  private readonly bound: string;
  /** The number of digits before the decimal point. */
  private readonly whole: number;
  /** The first state where a digit differed from the bound; each encodes the order and the number of digits. */
  private readonly decided: number;
  private readonly fractions: Readonly<Record<Order, number>>;
  private readonly exponents: {
    readonly open: number;
    readonly tiny: number;
    readonly huge: number;
  };

  constructor(text: string) {
    this.bound = text.includes(".") ? text : `${text}.`;
    this.whole = this.bound.indexOf(".");
    this.decided = this.bound.length + 1;
    const next = this.decided + 2 * (this.whole + 2);
    this.fractions = { less: next, greater: next + 1, equal: this.bound.length };
    this.exponents = { open: next + 2, tiny: next + 3, huge: next + 4 };
  }

  step(state: number, unit: number): number {
    const { open, tiny, huge } = this.exponents;
    if (state === open) return unit === minus ? tiny : unit === plus ? huge : outside;
    if (state === tiny || state === huge) return isDigit(unit) ? state : outside;
    if (unit === exponent) return open;
    if (state === this.fractions.less || state === this.fractions.greater)
      return isDigit(unit) ? state : outside;
    if (unit === point) return this.afterPoint(state);
    if (!isDigit(unit)) return outside;
    return state >= this.decided ? this.more(state) : this.afterDigit(state, unit);
  }

  orderAt(state: number): Order | undefined {
    const { open, tiny, huge } = this.exponents;
    if (state < 0 || state === open) return undefined;
    // Numbers with a negative exponent are less than every bound except zero.
    if (state === tiny) return this.bound === "0." ? "greater" : "less";
    if (state === huge || state === this.fractions.greater) return "greater";
    if (state === this.fractions.less) return "less";
    if (state >= this.decided) return this.orderOfDigits(state);
    if (state < this.whole) return "less";
    return state >= this.bound.length - (state === this.whole ? 1 : 0) ? "equal" : "less";
  }

  /** The next state while all digits equal those of the bound. */
  private afterDigit(state: number, unit: number): number {
    if (state === this.whole) return this.decidedAs("greater", this.whole + 1);
    const wanted = this.bound.charCodeAt(state);
    const isAfterPoint = state > this.whole;
    if (state === this.bound.length) return unit === zero ? state : this.fractions.greater;
    if (unit === wanted) return state + 1;
    const order = unit < wanted ? "less" : "greater";
    return isAfterPoint ? this.fractions[order] : this.decidedAs(order, state + 1);
  }

  private afterPoint(state: number): number {
    if (state > this.whole && state < this.decided) return outside;
    const order = this.orderAt(state);
    return state === this.whole ? state + 1 : this.fractions[order ?? "less"];
  }

  private decidedAs(order: "less" | "greater", digits: number): number {
    return this.decided + 2 * Math.min(digits, this.whole + 1) + (order === "less" ? 0 : 1);
  }

  private more(state: number): number {
    const digits = (state - this.decided) >> 1;
    return this.decidedAs((state - this.decided) % 2 === 0 ? "less" : "greater", digits + 1);
  }

  /** A number with fewer integer digits is less, with more greater. */
  private orderOfDigits(state: number): Order {
    const digits = (state - this.decided) >> 1;
    if (digits !== this.whole) return digits < this.whole ? "less" : "greater";
    return (state - this.decided) % 2 === 0 ? "less" : "greater";
  }
}

const zero = 0x30;

function isDigit(unit: number): boolean {
  return unit >= zero && unit <= zero + 9;
}
