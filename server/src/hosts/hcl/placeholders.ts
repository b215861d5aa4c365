import type { Cut } from "../layer.ts";

/** A value that is known statically. */
export type Literal = string | number | boolean;

export interface Placeholder extends Cut {
  /** The argument. Undefined for `%%`. */
  readonly index?: number;
  /** Whether a text is inserted as it is. */
  readonly isUnchanged?: boolean;
}

const verbs =
  /%(?:%|([-+ #0]*)(?![-+ #0])(?:\[(\d+)\])?(\d+|\*)?(\.(?:\d+|\*)?)?(?:\[(\d+)\])?([a-zA-Z]))/g;

/** Bounds the work for hostile files. */
const mostPlaceholders = 10_000;

/**
 * The replacements of the placeholders of `format`. An unknown value is a hole. `used` is the number of arguments used.
 * Undefined if there are too many.
 */
export function placeholdersIn(
  form: string,
  valueAt: (index: number) => Literal | undefined,
): { readonly cuts: readonly Placeholder[]; readonly used: number } | undefined {
  const cuts: Placeholder[] = [];
  let next = 0;
  let used = 0;
  for (const match of form.matchAll(verbs)) {
    if (cuts.length === mostPlaceholders) return undefined;
    const [written, flags, before, width, precision, after, verb] = match;
    const start = match.index;
    const end = start + written.length;
    if (verb === undefined) {
      cuts.push({ start, end, value: "%" });
      continue;
    }
    const isPlain = !flags && !width && !precision;
    // A `*` is an argument too.
    const stars = isPlain ? 0 : written.split("*").length - 1;
    const index = Number(before ?? after ?? next + 1 + stars) - 1;
    next = index + 1;
    used = Math.max(used, next);
    const value = isPlain ? textOf(verb, valueAt(index)) : undefined;
    const isUnchanged = isPlain && (verb === "s" || verb === "v");
    cuts.push({ start, end, value, index, isUnchanged });
  }
  return { cuts, used };
}

/** A value formatted by a verb; undefined if the result is not certain. */
function textOf(verb: string, value: Literal | undefined): string | undefined {
  switch (verb) {
    case "s":
    case "v":
      return typeof value === "number" && !Number.isSafeInteger(value)
        ? undefined
        : value?.toString();
    case "d":
      return wholeNumber.test(`${value}`) ? `${value}` : undefined;
    case "t":
      return typeof value === "boolean" ? `${value}` : undefined;
    case "q":
      return typeof value === "string" && !escapedInMarkup.test(value)
        ? JSON.stringify(value)
        : undefined;
    default:
      return undefined;
  }
}

const wholeNumber = /^-?(?:0|[1-9]\d{0,14})$/;

/** Terraform escapes these characters, although JSON does not require it. */
const escapedInMarkup = /[<>&\u2028\u2029\u007f]/;
