import type { Truth } from "../../core/logic/part.ts";
import type { Wording } from "../../core/logic/wording.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import type { SetItem } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";
import { keyOf } from "./operand.ts";
import type { RuleNode, RulePart } from "./part.ts";

/** The wording of findings: the conditions are quoted. */
export function ruleWording(text: string): Wording<RuleNode> {
  const reading = ({ node }: RulePart) => quoted(text, node);
  return {
    whole: { never: "the rule matches no request", always: "the rule matches every request" },
    subject: reading,
    reading,
    known({ part, isTrue }) {
      const what = reading(part);
      const { negated } = part.node;
      if (isTrue !== negated) return `${what} is required`;
      return isTrue
        ? `${what} is excluded`
        : `another part covers the requests where ${what} is true`;
    },
    commonValue(members) {
      const operands = members.map(({ node }) => node.operand);
      const keys = new Set(operands.map((it) => it && keyOf(it, text)));
      return operands[0] && keys.size === 1 ? quoted(text, operands[0]) : undefined;
    },
    single: ({ node }, truth, so) =>
      `${constantReason(text, node, truth)}${so}. Change or remove it.`,
    excluded(members) {
      const values = members.map(({ node }) => excludedBy(node));
      return values[0] && !values.includes(undefined) ? quoted(text, values[0]) : undefined;
    },
    canceled({ part, beside }) {
      const logical = part.node.owner?.logical;
      const isAlone = logical?.operands.length === 2 && logical === beside.node.owner?.logical;
      return isAlone ? ", so it is never true" : undefined;
    },
    operatorSpan: ({ bare }) => (bare.kind === "logical" ? bare.operators[0] : undefined),
    listed(node, index) {
      const item = itemAt(node, index);
      return item ? [item, quoted(text, item)] : [];
    },
  };
}

/** The source text on one line, in quotes. */
export function quoted(text: string, { start, end }: Span): string {
  // Bounds the work: the rest is truncated anyway.
  const shown = text.slice(start, Math.min(end, start + longestRead)).replace(/\s+/g, " ");
  return shown.length > maxShown ? `'${cut(shown)}'` : `'${shown}'`;
}

const maxShown = 60;
const longestRead = 400;

/** Why a single condition is always true or false, as the start of a sentence. */
function constantReason(text: string, node: RuleNode, truth: Truth): string {
  const { operand } = node;
  const field = operand?.kind === "field" ? operand.definition : undefined;
  if (field?.constant !== undefined) return `'${field.name}' is now always ${field.constant}`;
  if (!operand) return `${quoted(text, node)} is ${truth} true`;
  return `${quoted(text, node)} is ${truth === "always"} for every value of ${quoted(text, operand)}`;
}

/** The value that a condition excludes, as in `x ne "a"` and `not x eq "b"`. */
function excludedBy({ bare, isDenied }: RuleNode): Span | undefined {
  const operator = isDenied ? "eq" : "ne";
  if (bare.kind !== "comparison" || bare.operator.name !== operator) return undefined;
  return isOperand(bare.right) ? undefined : bare.right;
}

/** An item of the set of a comparison. */
export function itemAt({ bare }: RuleNode, index: number): SetItem | undefined {
  const set = bare.kind === "comparison" ? bare.right : undefined;
  return set?.kind === "set" ? set.items[index] : undefined;
}
