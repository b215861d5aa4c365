import { compared, QueryError, textOf, type Value } from "./values.ts";

type Function = (values: readonly Value[]) => Value;

/** NULL for NULL. */
function ofTexts(run: (texts: readonly string[], values: readonly Value[]) => Value): Function {
  return (values) => {
    const texts = values.map(textOf);
    return texts.every((it) => it !== null) ? run(texts, values) : null;
  };
}

/** Positions are from 1, and characters are code points. */
function part(text: string, start: number, length?: number): string {
  const characters = [...text];
  const end = length === undefined ? characters.length : start - 1 + length;
  return characters.slice(Math.max(0, start - 1), Math.max(0, end)).join("");
}

/** The documented functions that are not aggregates. */
export const functions: Readonly<Record<string, Function>> = {
  LENGTH: ofTexts(([text = ""]) => [...text].length),
  LOWER: ofTexts(([text = ""]) => text.toLowerCase()),
  UPPER: ofTexts(([text = ""]) => text.toUpperCase()),
  TRIM: ofTexts(([text = ""]) => text.trim()),
  CONCAT: (values) => values.map((it) => textOf(it) ?? "").join(""),
  REPLACE: ofTexts(([text = "", from = "", to = ""]) =>
    from === "" ? text : text.replaceAll(from, () => to),
  ),
  SUBSTR: ofTexts(([text = ""], [, start, length]) =>
    part(text, Number(start), length === undefined ? undefined : Number(length)),
  ),
  ARRAY_CONTAINS: ([array = null, element = null]) => {
    if (array === null || element === null) return null;
    if (!Array.isArray(array)) throw new QueryError("ARRAY_CONTAINS needs an array.");
    return array.some((it) => compared(it as Value, element) === 0);
  },
};

/** How a value is converted; undefined if it cannot be. */
export function castTo(type: string, value: Value): Value | undefined {
  if (value === null) return null;
  if (/^(VARCHAR|TEXT|STRING)$/.test(type))
    return Array.isArray(value) ? JSON.stringify(value) : textOf(value);
  const number = Number(textOf(value));
  if (/^(BIGINT|INT|INTEGER)$/.test(type)) return Number.isInteger(number) ? number : undefined;
  if (/^(DOUBLE|FLOAT)$/.test(type)) return Number.isNaN(number) ? undefined : number;
  throw new QueryError(`Unknown type '${type}'.`);
}

/** Without an escape character, which is not documented. Goes back to the last '%' only, so it needs no regex. */
export function isLike(text: string, pattern: string, isLoose: boolean): boolean {
  const [given, wanted] = [text, pattern].map((it) => [...(isLoose ? it.toLowerCase() : it)]);
  if (!given || !wanted) return false;
  let [at, from, last, resumed] = [0, 0, -1, 0];
  while (at < given.length) {
    const sign = wanted[from];
    if (sign === "%") {
      [last, resumed] = [from++, at];
    } else if (sign === "_" || sign === given[at]) {
      at++;
      from++;
    } else if (last === -1) return false;
    else {
      at = ++resumed;
      from = last + 1;
    }
  }
  return wanted.slice(from).every((it) => it === "%");
}
