import type { ComparisonName } from "../catalogue/operators.ts";
import { type LiteralForm, literalForm } from "../regex/literal-form.ts";
import { bytesOf } from "../syntax/bytes.ts";
import { regexOf } from "../syntax/literals/patterns.ts";
import type { Comparand, RegexLiteral } from "../syntax/tree.ts";
import { readWildcard } from "../syntax/wildcard.ts";

/** Strings are bytes here, one character per byte. */
export type TextSet =
  | { readonly kind: "oneOf"; readonly values: Texts }
  | { readonly kind: "starts" | "ends" | "has"; readonly part: string }
  | { readonly kind: "upTo"; readonly bound: string; readonly itself: boolean }
  | { readonly kind: "fits"; readonly parts: readonly string[]; readonly strict: boolean };

/** The used subset of Set. */
export interface Texts extends Iterable<string> {
  readonly size: number;
  has(text: string): boolean;
}

/** Most comparisons are with one string, which needs no hash table. */
class OneText implements Texts {
  readonly size = 1;

  constructor(private readonly only: string) {}

  has(text: string): boolean {
    return text === this.only;
  }

  *[Symbol.iterator](): Iterator<string> {
    yield this.only;
  }
}

/** For `ne`, `gt` and `ge` the set of the opposite. */
export function textSet(operator: ComparisonName, right: Comparand): TextSet | undefined {
  if (right.kind === "set") {
    if (!right.closed) return undefined;
    const values = new Set<string>();
    for (const item of right.items) {
      if (item.kind !== "string") return undefined;
      values.add(item.bytes);
    }
    return { kind: "oneOf", values };
  }
  if (right.kind === "regex") return plainRegex(right);
  if (right.kind !== "string") return undefined;
  const { bytes } = right;
  switch (operator) {
    case "eq":
    case "ne":
      return { kind: "oneOf", values: new OneText(bytes) };
    case "contains":
      return { kind: "has", part: bytes };
    case "lt":
    case "ge":
      return { kind: "upTo", bound: bytes, itself: false };
    case "le":
    case "gt":
      return { kind: "upTo", bound: bytes, itself: true };
    case "wildcard":
    case "strict wildcard": {
      const { parts, problems } = readWildcard(bytes);
      const strict = operator === "strict wildcard";
      return problems.length === 0 ? { kind: "fits", parts, strict } : undefined;
    }
    default:
      return undefined;
  }
}

/** A regular expression that is equivalent to a comparison with strings. */
function plainRegex(literal: RegexLiteral): TextSet | undefined {
  if (literal.pattern.length > longestPlain) return undefined;
  const { root, problems } = regexOf(literal);
  const plain = problems.length === 0 ? literalForm(root) : undefined;
  if (!plain) return undefined;
  const { form, ignoreCase } = plain;
  const values = plain.values.map(bytesOf);
  const [part = "", ...more] = values;
  if (ignoreCase)
    return more.length > 0 ? undefined : { kind: "fits", parts: around(form, part), strict: false };
  if (form === "exact") return { kind: "oneOf", values: new Set(values) };
  return more.length > 0 ? undefined : { kind: places[form], part };
}

/** Longer ones are rarely plain strings, and expensive to analyze. */
const longestPlain = 200;

const places = { prefix: "starts", suffix: "ends", contains: "has" } as const;

/** As the parts of a wildcard pattern. */
function around(form: LiteralForm["form"], part: string): string[] {
  const before = form === "suffix" || form === "contains" ? [""] : [];
  const behind = form === "prefix" || form === "contains" ? [""] : [];
  return [...before, part, ...behind];
}
