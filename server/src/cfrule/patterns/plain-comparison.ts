/** Plain comparisons that are equivalent to a pattern. */
import type { LiteralForm } from "../regex/literal-form.ts";
import { quote } from "../syntax/recovery/wrong-value.ts";
import type { Operand } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import { rawString } from "../values/spelling.ts";

export interface PlainComparison {
  /** The operator or function to use. */
  readonly name: string;
  /** The source text of the comparison. */
  readonly text: string;
}

/** Undefined if no single comparison is equivalent. */
export function plainComparison(
  { form, values, ignoreCase }: LiteralForm,
  left: Operand,
  written: string,
): PlainComparison | undefined {
  const [value, ...more] = values;
  if (value === undefined) return undefined;
  if (more.length > 0) {
    if (form !== "exact" || ignoreCase) return undefined;
    return { name: "in", text: `${written} in {${values.map(quote).join(" ")}}` };
  }
  if (ignoreCase) return { name: "wildcard", text: `${written} wildcard ${pattern(form, value)}` };
  if (form === "exact") return { name: "eq", text: `${written} eq ${quote(value)}` };
  if (form === "contains") return { name: "contains", text: `${written} contains ${quote(value)}` };
  // If the elements are missing, a call per element is missing too; `all` is then false for the call, but true for a comparison.
  if (isEach(left)) {
    return {
      name: "strict wildcard",
      text: `${written} strict wildcard ${pattern(form, value)}`,
    };
  }
  const name = form === "prefix" ? "starts_with" : "ends_with";
  return { name, text: `${name}(${written}, ${quote(value)})` };
}

/** `wildcard` ignores the case of ASCII letters, as `(?i)` does. */
function pattern(form: LiteralForm["form"], value: string): string {
  const escaped = value.replace(/[*\\]/g, "\\$&");
  const before = form === "suffix" || form === "contains" ? "*" : "";
  const after = form === "prefix" || form === "contains" ? "*" : "";
  const whole = `${before}${escaped}${after}`;
  return whole.includes("\\") ? rawString(whole) : quote(whole);
}
