import { oneOf, type TextSetClaim } from "../../core/logic/claim.ts";
import type { ComparisonName } from "../catalogue/operators.ts";
import { type LiteralForm, literalForm } from "../regex/literal-form.ts";
import { bytesOf } from "../syntax/bytes.ts";
import { regexOf } from "../syntax/literals/patterns.ts";
import type { Comparand, RegexLiteral } from "../syntax/tree.ts";
import { matchWildcard, readWildcard } from "../syntax/wildcard.ts";

/** The strings, one character per byte, that a comparison is true of; for `ne`, `gt` and `ge`, the complement. */
export function textSet(operator: ComparisonName, right: Comparand): TextSetClaim | undefined {
  if (right.kind === "set") {
    if (!right.closed) return undefined;
    const values: string[] = [];
    for (const item of right.items) {
      if (item.kind !== "string") return undefined;
      values.push(item.bytes);
    }
    return oneOf(values);
  }
  if (right.kind === "regex") return plainRegex(right);
  if (right.kind !== "string") return undefined;
  const { bytes } = right;
  switch (operator) {
    case "eq":
    case "ne":
      return oneOf([bytes]);
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
      return problems.length === 0 ? pattern(parts, strict) : undefined;
    }
    default:
      return undefined;
  }
}

function pattern(parts: readonly string[], strict: boolean): TextSetClaim {
  return { kind: "fits", parts, strict, matches: (it) => matchWildcard({ parts }, it, { strict }) };
}

/** A regular expression that is equivalent to a comparison with strings. */
function plainRegex(literal: RegexLiteral): TextSetClaim | undefined {
  if (literal.pattern.length > longestPlain) return undefined;
  const { root, problems } = regexOf(literal);
  const plain = problems.length === 0 ? literalForm(root) : undefined;
  if (!plain) return undefined;
  const { form, ignoreCase } = plain;
  const values = plain.values.map(bytesOf);
  const [part = "", ...more] = values;
  if (ignoreCase) return more.length > 0 ? undefined : pattern(wildcardParts(form, part), false);
  if (form === "exact") return oneOf(values);
  return more.length > 0 ? undefined : { kind: places[form], part };
}

/** Longer ones are rarely plain strings, and expensive to analyze. */
const longestPlain = 200;

const places = { prefix: "starts", suffix: "ends", contains: "has" } as const;

/** Converts the form to the parts of a wildcard pattern. */
function wildcardParts(form: LiteralForm["form"], part: string): string[] {
  const before = form === "suffix" || form === "contains" ? [""] : [];
  const behind = form === "prefix" || form === "contains" ? [""] : [];
  return [...before, part, ...behind];
}
