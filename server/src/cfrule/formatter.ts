/** The façade for those who only format rules, without checks and everything else that `language.ts` loads. */
import type { FormatOptions } from "../core/analysis.ts";
import { applyEdits } from "../text/edit.ts";
import { defaultRuleContext, type OperatorSpelling, operatorSpellings } from "./context.ts";
import { readDocument } from "./document.ts";
import { format } from "./features/format.ts";

export { type OperatorSpelling, operatorSpellings };

/** A rule with syntax errors is returned unchanged. */
export function formatRule(
  text: string,
  operators: OperatorSpelling,
  options: FormatOptions,
): string {
  const context = { ...defaultRuleContext, format: { operators } };
  return applyEdits(text, format(readDocument(text, context), options) ?? []);
}
