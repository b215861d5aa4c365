import { contains } from "../../text/span.ts";
import type { Scheme } from "../catalogue/scheme.ts";
import type { Logical, Node, Operand } from "../syntax/tree.ts";
import { conditionOf } from "./condition.ts";
import { keyOf } from "./operand.ts";

/** The call that says whether the key of a map is there. Undefined when the operand has none. */
export function presenceTest(operand: Operand, text: string): string | undefined {
  if (operand.kind !== "indexed") return undefined;
  const { base } = operand;
  const [first] = operand.indexes;
  if (first?.key.kind !== "string" || first.of?.kind !== "Map") return undefined;
  const key = text.slice(first.key.start, first.key.end);
  return `has_key(${text.slice(base.start, base.end)}, ${key})`;
}

/** More operands than this are not looked through for a test: nobody would find it there either. */
const mostLookedAt = 50;

interface Around {
  readonly above: readonly Node[];
  readonly text: string;
  readonly scheme: Scheme;
}

/** Whether an `and` around it says that the operand, or what it is taken from, is there. */
export function isGuarded(operand: Operand, around: Around): boolean {
  const wanted = takenFrom(operand, around.text);
  return around.above.some((node) => {
    if (node.kind !== "logical" || node.name !== "and") return false;
    return guardsOf(node, around).some(
      ({ part, key }) => key.includes(wanted) && !contains(part, operand),
    );
  });
}

/** With the first key, if it has one, and without further steps: who asks for an element asks for what it is in. */
function takenFrom(operand: Operand, text: string): string {
  if (operand.kind !== "indexed") return keyOf(operand, text);
  const [first] = operand.indexes;
  const key = first?.key.kind === "string" ? `[${JSON.stringify(first.key.bytes)}]` : "";
  return keyOf(operand.base, text) + key;
}

/** A part of an `and` that is true only when something is there. */
interface Guard {
  readonly part: Node;
  /** Names what is there, among other things. */
  readonly key: string;
}

const known = new WeakMap<Logical, readonly Guard[]>();

function guardsOf(logical: Logical, around: Around): readonly Guard[] {
  const made = known.get(logical);
  if (made) return made;
  const guards = logical.operands.slice(0, mostLookedAt).flatMap((part) => {
    const key = guardKey(part, around);
    return key === undefined ? [] : [{ part, key }];
  });
  known.set(logical, guards);
  return guards;
}

function guardKey(node: Node, { text, scheme }: Around): string | undefined {
  if (node.kind === "quantifier") {
    return node.name === "any" ? text.slice(node.start, node.end) : undefined;
  }
  if (node.kind === "call" && node.name === "has_key") {
    const [map, key] = node.args;
    if (map?.kind !== "field" || key?.kind !== "string") return undefined;
    return `${map.name}[${JSON.stringify(key.bytes)}]`;
  }
  if (node.kind !== "comparison" && node.kind !== "field" && node.kind !== "call") return undefined;
  const condition = conditionOf(node, { text, scheme });
  return condition?.claim.missing === false ? condition.key : undefined;
}
