import { kept } from "../core/solver/kept.ts";
import { contains } from "../text/span.ts";
import { stripGroups } from "./logic/groups.ts";
import { entryKey, keyOf, testedEntry } from "./logic/operand.ts";
import { eachNode } from "./syntax/children.ts";
import type {
  Comparison,
  Expression,
  Logical,
  Node,
  Operand,
  StringLiteral,
} from "./syntax/tree.ts";
import { isEach, isOperand } from "./syntax/types.ts";

/** The presence test for a map key or array elements. Undefined if there is none. */
export function presenceTest(operand: Operand, text: string): string | undefined {
  if (operand.kind !== "indexed") return undefined;
  const { base } = operand;
  const [first] = operand.indexes;
  const written = text.slice(base.start, base.end);
  if (first?.key.kind === "each" && first.of?.kind === "Array") return `len(${written}) gt 0`;
  if (first?.key.kind !== "string" || first.of?.kind !== "Map") return undefined;
  return `has_key(${written}, ${text.slice(first.key.start, first.key.end)})`;
}

/** Larger groups are not searched for a presence test. */
const maxCheckedAt = 50;

interface PresenceContext {
  readonly above: readonly Node[];
  readonly text: string;
}

/** Whether an outer `and` ensures that the operand is present, or an outer `or` handles its absence. */
export function isGuarded(operand: Operand, { above, text }: PresenceContext): boolean {
  const wanted = takenFrom(operand, text);
  return above.some((node) => {
    if (node.kind !== "logical" || node.name === "xor") return false;
    return guardsOf(node, text).some(
      ({ part, keys }) => keys.some((it) => it.includes(wanted)) && !contains(part, operand),
    );
  });
}

/** With the first key, if any, and without further indexes: a test for an element implies its container. */
function takenFrom(operand: Operand, text: string): string {
  if (operand.kind !== "indexed") return keyOf(operand, text);
  const [first] = operand.indexes;
  if (first?.key.kind === "string") return keyOf({ ...operand, indexes: [first] }, text);
  // Names and values are present together with their map.
  return keyOf(operand.base, text).replace(/\.(?:names|values)$/, "");
}

/** A part of an `and` that is true, or of an `or` that is false, only if something is present. */
interface Guard {
  readonly part: Node;
  /** Keys of the values that are present. */
  readonly keys: readonly string[];
}

interface GuardSearch {
  readonly text: string;
  readonly guards: Guard[];
  /** The number of parts that may still be searched. */
  left: number;
}

const guardsOfLogical = new WeakMap<Logical, readonly Guard[]>();

/** The values that are present if all operands of an `and` are true, or all of an `or` are false. */
function guardsOf(logical: Logical, text: string): readonly Guard[] {
  return kept(guardsOfLogical, logical, () => {
    const search: GuardSearch = { text, guards: [], left: maxCheckedAt };
    addGuards(logical, logical.name === "and", search);
    return search.guards;
  });
}

/** Adds the guards among operands that all have this truth. */
function addGuards({ operands }: Logical, truth: boolean, search: GuardSearch): void {
  for (const part of operands) {
    if (search.left-- <= 0) return;
    const { bare, flipped } = stripGroups(part);
    const holds = truth !== flipped;
    if (bare.kind === "logical") {
      if (bare.name === (holds ? "and" : "or")) addGuards(bare, holds, search);
    } else if (holds) search.guards.push({ part, keys: guardKeys(bare, search.text) });
  }
}

function guardKeys(node: Expression, text: string): readonly string[] {
  if (node.kind === "quantifier") return node.name === "any" ? elementKeys(node, text) : [];
  if (node.kind === "comparison") {
    if (isAboutQuery(node)) return [queryArguments];
    // Whether `ne` is true of a missing value is not certain.
    if (node.operator.name === "ne" || !node.left.type) return [];
    return [node.left, node.right].filter(isOperand).map((it) => keyOf(it, text));
  }
  if (!isOperand(node) || node.type?.kind !== "Boolean") return [];
  const entry = testedEntry(node);
  const [names, name] = node.kind === "call" && node.name === "has_value" ? node.args : [];
  const entries = names && name?.kind === "string" ? entriesNamed(names, name) : [];
  return [keyOf(node, text), ...(entry === undefined ? entries : [entry])];
}

/** An `any` is true only if each of its arrays has an element. */
function elementKeys(quantifier: Node, text: string): readonly string[] {
  const keys: string[] = [];
  eachNode(quantifier, (node) => {
    if (node.kind === "indexed" && isEach(node)) keys.push(keyOf(node, text));
    if (node.kind === "comparison" && node.operator.name === "eq" && node.right.kind === "string")
      keys.push(...entriesNamed(sourceOf(node.left), node.right));
  });
  return keys;
}

/** The operand inside `lower` and similar calls, and indexes. */
function sourceOf(operand: Operand): Operand {
  const inner = operand.kind === "indexed" ? operand.base : operand;
  const first = inner.kind === "call" ? inner.args[0] : undefined;
  return first && isOperand(first) ? sourceOf(first) : inner;
}

/** A test for a name in the names of a map tests for the key. */
function entriesNamed(names: Node, { bytes }: StringLiteral): readonly string[] {
  if (names.kind !== "field" || !names.name.endsWith(".names")) return [];
  const map = names.name.slice(0, -".names".length);
  return [bytes, bytes.toLowerCase()].map((it) => entryKey(map, it));
}

const queryArguments = "http.request.uri.args";

/** A query implies arguments. */
function isAboutQuery({ left, operator, right }: Comparison): boolean {
  if (left.kind !== "field" || left.name !== "http.request.uri.query") return false;
  return right.kind === "string" && (operator.name === "ne") === (right.bytes === "");
}
