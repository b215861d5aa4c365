import { type FileContext, languageFor, type ruleNodes, ruleSource } from "../languages.ts";
import { applyEdits } from "../text/edit.ts";
import { type FilterNode, filterFor } from "./filter-conditions.ts";
import type { BridgedDataset } from "./rows.ts";

export interface CopiedFilter {
  /** A filter file that keeps every line that the rule matches, and more lines if a condition could not be translated. */
  readonly text: string;
  /** The conditions that cannot be translated to a filter. */
  readonly lost: readonly string[];
}

/** Translates a rule to a filter. Returns an error if no condition can be translated. */
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
 * Undefined for a part that is omitted. An `and` without one of its conditions keeps more lines, but an `or` without one of its
 * alternatives would keep fewer, so it is omitted as a whole.
 */
function copied(
  node: ruleNodes.Expression,
  truth: boolean,
  dataset: BridgedDataset,
  lose: (node: ruleNodes.Expression) => void,
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
  const analysis = languageFor("filter").analyze(text, context);
  return applyEdits(text, analysis.format({ tabSize: 2, insertSpaces: true }) ?? []);
}
