import { shorten } from "../../text/shorten.ts";
import { booleanType, type Type } from "../catalog/type.ts";
import type { Reader } from "./reader.ts";
import { markRecovered } from "./recovery/recovered.ts";
import type { Expression, Logical, Operator } from "./tree.ts";
import { booleansType, truthType } from "./types.ts";

type LogicalOperator = Operator<Logical["name"]>;

/** Tightest binding first. */
const byPrecedence: readonly Logical["name"][] = ["and", "xor", "or"];

/** Builds a tree from operands and operators. A run of the same operator is one node, as in the engine. */
export function join(
  p: Reader,
  operands: readonly Expression[],
  operators: readonly LogicalOperator[],
): Expression {
  const [first] = operators;
  if (!first) return operands[0] as Expression;
  if (operators.length === 1 || operators.every((it) => it.name === first.name)) {
    return node(p, first.name, operands, operators);
  }
  let nodes = operands;
  let remaining = operators;
  for (const name of byPrecedence) {
    if (remaining.length === 0) break;
    const next = joinRuns(p, nodes, remaining, name);
    nodes = next.nodes;
    remaining = next.remaining;
  }
  return nodes[0] as Expression;
}

function joinRuns(
  p: Reader,
  operands: readonly Expression[],
  operators: readonly LogicalOperator[],
  name: Logical["name"],
): { nodes: Expression[]; remaining: LogicalOperator[] } {
  const nodes: Expression[] = [];
  const remaining: LogicalOperator[] = [];
  for (let from = 0; from < operands.length; ) {
    let to = from;
    while (operators[to]?.name === name) to++;
    nodes.push(
      to === from
        ? (operands[from] as Expression)
        : node(p, name, operands.slice(from, to + 1), operators.slice(from, to)),
    );
    const after = operators[to];
    if (after) remaining.push(after);
    from = to + 1;
  }
  return { nodes, remaining };
}

function node(
  p: Reader,
  name: Logical["name"],
  operands: readonly Expression[],
  operators: readonly LogicalOperator[],
): Expression {
  const start = operands[0]?.start ?? 0;
  const end = operands[operands.length - 1]?.end ?? start;
  const type = joinedType(p, operands);
  const made: Logical = { kind: "logical", start, end, name, operators, operands, type };
  const guessed = p.problems.any && (operators.some((it) => it.guessed) || operands.some(isHole));
  return guessed ? markRecovered(made) : made;
}

function isHole({ kind }: Expression): boolean {
  return kind === "missing" || kind === "stray";
}

/** Either all operands are single Booleans, or all are per element: the engine does not mix them. */
function joinedType(p: Reader, operands: readonly Expression[]): Type | undefined {
  let single: Expression | undefined;
  let each: Expression | undefined;
  for (const operand of operands) {
    const type = truthType(operand);
    if (type?.kind === "Boolean") single ??= operand;
    else if (type) each ??= operand;
  }
  if (!single) return each && booleansType;
  // Outside of any(…) and all(…) the comparison with '[*]' is already reported.
  if (!each || p.context === "filter") return booleanType;
  mixed(p, single, each);
  return undefined;
}

function mixed(p: Reader, single: Expression, each: Expression): void {
  p.problem("missing-quantifier", single, () => ({
    message: `${shorten(p.slice(single))} is a single result, but ${shorten(p.slice(each))} gives one per element. Move the first out of the parentheses.`,
  }));
}
