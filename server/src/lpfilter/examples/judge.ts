import type { RelatedPlace } from "../../core/diagnostic.ts";
import { cut } from "../../text/shorten.ts";
import {
  type LogLine,
  type Predicate,
  predicateOf,
  predicateOfNode,
} from "../evaluation/evaluate.ts";
import type { Condition, Filter, FilterNode } from "../syntax/filter.ts";
import type { ExampleKind } from "./examples.ts";

export interface Judgement {
  readonly passed: boolean;
  /** Why it failed; empty if it passed. */
  readonly message: string;
  readonly related: readonly RelatedPlace[];
}

/** Judges examples of one filter, which is compiled once. Undefined for a filter that cannot be evaluated. */
export function judgeFor(
  filter: Filter,
): ((kind: ExampleKind, line: LogLine) => Judgement) | undefined {
  const keeps = filter.json.errors.length === 0 ? predicateOf(filter) : undefined;
  const { node } = filter;
  if (!keeps || !node) return undefined;
  return (kind, line) => {
    const isKept = keeps(line);
    if (isKept === (kind === "keep")) return { passed: true, message: "", related: [] };
    const deciding = decidingConditions(node, isKept, line).slice(0, mostFacts);
    const facts = [...new Set(deciding.map((it) => factOf(it, line)))];
    const verdict = isKept ? "This line is kept" : "This line is dropped";
    return {
      passed: false,
      message: facts.length === 0 ? `${verdict}.` : `${verdict}: ${facts.join(", ")}.`,
      related: deciding.map(({ start, end }) => ({ start, end, message: `This is ${isKept}.` })),
    };
  };
}

const mostFacts = 8;

/** Of a group that is decided by one of its members, the first; else all of them. */
function decidingConditions(node: FilterNode, outcome: boolean, line: LogLine): Condition[] {
  if (node.kind === "condition") return [node];
  if (node.kind === "stray") return [];
  const isDecidedByOne = outcome === (node.logical === "or");
  const alike = node.items.filter((it) => predicate(it)(line) === outcome);
  const deciding = isDecidedByOne ? alike.slice(0, 1) : alike;
  return deciding.flatMap((it) => decidingConditions(it, outcome, line));
}

function predicate(node: FilterNode): Predicate {
  return predicateOfNode(node) ?? (() => false);
}

function factOf({ key }: Condition, line: LogLine): string {
  const name = key?.value?.kind === "string" ? key.value.value : "";
  const value = Object.hasOwn(line, name) ? line[name] : undefined;
  const isAbsent = value === undefined || value === null;
  return `${name} is ${isAbsent ? "absent" : cut(JSON.stringify(value))}`;
}
