/** Collects the comparisons of request values with literals. */
import { kept } from "../../core/solver/kept.ts";
import { longestText } from "../catalog/limits.ts";
import type { Document } from "../document.ts";
import type { RegexNode } from "../regex/syntax/tree.ts";
import { eachChild } from "../syntax/children.ts";
import { maxRegexCost, regexCost, regexOf } from "../syntax/literals/patterns.ts";
import { eachSurePart } from "../syntax/recovery/recovered.ts";
import type * as tree from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";
import { type TestedField, testedField } from "./operand-facts.ts";

export type How =
  | "equal"
  | "order"
  | "bits"
  | "prefix"
  | "suffix"
  | "part"
  | "wildcard"
  | "strict wildcard"
  | "regex";

export interface ValueUse {
  readonly node: tree.Comparison | tree.Call;
  readonly operand: tree.Argument;
  /** Undefined if the operand is not a plain field. */
  readonly tested: TestedField | undefined;
  readonly how: How;
  /** The values of a set, or the single value. Empty for a regex. */
  readonly values: readonly tree.SetItem[];
  /** The strings among them, without hexadecimal bytes and overlong strings. */
  readonly texts: readonly tree.StringLiteral[];
  readonly set: tree.SetLiteral | undefined;
}

/** A comparison by `wildcard` or `strict wildcard`. */
export interface WildcardUse {
  readonly use: ValueUse;
  readonly comparison: tree.Comparison;
  readonly literal: tree.StringLiteral;
}

export interface RegexUse {
  readonly use: ValueUse;
  readonly comparison: tree.Comparison;
  readonly literal: tree.RegexLiteral;
  readonly root: RegexNode;
}

/** A string used as a map key. */
export interface KeyUse {
  readonly collection: tree.Argument;
  readonly key: tree.StringLiteral;
}

export interface ValueFacts {
  readonly uses: readonly ValueUse[];
  readonly keys: readonly KeyUse[];
  readonly wildcards: readonly WildcardUse[];
  /** Only valid ones. */
  readonly regexes: readonly RegexUse[];
  /** Numbers in calls and indexes. */
  readonly numbers: readonly tree.IntegerLiteral[];
  /** Word operators such as `and` and `eq`. */
  readonly words: readonly tree.Operator[];
  /** Whether there are symbolic operators such as `&&` and `==`. */
  readonly symbols: boolean;
}

interface Gathered {
  readonly document: Document;
  readonly uses: ValueUse[];
  readonly keys: KeyUse[];
  readonly wildcards: WildcardUse[];
  readonly regexes: RegexUse[];
  readonly numbers: tree.IntegerLiteral[];
  readonly words: tree.Operator[];
  symbols: boolean;
  regexCost: number;
  readonly gatherChild: (child: tree.Node) => void;
}

/** Collected in one walk, shared by all value checks. */
export function valueFacts(document: Document): ValueFacts {
  const { computed } = document.parsed;
  return kept(computed, valueFacts, () => gatherFacts(document)) as ValueFacts;
}

function gatherFacts(document: Document): ValueFacts {
  const facts: Gathered = {
    document,
    uses: [],
    keys: [],
    wildcards: [],
    regexes: [],
    numbers: [],
    words: [],
    symbols: false,
    regexCost: 0,
    gatherChild: (child) => gather(child, facts),
  };
  gather(document.parsed.root, facts);
  return facts;
}

/** Recursion is safe: the parser bounds the depth. */
function gather(node: tree.Node, facts: Gathered): void {
  switch (node.kind) {
    case "recovered":
      eachSurePart(node, facts.gatherChild);
      return;
    case "operator":
      noteOperator(node, facts);
      return;
    case "comparison":
      note(comparisonUse(node), facts);
      noteOperator(node.operator, facts);
      if (node.left.kind !== "field") gather(node.left, facts);
      if (node.right.kind === "call" || node.right.kind === "indexed") gather(node.right, facts);
      return;
    case "logical":
      for (const it of node.operators) noteOperator(it, facts);
      for (const it of node.operands) gather(it, facts);
      return;
    case "group":
      gather(node.inner, facts);
      return;
    case "call":
      note(callUse(node), facts);
      noteKey(node, facts);
      break;
    case "indexed": {
      const key = node.indexes[0]?.key;
      if (key?.kind === "string") facts.keys.push({ collection: node.base, key });
      break;
    }
    case "integer":
      facts.numbers.push(node);
      return;
    case "field":
    case "string":
      return;
    default:
  }
  eachChild(node, facts.gatherChild);
}

function noteOperator(node: tree.Operator, facts: Gathered): void {
  if (node.guessed) return;
  if (isWord(node, facts.document.text)) facts.words.push(node);
  else facts.symbols = true;
}

function isWord({ start }: tree.Operator, text: string): boolean {
  return text.charCodeAt(start) >= 97 && text.charCodeAt(start) <= 122;
}

function note(use: ValueUse | undefined, facts: Gathered): void {
  if (!use) return;
  facts.uses.push(use);
  const { node: comparison, how } = use;
  if (comparison.kind !== "comparison") return;
  const { right } = comparison;
  if (right.kind === "regex") {
    facts.regexCost += regexCost(right);
    if (facts.regexCost > maxRegexCost) return;
    const { root, problems } = regexOf(right);
    if (problems.length === 0) facts.regexes.push({ use, comparison, literal: right, root });
  } else if (right.kind === "string" && (how === "wildcard" || how === "strict wildcard")) {
    facts.wildcards.push({ use, comparison, literal: right });
  }
}

function noteKey({ name, args: [collection, key] }: tree.Call, facts: Gathered): void {
  if (name === "has_key" && collection && key?.kind === "string") {
    facts.keys.push({ collection, key });
  }
}

function comparisonUse(node: tree.Comparison): ValueUse | undefined {
  const { left, operator, right } = node;
  if (right.kind === "list" || right.kind === "stray" || right.kind === "missing") return undefined;
  if (isOperand(right)) return undefined;
  const set = right.kind === "set" ? right : undefined;
  const values = right.kind === "set" ? right.items : right.kind === "regex" ? none : [right];
  const how = hows[operator.name];
  const texts = textsAmong(values);
  return { node, operand: left, tested: testedField(left), how, values, texts, set };
}

const hows: Readonly<Record<tree.Comparison["operator"]["name"], How>> = {
  eq: "equal",
  ne: "equal",
  in: "equal",
  lt: "order",
  le: "order",
  gt: "order",
  ge: "order",
  bitwise_and: "bits",
  contains: "part",
  matches: "regex",
  wildcard: "wildcard",
  "strict wildcard": "strict wildcard",
};

function callUse(node: tree.Call): ValueUse | undefined {
  const how = callHows.get(node.name);
  const [operand, value, ...more] = node.args;
  if (!how || !operand || value?.kind !== "string" || more.length > 0) return undefined;
  const tested = testedField(operand);
  const values = [value];
  return { node, operand, tested, how, values, texts: textsAmong(values), set: undefined };
}

const callHows: ReadonlyMap<string, How> = new Map([
  ["starts_with", "prefix"],
  ["ends_with", "suffix"],
  ["has_value", "equal"],
]);

function textsAmong(values: readonly tree.SetItem[]): readonly tree.StringLiteral[] {
  // A set has one type, so usually all or none are strings.
  if (values.every(isText)) return values;
  return values.some(isText) ? values.filter(isText) : none;
}

const none: readonly never[] = [];

function isText(value: tree.SetItem): value is tree.StringLiteral {
  return value.kind === "string" && value.form !== "hex" && value.value.length <= longestText;
}
