import type { RequestFields } from "../../core/trial.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { formatAddress } from "../../vocabulary/ip.ts";
import { textOfBytes } from "../syntax/bytes.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression, Field, Index, Node } from "../syntax/tree.ts";
import { compileRule, type EvaluationOptions, type Outcome, type Rule } from "./evaluate.ts";
import { isAddress, isEntries, OpenEntries, readValue, unknownValue, type Value } from "./value.ts";

/** Why a rule matches a request or not. */
export interface Explanation {
  /** The parts that decided the outcome. */
  readonly parts: readonly (Span & { readonly outcome: Outcome })[];
  /** The values in these parts without duplicates, as in `http.host is "a.example"`. */
  readonly facts: readonly string[];
}

/** A part of a rule, compiled once for all requests. */
interface CompiledPart {
  readonly node: Expression;
  readonly rule: Rule;
  /** Empty for a part that is explained as a whole. */
  readonly inner: readonly CompiledPart[];
  /** The values of a request that the part reads. Made on first use. */
  facts?: readonly FactOf[];
}

type FactOf = (request: RequestFields) => string;

export type Explain = (request: RequestFields) => Explanation;

const nothing: Explanation = { parts: [], facts: [] };

/** Far longer than the service accepts; explaining takes longer than evaluating. */
const longestExplained = 20_000;

export function explainer(root: Expression, options: EvaluationOptions): Explain {
  if (root.end - root.start > longestExplained) return () => nothing;
  const whole = partOf(root, options);
  return (request) => {
    const parts = decidingParts(whole, request).map((it) => ({
      start: it.node.start,
      end: it.node.end,
      outcome: it.rule.outcome(request),
      facts: factsOf(it).map((fact) => fact(request)),
    }));
    return { parts, facts: [...new Set(parts.flatMap((it) => it.facts))] };
  };
}

function partOf(node: Expression, options: EvaluationOptions): CompiledPart {
  const inner =
    node.kind === "logical"
      ? node.operands
      : node.kind === "not"
        ? [node.operand]
        : node.kind === "group"
          ? [node.inner]
          : [];
  return { node, rule: compileRule(node, options), inner: inner.map((it) => partOf(it, options)) };
}

/** The first false operand of a false `and`, or all operands of a true one; the other way round for `or`. */
function decidingParts(part: CompiledPart, request: RequestFields): readonly CompiledPart[] {
  const { node, inner } = part;
  if (inner.length === 0) return [part];
  const outcomes = inner.map((it) => it.rule.outcome(request));
  const outcome = part.rule.outcome(request);
  const alike = inner.filter((_, index) => outcomes[index] === outcome);
  const isDecidedByOne = node.kind === "logical" && outcome === (node.name === "or");
  const isDecidedByAll = node.kind !== "logical" || node.name === "xor";
  const deciding = isDecidedByAll ? inner : isDecidedByOne ? alike.slice(0, 1) : alike;
  return deciding.flatMap((it) => decidingParts(it, request));
}

function factsOf(part: CompiledPart): readonly FactOf[] {
  part.facts ??= factsIn(part.node);
  return part.facts;
}

function factsIn(node: Node): readonly FactOf[] {
  const facts: FactOf[] = [];
  const indexed = new Set<Node>();
  eachNode(node, (each) => {
    if (each.kind === "indexed" && each.base.kind === "field") {
      const { base, indexes } = each;
      indexed.add(base);
      facts.push((request) => entryFact(base, indexes[0]?.key, request));
    } else if (each.kind === "field" && !each.definition?.pseudo && !indexed.has(each)) {
      facts.push((request) => fieldFact(each, request));
    }
  });
  return facts;
}

/** Many rules ask about the same field of a request. */
function fieldFact(field: Field, request: RequestFields): string {
  const known = request.read?.get(field.name);
  if (typeof known === "string") return known;
  const fact = newFieldFact(field, request);
  request.read?.set(field.name, fact);
  return fact;
}

function newFieldFact({ name, type }: Field, request: RequestFields): string {
  const known = request.get(name);
  const [sent] = known === unknownValue ? (request.alternatives?.() ?? []) : [];
  const given = sent ? sent.get(name) : known;
  if (given === unknownValue) return `${name} is unknown`;
  const value = given === undefined || !type ? undefined : readValue(given, type);
  return `${name} is ${value === undefined ? "missing" : shown(value)}`;
}

/** An entry of a map, or the whole collection. */
function entryFact(field: Field, key: Index["key"] | undefined, request: RequestFields): string {
  const given = request.get(field.name);
  const isKnown = given !== unknownValue && given !== undefined;
  const map = isKnown && field.type ? readValue(given, field.type) : undefined;
  if (key?.kind !== "string" || !map || !isEntries(map)) return fieldFact(field, request);
  const entry = map.get(key.bytes);
  const none = map instanceof OpenEntries ? "unknown" : "missing";
  return `${field.name}["${textOfBytes(key.bytes)}"] is ${entry === undefined ? none : shown(entry)}`;
}

function shown(value: Value): string {
  if (typeof value === "string") return `"${cut(textOfBytes(value))}"`;
  if (typeof value !== "object") return String(value);
  if (isAddress(value)) return formatAddress(value);
  const items = isEntries(value) ? [...value.keys()] : value;
  const few = items.slice(0, mostShown).map((it) => shown(it));
  return `[${[...few, ...(items.length > mostShown ? ["…"] : [])].join(", ")}]`;
}

const mostShown = 5;
