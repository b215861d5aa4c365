import { type FileContext, languageFor, type RuleExpression, ruleSource } from "../languages.ts";
import { applyEdits } from "../text/edit.ts";
import { type FilterNode, filterFor } from "./filter-conditions.ts";
import type { BridgedDataset } from "./rows.ts";

export interface CopiedFilter {
  /** A filter file, which keeps every line that the rule matches; more lines if something was not carried over. */
  readonly text: string;
  /** The conditions that no filter can have. */
  readonly lost: readonly string[];
}

/** A rule as a filter. An error if nothing can be carried over. */
export function filterOf(
  rule: string,
  context: FileContext,
  dataset: BridgedDataset = "http_requests",
): CopiedFilter | { readonly error: string } {
  const source = ruleSource(rule, context);
  if (!source) return { error: "Only a rule without errors can be copied as a filter." };
  const lost = new Set<string>();
  const node = copied(source.root, true, dataset, (it) => {
    lost.add(rule.slice(it.start, it.end).replace(/\s+/g, " "));
  });
  if (!node) {
    return { error: `No log field has what this rule needs: ${[...lost].join("; ")}.` };
  }
  const comments = [...lost].map((it) => `// Not carried over: ${it}\n`);
  const text = `// @dataset ${dataset}\n${comments.join("")}${JSON.stringify({ where: node })}\n`;
  return { text: formatted(text, context), lost: [...lost] };
}

/**
 * Undefined for a part that is always kept. Without one of its conditions, an `and` keeps more lines; without one of its alternatives,
 * an `or` would keep fewer, so it is left out as a whole.
 */
function copied(
  node: RuleExpression,
  truth: boolean,
  dataset: BridgedDataset,
  lose: (node: RuleExpression) => void,
): FilterNode | undefined {
  switch (node.kind) {
    case "group":
      return copied(node.inner, truth, dataset, lose);
    case "not":
      return copied(node.operand, !truth, dataset, lose);
    case "logical": {
      if (node.name === "xor") break;
      const parts = node.operands.map((it) => copied(it, truth, dataset, lose));
      const known = parts.filter((it) => it !== undefined);
      const isAnd = (node.name === "and") === truth;
      if (!isAnd && known.length < parts.length) return undefined;
      if (known.length < 2) return known[0];
      return isAnd ? { and: known } : { or: known };
    }
  }
  const found = filterFor(node, truth, dataset);
  if (!found) lose(node);
  return found;
}

function formatted(text: string, context: FileContext): string {
  const analysis = languageFor("filter").analyse(text, context);
  return applyEdits(text, analysis.format({ tabSize: 2, insertSpaces: true }) ?? []);
}
