import type { RuleContext } from "../../server/src/cfrule/context.ts";
import { readDocument } from "../../server/src/cfrule/document.ts";
import { compileRule, listsOf, type Rule } from "../../server/src/cfrule/evaluator.ts";

/** Undefined for a text with errors, which the service rejects, and for value expressions. */
export function compiledRule(text: string, context: RuleContext): Rule | undefined {
  const { parsed } = readDocument(text, context);
  if (parsed.problems.length > 0 || parsed.form === "value") return undefined;
  return compileRule(parsed.root, { lists: listsOf(context.listItems ?? {}) });
}
