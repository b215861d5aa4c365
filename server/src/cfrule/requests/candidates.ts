/** Candidate values that can decide the comparisons of a rule: the values that it compares with, and some others. */
import { kept } from "../../core/solver/kept.ts";
import { addAll } from "../../text/add-all.ts";
import { formatAddress, parseAddress } from "../../vocabulary/ip.ts";
import type { Field as FieldDefinition } from "../catalog/fields.ts";
import type { Type } from "../catalog/type.ts";
import { sampleOf } from "../regex/sample.ts";
import { bytesOf, textOfBytes } from "../syntax/bytes.ts";
import { eachNode } from "../syntax/children.ts";
import type { Comparand, Comparison, Expression, Field, Node, Operand } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";
import { readWildcard } from "../syntax/wildcard.ts";
import type { ListItems } from "../values/list-items.ts";
import { type FieldValue, fieldValuesFor, type Target } from "./inverse.ts";

/** A field, or an entry of a map. */
export interface Variable {
  readonly field: string;
  readonly key: string | undefined;
  readonly type: Type;
  /** Undefined means a missing entry. */
  readonly values: readonly unknown[];
}

type Scalar = string | number | bigint | boolean;

interface FieldCandidates {
  /** Values with which conditions are true or false, as far as functions can be inverted. */
  readonly made: unknown[];
  readonly definition: FieldDefinition | undefined;
  readonly field: string;
  readonly key: string | undefined;
  readonly type: Type;
  readonly values: Set<Scalar>;
  /** The bits that conditions ask for. */
  readonly bits: Set<bigint>;
}

/** By the name of the field, with its key. */
type CandidatesByName = Map<string, FieldCandidates>;

/** The fields of a rule in the order of the text, each with values to try, also for what `others` ask of its bits. */
export function variablesOf(
  root: Expression,
  lists: ListItems,
  others: readonly Expression[] = [],
): readonly Variable[] {
  const candidates: CandidatesByName = new Map();
  for (const condition of conditionsOf(root)) addCandidates(candidates, condition, lists);
  for (const condition of others.flatMap(conditionsOf))
    for (const { field, key } of fieldsIn(condition))
      for (const it of bitsIn(condition)) candidates.get(nameOf(field, key))?.bits.add(it);
  return [...candidates.values()].map((it) => ({
    field: it.field,
    key: it.key,
    type: it.type,
    values: [
      ...(it.key === undefined ? [] : [undefined]),
      ...it.made.slice(0, mostValues / 2),
      ...valuesFor(it.type, [...it.values, ...together([...it.bits])], it.definition),
    ].slice(0, mostValues),
  }));
}

const mostValues = 40;

/** Adds the values of a condition to the fields that it tests. */
function addCandidates(
  candidates: CandidatesByName,
  condition: Expression,
  lists: ListItems,
): void {
  const literals = literalsIn(condition, lists);
  const bits = bitsIn(condition);
  const own: FieldCandidates[] = [];
  for (const { field, key } of fieldsIn(condition)) {
    if (!field.type || field.definition?.pseudo) continue;
    const type = key !== undefined && field.type.kind === "Map" ? field.type.of : field.type;
    const ofField = kept(candidates, nameOf(field, key), () => ({
      definition: field.definition,
      field: field.name,
      key,
      type,
      values: new Set<Scalar>(),
      bits: new Set<bigint>(),
      made: [],
    }));
    for (const it of literals) ofField.values.add(it);
    for (const it of bits) ofField.bits.add(it);
    own.push(ofField);
  }
  if (own.every((it) => it.made.length >= mostValues)) return;
  for (const { field, key, value } of valuesAround(condition))
    candidates.get(nameOf(field, key))?.made.push(value);
}

function bitsIn(condition: Expression): readonly bigint[] {
  if (condition.kind !== "comparison" || condition.operator.name !== "bitwise_and") return [];
  const mask = condition.right.kind === "integer" ? condition.right.value : 0n;
  const found: bigint[] = [];
  for (let bit = 1n; bit <= mask; bit <<= 1n) if (mask & bit) found.push(bit);
  return found;
}

/** Numbers with two of the first bits, and with all. */
function together(bits: readonly bigint[]): readonly bigint[] {
  const pairs = bits
    .slice(1, 6)
    .flatMap((it, i) => bits.slice(0, i + 1).map((other) => it | other));
  return [...pairs, bits.reduce((sum, it) => sum | it, 0n)];
}

function nameOf(field: Field, key: string | undefined): string {
  return key === undefined ? field.name : `${field.name}["${key}"]`;
}

/** Values of fields for which a condition with functions is likely true, or false. */
function valuesAround(condition: Expression): FieldValue[] {
  if (condition.kind === "quantifier") {
    const { argument } = condition;
    return isOperand(argument) || argument.kind === "comparison" ? valuesAround(argument) : [];
  }
  if (isOperand(condition)) return [true, false].flatMap((it) => fieldValuesFor(condition, it));
  if (condition.kind !== "comparison") return [];
  const { left, right } = condition;
  const sides = isOperand(right) ? [left, right] : [left];
  const isPlain = ({ kind }: Operand) => kind === "field";
  if (sides.every(isPlain)) return [];
  return targetsOf(condition).flatMap((target) =>
    sides.flatMap((it) => fieldValuesFor(it, target)),
  );
}

/** Values of the operands that decide a comparison. */
function targetsOf({ left, operator, right }: Comparison): readonly Target[] {
  switch (left.type?.kind) {
    case "Boolean":
      return [true, false];
    case "Integer":
      return [...literalsIn(right).flatMap((it) => (typeof it === "bigint" ? [it] : [])), 0n, 50n];
    case "IP":
      return [...literalsIn(right), "203.0.113.7"].map((it) => ({ address: String(it) }));
    default: {
      const isWildcard = operator.name.endsWith("wildcard");
      const texts = literalsIn(right).map((it) => bytesOf(String(it)));
      const filledIn = isWildcard ? texts.map((it) => filled(it)) : texts;
      return [...filledIn, ...filledIn.map((it) => `${it}~`), "", "x"];
    }
  }
}

function conditionsOf(node: Expression): readonly Expression[] {
  if (node.kind === "logical") return node.operands.flatMap(conditionsOf);
  if (node.kind === "not") return conditionsOf(node.operand);
  return node.kind === "group" ? conditionsOf(node.inner) : [node];
}

function fieldsIn(
  condition: Expression,
): { readonly field: Field; readonly key: string | undefined }[] {
  const found: { field: Field; key: string | undefined }[] = [];
  const seen = new Set<Node>();
  eachNode(condition, (node) => {
    if (node.kind === "indexed" && node.base.kind === "field") {
      const key = node.indexes[0]?.key;
      seen.add(node.base);
      found.push({
        field: node.base,
        key: key?.kind === "string" ? textOfBytes(key.bytes) : undefined,
      });
    } else if (node.kind === "call" && node.name === "has_key") {
      const [map, key] = node.args;
      if (map?.kind !== "field" || key?.kind !== "string") return;
      seen.add(map);
      found.push({ field: map, key: textOfBytes(key.bytes) });
    } else if (node.kind === "field" && !seen.has(node))
      found.push({ field: node, key: undefined });
  });
  return found;
}

function literalsIn(condition: Expression | Comparand, lists: ListItems = {}): readonly Scalar[] {
  // Two values of a request are equal only if the search tries the same value for both. Some integers are lengths.
  const isOfTwo = condition.kind === "comparison" && isOperand(condition.right);
  const found: Scalar[] = isOfTwo ? ["example.com", 2n, 3n, 11n] : [];
  const isWildcard =
    condition.kind === "comparison" && condition.operator.name.includes("wildcard");
  eachNode(condition, (node) => {
    if (node.kind === "string")
      found.push(textOfBytes(isWildcard ? filled(node.bytes) : node.bytes));
    else if (node.kind === "integer") found.push(node.value, node.value + 1n, node.value - 1n);
    else if (node.kind === "address") found.push(formatAddress(node));
    else if (node.kind === "network") {
      found.push(formatAddress({ family: node.family, value: node.first }));
    } else if (node.kind === "regex") found.push(sampleOf(node.pattern) ?? "");
    else if (node.kind === "list") addAll(found, (lists[node.name] ?? []).map(withoutBits));
  });
  return found;
}

function filled(pattern: string): string {
  return readWildcard(pattern).parts.join("a");
}

function withoutBits(item: string | number): Scalar {
  return typeof item === "string" ? item.replace(/\/\d+$/, "").replace(/^\*\./, "www.") : item;
}

function valuesFor(
  type: Type,
  literals: readonly Scalar[],
  definition: FieldDefinition | undefined,
): readonly unknown[] {
  switch (type.kind) {
    case "Boolean":
      return [true, false];
    case "Integer":
      return [...literals.filter((it) => typeof it === "bigint"), 0n, 1n, 50n, 99n];
    case "IP":
      return [
        // Numbers next to an address are lengths of networks.
        ...literals.filter((it) => typeof it === "string" && parseAddress(it)),
        "203.0.113.7",
        "2001:db8::1",
      ];
    case "String":
      return stringsFor(literals, definition);
    case "Array":
      return [...valuesFor(type.of, literals, definition).map((it) => [it]), []];
    case "Map":
      return valuesFor(type.of, literals, definition).map((it) => new Map([["example", it]]));
  }
}

function stringsFor(
  literals: readonly Scalar[],
  definition: FieldDefinition | undefined,
): readonly string[] {
  const shape = definition?.shape;
  const texts = literals.filter((it) => typeof it === "string");
  const lengths = literals.filter((it) => typeof it === "bigint" && it > 0n && it < 1000n);
  const usual = shape === undefined ? ["example", ""] : (usualTexts[shape] ?? ["example"]);
  const all = [...texts, ...lengths.map((it) => "a".repeat(Number(it))), ...usual];
  const isPath = shape === "path" || shape === "uri";
  const whole = all.map((it) => (isPath && !it.startsWith("/") ? `/${it}` : it));
  return isPath ? [...whole, ...texts.map((it) => `/index${it}`)] : whole;
}

const usualTexts: Readonly<Record<string, readonly string[]>> = {
  host: ["www.example.com", "example.com"],
  path: ["/", "/index.html"],
  uri: ["/"],
  query: ["", "a=1"],
  extension: ["", "html"],
  "full uri": ["https://www.example.com/"],
  "media type": ["text/html"],
};
