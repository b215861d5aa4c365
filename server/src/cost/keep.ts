import { type Claim, claimFrom } from "../core/configuration/claim.ts";
import { compareMeanings, type Meaning } from "../core/meaning/meaning.ts";
import type { RelationName } from "../core/meaning/relation.ts";
import { type FileContext, languageFor } from "../languages.ts";
import type { FilterNode } from "./filter.ts";

/** Relates filters of one dataset, as `weir compare` does. */
export class Proofs {
  private readonly meanings = new Map<string, Meaning | undefined>();

  constructor(
    private readonly dataset: string,
    private readonly context: FileContext,
  ) {}

  /** Whether a filter keeps every line of another one. */
  staysIn(kept: FilterNode, filter: FilterNode): Claim {
    const relation = this.relation(kept, filter);
    return claimFrom(relation === "narrower" || relation === "equal", []);
  }

  /** Whether no line matches both. */
  isApart(one: FilterNode, other: FilterNode): boolean {
    return this.relation(one, other) === "disjoint";
  }

  /** A line that the first matches and the second does not. */
  example(one: FilterNode, other: FilterNode): Readonly<Record<string, unknown>> | undefined {
    const [first, second] = [this.meaningOf(one), this.meaningOf(other)];
    const line = plainLine(one);
    if (first?.matches({ line }) && second?.matches({ line }) === false) return line;
    const witness = first && second && compareMeanings(first, second).onlyFirst;
    return witness && "line" in witness ? witness.line : undefined;
  }

  private relation(one: FilterNode, other: FilterNode): RelationName {
    const [first, second] = [this.meaningOf(one), this.meaningOf(other)];
    return first && second ? compareMeanings(first, second).name : "unknown";
  }

  private meaningOf(where: FilterNode): Meaning | undefined {
    const text = JSON.stringify({ where });
    if (!this.meanings.has(text)) {
      const context = { ...this.context, forcedDataset: this.dataset };
      this.meanings.set(text, languageFor("filter").analyze(text, context).meaning?.());
    }
    return this.meanings.get(text);
  }
}

/** A line with the values of conditions that all have to hold. */
function plainLine(node: FilterNode): Readonly<Record<string, unknown>> {
  if ("and" in node) return Object.assign({}, ...node.and.map(plainLine));
  if ("or" in node) return node.or[0] ? plainLine(node.or[0]) : {};
  const { key, operator, value } = node;
  const [one] = Array.isArray(value) ? value : [value];
  switch (operator) {
    case "eq":
    case "in":
    case "startsWith":
    case "geq":
    case "leq":
      return { [key]: one };
    case "lt":
      return { [key]: Number(one) > 200 ? 200 : Number(one) - 1 };
    case "endsWith":
      return { [key]: /Path$/.test(key) ? `/a${one}` : one };
    default:
      return {};
  }
}
