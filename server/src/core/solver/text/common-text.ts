import type { Budget } from "../budget.ts";
import type { Alphabet } from "./alphabet.ts";
import { type Having, includes, stateAfter, type TextSet } from "./text-set.ts";

/** A string is in the set, or not in it. */
export interface TextClaim {
  readonly set: TextSet;
  readonly inside: boolean;
}

/** "none" if there is no such string; "unknown" if the budget is spent. */
export type CommonText = { readonly value: string } | "none" | "unknown";

/** The budget for a shortest string; after that, any string is accepted. */
const shortestWork = 40_000;
const anyWork = 80_000;

/** Each unit costs work, so longer strings cannot be found. */
const longestFound = anyWork;

/** A shortest string that satisfies all claims. */
export function commonText(
  claims: readonly TextClaim[],
  alphabet: () => Alphabet,
  budget: Budget,
): CommonText {
  const listed = fewestMembers(claims);
  const found = amongMembers(listed ?? likelyTexts(claims), claims, budget);
  if (listed || found !== "none") return found;
  if (areOpposed(claims, budget)) return "none";
  const shortest = search(claims, alphabet(), "shortest", budget.within(shortestWork));
  if (shortest !== "unknown" || budget.isSpent) return shortest;
  return search(claims, alphabet(), "first", budget.within(anyWork));
}

/** Candidates of minimal length, tried first because most questions have a simple answer. */
function likelyTexts(claims: readonly TextClaim[]): readonly string[] {
  let longest: TextSet | undefined;
  let distance = 0;
  for (const { set, inside } of claims) {
    const own = inside ? set.distance(0) : 0;
    if (own === Number.POSITIVE_INFINITY) return [];
    if (inside && own >= distance) [longest, distance] = [set, own];
  }
  if (distance === 0) return likely;
  const own = longest && shortestIn(longest);
  if (own === undefined) return [];
  const all = claims.map(({ set, inside }) => (inside ? shortestIn(set) : ""));
  return all.includes(undefined) ? [own] : [...new Set([own, all.join("")])];
}

function shortestIn({ shortest, having }: TextSet): string | undefined {
  return shortest ?? having?.text;
}

const likely = ["", ..."abcdxyz"];

/** More pairs of claims are not compared. */
const mostPairs = 64;

/** Whether one of the claims obviously implies the opposite of another. */
function areOpposed(claims: readonly TextClaim[], budget: Budget): boolean {
  const placed = claims.flatMap(({ set, inside }) => (inside && set.having ? [set.having] : []));
  if (placed.length * claims.length > mostPairs) return false;
  return placed.some((having) => claims.some((it) => excludes(having, it, budget)));
}

/** Whether no string with a text at a place satisfies a claim. */
function excludes({ text, place }: Having, { set, inside }: TextClaim, budget: Budget): boolean {
  budget.spend(1 + ((text.length * (set.cost ?? 1)) >> 1));
  const state = stateAfter(set, text);
  if (inside) return place === "start" && set.distance(state) === Number.POSITIVE_INFINITY;
  if (place === "start") return set.isFull(state);
  if (set.distance(state) > 0) return false;
  return set.having?.place === "anywhere" || (set.having?.place === "end" && place === "end");
}

/** The cost of finding out whether a set has a string. */
export function workOn({ cost = 1 }: TextSet, text: string): number {
  return 1 + (((text.length + 1) * cost) >> 1);
}

function fewestMembers(claims: readonly TextClaim[]): readonly string[] | undefined {
  let fewest: readonly string[] | undefined;
  for (const { set, inside } of claims) {
    const { members } = set;
    if (inside && members && (!fewest || members.length < fewest.length)) fewest = members;
  }
  return fewest;
}

function amongMembers(
  members: readonly string[],
  claims: readonly TextClaim[],
  budget: Budget,
): CommonText {
  for (const text of members) {
    const fits = claims.every(({ set, inside }) => {
      budget.spend(workOn(set, text));
      return includes(set, text) === inside;
    });
    if (budget.isSpent) return "unknown";
    if (fits) return { value: text };
  }
  return "none";
}

/** The states of all automata after some string, and how it was reached. */
interface Place {
  readonly states: readonly number[];
  readonly from: Place | undefined;
  readonly unit: number;
  readonly length: number;
}

/**
 * Runs all automata in parallel, and prunes states from which a claim can no longer be satisfied. The best comes first: by the
 * minimal total length or, to find any string soon, by the sum of the missing lengths.
 */
function search(
  claims: readonly TextClaim[],
  alphabet: Alphabet,
  order: "shortest" | "first",
  budget: Budget,
): CommonText {
  const { units } = alphabet;
  const lengths = new Map<string, number>();
  const queue = new Queue<Place>();
  let isCut = false;
  const add = (place: Place): void => {
    const { states, length } = place;
    let [most, sum] = [0, 0];
    for (let i = 0; i < claims.length; i++) {
      const missing = missingIn(claims[i] as TextClaim, states[i] ?? 0);
      if (missing === Number.POSITIVE_INFINITY) return;
      most = Math.max(most, missing);
      sum += missing;
    }
    if (length + most > longestFound) {
      isCut = true;
      return;
    }
    const key = keyOf(states);
    if ((lengths.get(key) ?? Number.POSITIVE_INFINITY) <= length) return;
    lengths.set(key, length);
    queue.add(order === "shortest" ? length + most : sum * 4 + length, place);
  };
  add({ states: claims.map(() => 0), from: undefined, unit: 0, length: 0 });
  for (let place = queue.take(); place; place = queue.take()) {
    const { states, length } = place;
    if (claims.every((it, i) => missingIn(it, states[i] ?? 0) === 0))
      return { value: textOf(place) };
    budget.spend(units.length * (states.length + 2));
    const rows: Int32Array[] = [];
    for (const { set } of claims) {
      const row = alphabet.after(set, states[rows.length] ?? 0, budget);
      if (!row) return "unknown";
      rows.push(row);
    }
    for (let i = 0; i < units.length; i++) {
      const next = rows.map((row) => row[i] ?? 0);
      add({ states: next, from: place, unit: units[i] ?? 0, length: length + 1 });
    }
  }
  return isCut ? "unknown" : "none";
}

/** Mostly one character per state, built in one call: concatenated strings are slow map keys. */
function keyOf(states: readonly number[]): string {
  const codes: number[] = [];
  for (const code of states) {
    if (code < 0xffff) codes.push(code);
    else codes.push(0xffff, code & 0x7fff, code >>> 15);
  }
  return String.fromCharCode(...codes);
}

/** At least this many units are missing until a claim is satisfied. Infinite if it never will be. */
function missingIn({ set, inside }: TextClaim, state: number): number {
  if (inside) return set.distance(state);
  if (set.distance(state) > 0) return 0;
  return set.isFull(state) ? Number.POSITIVE_INFINITY : 1;
}

function textOf(place: Place): string {
  const units: string[] = [];
  for (let at = place; at.from; at = at.from) units.push(String.fromCharCode(at.unit));
  return units.reverse().join("");
}

/** A priority queue: lowest rank first, then first in, first out. */
class Queue<Item> {
  private readonly buckets: { readonly items: Item[]; taken: number }[] = [];
  private lowest = 0;

  add(rank: number, item: Item): void {
    this.buckets[rank] ??= { items: [], taken: 0 };
    this.buckets[rank].items.push(item);
    this.lowest = Math.min(this.lowest, rank);
  }

  take(): Item | undefined {
    for (; this.lowest < this.buckets.length; this.lowest++) {
      const bucket = this.buckets[this.lowest];
      if (bucket && bucket.taken < bucket.items.length) return bucket.items[bucket.taken++];
    }
    return undefined;
  }
}
