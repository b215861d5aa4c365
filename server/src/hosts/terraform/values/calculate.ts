import { boolOf } from "./collection.ts";
import { marked, marksOf } from "./marks.ts";
import { type Place, plain, stringOf, unknown, type Value } from "./value.ts";
import { isEqual } from "./whole.ts";

/** The result of a binary operator. Unknown if Terraform refuses it, or if its digits would not be certain. */
export function calculate(sign: string, a: Value, b: Value, place: Place): Value {
  const result = resultOf(sign, a, b);
  return result === undefined ? unknown(place) : marked(plain(result, place), marksOf(a, b));
}

function resultOf(sign: string, a: Value, b: Value): number | boolean | undefined {
  if (sign === "==" || sign === "!=") {
    const equal = isEqual(a, b);
    return equal === undefined ? undefined : equal === (sign === "==");
  }
  if (sign === "&&" || sign === "||") return logical(sign === "||", boolOf(a), boolOf(b));
  const [left, right] = [numberOf(a), numberOf(b)];
  return left === undefined || right === undefined ? undefined : arithmetic(sign, left, right);
}

/** One operand may decide. */
function logical(
  deciding: boolean,
  a: boolean | undefined,
  b: boolean | undefined,
): boolean | undefined {
  if (a === deciding || b === deciding) return deciding;
  return a === undefined || b === undefined ? undefined : !deciding;
}

/** Terraform converts texts to numbers where one is needed. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value?.kind === "plain") return typeof value.value === "number" ? value.value : undefined;
  const written = stringOf(value);
  return written !== undefined && /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : undefined;
}

function arithmetic(sign: string, a: number, b: number): number | boolean | undefined {
  switch (sign) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "+":
      return certain(a + b, a, b);
    case "-":
      return certain(a - b, a, b);
    case "*":
      return certain(a * b, a, b);
    case "/":
      return b === 0 || a % b !== 0 ? undefined : certain(a / b, a, b);
    case "%":
      return b === 0 ? undefined : certain(a % b, a, b);
    default:
      return undefined;
  }
}

/** Terraform calculates with more digits. */
function certain(result: number, ...operands: readonly number[]): number | undefined {
  return [result, ...operands].every(Number.isSafeInteger) ? result + 0 : undefined;
}
