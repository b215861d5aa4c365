import { contains } from "../../text/span.ts";
import { eachNode } from "../syntax/children.ts";
import type {
  Comparison,
  Expression,
  Logical,
  Node,
  Operand,
  StringLiteral,
} from "../syntax/tree.ts";
import { isEach, isOperand } from "../syntax/types.ts";
import { conditionOf } from "./condition.ts";
import { stripped } from "./home.ts";
import { keyOf } from "./operand.ts";

/** The test that says whether the key of a map is there, or an array has elements. Undefined when there is none. */
export function presenceTest(operand: Operand, text: string): string | undefined {
  if (operand.kind !== "indexed") return undefined;
  const { base } = operand;
  const [first] = operand.indexes;
  const written = text.slice(base.start, base.end);
  if (first?.key.kind === "each" && first.of?.kind === "Array") return `len(${written}) gt 0`;
  if (first?.key.kind !== "string" || first.of?.kind !== "Map") return undefined;
  return `has_key(${written}, ${text.slice(first.key.start, first.key.end)})`;
}

/** More operands than this are not looked through for a test: nobody would find it there either. */
const mostLookedAt = 50;

interface Around {
  readonly above: readonly Node[];
  readonly text: string;
}

/** Whether an `and` around it says that the operand, or what it is taken from, is there, or an `or` takes the rest in. */
export function isGuarded(operand: Operand, around: Around): boolean {
  const wanted = takenFrom(operand, around.text);
  return around.above.some((node) => {
    if (node.kind !== "logical" || node.name === "xor") return false;
    return guardsOf(node, around).some(
      ({ part, keys }) => keys.some((it) => it.includes(wanted)) && !contains(part, operand),
    );
  });
}

/** With the first key, if it has one, and without further steps: who asks for an element asks for what it is in. */
function takenFrom(operand: Operand, text: string): string {
  if (operand.kind !== "indexed") return keyOf(operand, text);
  const [first] = operand.indexes;
  if (first?.key.kind === "string") return keyOf(operand.base, text) + entry(first.key.bytes);
  // Names and values are there together with the map that they are taken from.
  return keyOf(operand.base, text).replace(/\.(?:names|values)$/, "");
}

function entry(key: string): string {
  return `[${JSON.stringify(key)}]`;
}

/** A part of an `and` that is true, or of an `or` that is false, only when something is there. */
interface Guard {
  readonly part: Node;
  /** These name what is there, among other things. */
  readonly keys: readonly string[];
}

const known = new WeakMap<Logical, readonly Guard[]>();

function guardsOf(logical: Logical, around: Around): readonly Guard[] {
  const made = known.get(logical);
  if (made) return made;
  const guards: Guard[] = [];
  gatherGuards(logical, logical.name === "and", { around, guards, left: mostLookedAt });
  known.set(logical, guards);
  return guards;
}

interface Gathering {
  readonly around: Around;
  readonly guards: Guard[];
  left: number;
}

/** What follows when all the operands of an `and` are true, or all those of an `or` false. */
function gatherGuards({ operands }: Logical, truth: boolean, gathering: Gathering): void {
  for (const part of operands) {
    if (gathering.left-- <= 0) return;
    const { bare, flipped } = stripped(part);
    const holds = truth !== flipped;
    if (bare.kind === "logical") {
      if (bare.name === (holds ? "and" : "or")) gatherGuards(bare, holds, gathering);
    } else if (holds) {
      const keys = guardKeys(bare, gathering.around);
      if (keys.length > 0) gathering.guards.push({ part, keys });
    }
  }
}

function guardKeys(node: Expression, { text }: Around): readonly string[] {
  if (node.kind === "quantifier") return node.name === "any" ? elementKeys(node, text) : none;
  if (node.kind === "call") {
    const [collection, key] = node.args;
    const isPlain = collection?.kind === "field" && key?.kind === "string";
    if (isPlain && node.name === "has_key") return [collection.name + entry(key.bytes)];
    if (isPlain && node.name === "has_value") return [collection.name, ...named(collection, key)];
  }
  if (node.kind !== "comparison" && node.kind !== "field" && node.kind !== "call") return none;
  if (node.kind === "comparison" && isAboutQuery(node)) return [queryArguments];
  const condition = conditionOf(node, text);
  return condition?.claim.missing === false ? [condition.key] : none;
}

const none: readonly string[] = [];

/** An `any` is true only when each of its arrays has an element. */
function elementKeys(quantifier: Node, text: string): readonly string[] {
  const keys: string[] = [];
  eachNode(quantifier, (node) => {
    if (node.kind === "indexed" && isEach(node)) keys.push(takenFrom(node, text));
    if (node.kind === "comparison" && node.operator.name === "eq" && node.right.kind === "string") {
      for (const key of named(sourceOf(node.left), node.right)) keys.push(key);
    }
  });
  return keys;
}

/** What `lower` and the like, and indexes, are put around. */
function sourceOf(operand: Operand): Operand {
  const inner = operand.kind === "indexed" ? operand.base : operand;
  const first = inner.kind === "call" ? inner.args[0] : undefined;
  return first && isOperand(first) ? sourceOf(first) : inner;
}

/** Whoever looks for a name among the names of a map looks for the key. */
function named(names: Operand, { bytes }: StringLiteral): readonly string[] {
  if (names.kind !== "field" || !names.name.endsWith(".names")) return none;
  const map = names.name.slice(0, -".names".length);
  return [map + entry(bytes), map + entry(bytes.toLowerCase())];
}

const queryArguments = "http.request.uri.args";

/** Whether there is a query decides whether there are arguments. */
function isAboutQuery({ left, operator, right }: Comparison): boolean {
  if (left.kind !== "field" || left.name !== "http.request.uri.query") return false;
  return right.kind === "string" && (operator.name === "ne") === (right.bytes === "");
}
