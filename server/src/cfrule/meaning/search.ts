import type { RequestFields } from "../../core/trial.ts";
import type { Scheme } from "../catalog/scheme.ts";
import {
  compileRule,
  type Implementation,
  type Lists,
  type Outcome,
  type Request,
  Requests,
  type Variable,
} from "../evaluator.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression } from "../syntax/tree.ts";

export interface Knowledge {
  readonly scheme: Scheme;
  readonly lists: Lists;
  /** Fields of a request that is almost right. */
  readonly known: Readonly<Record<string, unknown>> | undefined;
  readonly assumptions: Assumptions;
  readonly mostWork: number;
  /** Which values are tried. */
  readonly canOccur: (fields: Readonly<Record<string, unknown>>) => boolean;
}

/** A rule that a request is to match, or not. */
export interface Goal {
  readonly root: Expression;
  readonly isTrue: boolean;
}

/** The limits of a search, in steps of about the same cost: among values that can be sent, and among all others. */
export const searchWork = { sent: 500_000, any: 200_000 };
/** The steps of evaluating a condition. To look up its last result is one. */
const evaluationWork = 40;
/** The steps of putting a value into a request. */
const valueWork = 8;
/** With more fields, each step costs more than its work says, and finds less. */
const manyVariables = 60;
/** With more, it costs too much to begin. */
const mostVariables = 120;
/** To look up what depends on more of them costs as much as they are. */
const fewValues = 16;
const starts = 12;
const mostSteps = 25;

/** Results of calls by their name and arguments. A call has one result, whatever is asked. */
export type Assumptions = ReadonlyMap<string, boolean | bigint>;

/** The assumed results for a request, because only the service can compute them. */
export type Assumed = Readonly<Record<string, Implementation>>;

/** The fields of a request, and the fields that were chosen. */
export interface FoundRequest {
  readonly fields: RequestFields;
  readonly given: Request;
  readonly functions: Assumed;
  /** The assumptions that the functions have made. */
  readonly assumed: Assumptions;
}

/**
 * Requests that reach goals, found by changing one value at a time, so that fewer conditions are wrong. It needs no model of what
 * conditions mean.
 */
export function* requestsFound(
  goals: readonly Goal[],
  variables: readonly Variable[],
  { scheme, lists, known, assumptions, mostWork, canOccur }: Knowledge,
): Iterable<FoundRequest> {
  if (variables.length > mostVariables) return;
  const limit = variables.length > manyVariables ? mostWork / 4 : mostWork;
  const search = new Search(
    goals,
    new Requests(variables, scheme, { known, canOccur }),
    lists,
    assumptions,
    limit,
  );
  for (let start = 0; start < starts && search.work < limit; start++) {
    const found = search.run(start);
    if (found) yield found;
  }
}

/** The fewest conditions that must change so that a part is true, and so that it is false. */
type Costs = readonly [toTrue: number, toFalse: number];

interface Condition {
  readonly rules: readonly { outcome(request: RequestFields): Outcome }[];
  /** The indexes of the values that it may depend on, and of the values that it reads itself. */
  readonly depends: readonly number[];
  readonly reads: readonly number[];
  readonly work: number;
  readonly known: Map<string, readonly (boolean | undefined)[]>;
}

class Search {
  work = 0;
  private state = 1;
  private readonly conditions = new Map<Expression, Condition>();
  /** The chosen value of each variable, by its index; then what is assumed about each unknown function. */
  private chosen: number[] = [];
  private readonly unknowns: readonly string[];
  private reading = 0;
  private request: { readonly fields: RequestFields; readonly given: Request } | undefined;

  constructor(
    private readonly goals: readonly Goal[],
    private readonly requests: Requests,
    private readonly lists: Lists,
    private readonly assumptions: Assumptions,
    private readonly mostWork: number,
  ) {
    this.unknowns = [...new Set(goals.flatMap(({ root }) => unknownsIn(root)))];
    for (const { root } of goals) this.prepare(root);
    for (const it of requests.counts) this.work += it * valueWork;
  }

  run(start: number) {
    this.request = undefined;
    this.chosen = [...this.requests.counts, ...this.unknowns.map(() => assumptions)].map((count) =>
      start === 0 ? 0 : this.below(count),
    );
    for (let step = 0; step < mostSteps && this.work < this.mostWork; step++) {
      if (this.total() === 0) {
        const assumed = new Map<string, boolean | bigint>();
        const functions = this.assumed([...this.chosen], assumed);
        return { ...this.made(), functions, assumed };
      }
      this.improve();
    }
    return undefined;
  }

  /** Changes a value of a condition that is wrong. */
  private improve(): void {
    const first = this.below(readings.length);
    this.reading = this.goals.some((it) => this.costIn(first, it) > 0) ? first : 1 - first;
    const wrong = this.goals.filter((it) => this.costIn(this.reading, it) > 0);
    const { root, isTrue } = this.pick(wrong);
    const reads = this.conditions.get(this.wrongIn(root, isTrue))?.reads ?? [];
    if (reads.length === 0) return;
    const isWalk = this.below(8) === 0;
    let best: (readonly [at: number, choice: number])[] = [];
    let least = Number.POSITIVE_INFINITY;
    const at = isWalk ? [this.pick(reads)] : reads;
    for (const index of at) {
      const before = this.chosen[index] ?? 0;
      for (let choice = 0; choice < this.countOf(index); choice++) {
        if (choice === before || this.work >= this.mostWork) continue;
        this.choose(index, choice);
        const total = isWalk ? 0 : this.total();
        if (total < least) [best, least] = [[], total];
        if (total === least) best.push([index, choice]);
      }
      this.choose(index, before);
    }
    if (best.length > 0) this.choose(...this.pick(best));
  }

  private countOf(index: number): number {
    return this.requests.counts[index] ?? assumptions;
  }

  private choose(index: number, choice: number): void {
    this.chosen[index] = choice;
    this.request = undefined;
  }

  private made() {
    if (!this.request) {
      this.work += this.requests.counts.length * valueWork;
      this.request = this.requests.make(this.chosen);
    }
    return this.request;
  }

  private total(): number {
    let sum = 0;
    for (const it of this.goals) sum += this.costIn(0, it) + this.costIn(1, it);
    return sum;
  }

  private costIn(reading: number, { root, isTrue }: Goal): number {
    this.reading = reading;
    return this.costs(root)[isTrue ? 0 : 1];
  }

  private costs(node: Expression): Costs {
    if (node.kind === "group") return this.costs(node.inner);
    if (node.kind === "constant") return node.value ? [0, impossible] : [impossible, 0];
    if (node.kind === "not") {
      const [toTrue, toFalse] = this.costs(node.operand);
      return [toFalse, toTrue];
    }
    if (node.kind !== "logical") {
      const truth = this.truth(node);
      return truth === undefined ? [1, 1] : truth ? [0, 1] : [1, 0];
    }
    const parts = node.operands.map((it) => this.costs(it));
    if (node.name === "xor") {
      const isTrue = parts.filter(([toTrue]) => toTrue === 0).length % 2 === 1;
      const turn = Math.min(...parts.map((it) => Math.max(...it)));
      return isTrue ? [0, turn] : [turn, 0];
    }
    const all = node.name === "and" ? 0 : 1;
    const sum = parts.reduce((total, it) => total + it[all], 0);
    const least = Math.min(...parts.map((it) => it[1 - all] ?? 0));
    return node.name === "and" ? [sum, least] : [least, sum];
  }

  /** A condition that keeps a part from being true, or from being false. */
  private wrongIn(node: Expression, isTrue: boolean): Expression {
    if (node.kind === "group") return this.wrongIn(node.inner, isTrue);
    if (node.kind === "not") return this.wrongIn(node.operand, !isTrue);
    if (node.kind !== "logical") return node;
    const costs = node.operands.map((it) => this.costs(it));
    if (node.name === "xor") {
      const turns = costs.map((it) => Math.max(...it));
      const at = this.pick(indexesOf(turns, Math.min(...turns)));
      const part = node.operands[at] as Expression;
      return this.wrongIn(part, costs[at]?.[0] !== 0);
    }
    const own = costs.map((it) => it[isTrue ? 0 : 1]);
    const isEach = (node.name === "and") === isTrue;
    const some = isEach
      ? own.flatMap((it, at) => (it > 0 ? [at] : []))
      : indexesOf(own, Math.min(...own));
    return this.wrongIn(node.operands[this.pick(some)] as Expression, isTrue);
  }

  private truth(node: Expression): boolean | undefined {
    const condition = this.conditions.get(node);
    if (!condition) return undefined;
    const { known, depends, rules, work } = condition;
    const key = depends.map((it) => this.chosen[it]).join();
    let truths = known.get(key);
    this.work += 1 + (depends.length >> (depends.length > fewValues ? 0 : 2));
    if (!truths) {
      const { fields } = this.made();
      this.work += rules.length * work;
      truths = rules.map((it) => {
        const outcome = it.outcome(fields);
        return outcome === "undetermined" ? undefined : outcome;
      });
      known.set(key, truths);
    }
    return truths[Math.min(this.reading, truths.length - 1)];
  }

  private prepare(node: Expression): void {
    if (node.kind === "group") this.prepare(node.inner);
    else if (node.kind === "not") this.prepare(node.operand);
    else if (node.kind === "logical") for (const it of node.operands) this.prepare(it);
    else if (node.kind !== "constant") {
      const names = fieldNamesIn(node);
      const unknowns = unknownsIn(node);
      const after = this.requests.counts.length;
      const assumed = this.unknowns.flatMap((it, at) =>
        unknowns.includes(it) ? [after + at] : [],
      );
      const isUnequal = node.kind === "comparison" && node.operator.name === "ne";
      this.conditions.set(node, {
        rules: (isUnequal || node.kind === "quantifier" ? readings : readings.slice(0, 1)).map(
          (missing) => compileRule(node, { missing, lists: this.lists, functions: this.assumed() }),
        ),
        reads: [...this.requests.reading(names), ...assumed],
        depends: [...this.requests.dependingOn(names), ...assumed],
        work: evaluationWork * (1 + callsIn(node)),
        known: new Map(),
      });
    }
  }

  /** By default, what is assumed at the time of the evaluation. */
  private assumed(fixed?: readonly number[], kept?: Map<string, boolean | bigint>): Assumed {
    const assume = (
      name: string,
      args: unknown,
      resultOf: (choice: number) => boolean | bigint,
    ): boolean | bigint => {
      const call = `${name} ${JSON.stringify(args, shown)}`;
      const at = this.requests.counts.length + this.unknowns.indexOf(name);
      const chosen = (fixed ?? this.chosen)[at] ?? 0;
      const result =
        this.assumptions.get(call) ?? resultOf(chosen < 2 ? chosen : hashOf(`${chosen} ${call}`));
      kept?.set(call, result);
      return result;
    };
    return {
      ...Object.fromEntries(
        booleans.map((name) => [
          name,
          (args: unknown) => assume(name, args, (choice) => choice % 2 === 1),
        ]),
      ),
      hash_in_range: (args) => {
        const [least, most] = args as [bigint, bigint];
        if (least > most) return undefined;
        const count = most - least + 1n;
        return assume("hash_in_range", args, (choice) =>
          choice === 1 ? most : least + (BigInt(choice) % count),
        );
      },
    };
  }

  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}

const readings = ["false", "engine"] as const;
const impossible = 1_000_000;

/** False or the least number, true or the greatest, and some of both. */
const assumptions = 6;
const booleans = ["dlp_match", "is_jwt_present", "is_jwt_valid"];

function unknownsIn(root: Expression): readonly string[] {
  const found: string[] = [];
  eachNode(root, (node) => {
    if (node.kind === "call" && (node.name === "hash_in_range" || booleans.includes(node.name)))
      found.push(node.name);
  });
  return found;
}

function fieldNamesIn(node: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(node, (it) => {
    if (it.kind === "field") names.add(it.name);
  });
  return names;
}

function callsIn(node: Expression): number {
  let count = 0;
  eachNode(node, (it) => {
    if (it.kind === "call") count++;
  });
  return count;
}

function indexesOf(all: readonly number[], wanted: number): readonly number[] {
  return all.flatMap((it, at) => (it === wanted ? [at] : []));
}

function hashOf(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 15)) >>> 1;
}

function shown(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
