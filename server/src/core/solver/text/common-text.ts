import type { Budget } from "../budget.ts";
import type { Alphabet } from "./alphabet.ts";
import { includes, stateAfter, type TextSet } from "./text-set.ts";

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
  if (listed) return amongMembers(listed, claims, budget);
  const likely = likelyTexts(claims);
  if (likely.length > 0) {
    const found = amongMembers(likely, claims, budget);
    if (found !== "none") return found;
  }
  if (areOpposed(claims, budget)) return "none";
  const search = new Search(claims, alphabet());
  const shortest = search.run("shortest", budget.within(shortestWork));
  if (shortest !== "unknown" || budget.isSpent) return shortest;
  return search.run("first", budget.within(anyWork));
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
  const { sample } = longest ?? {};
  return sample === undefined ? [] : [sample];
}

const likely = ["", ..."abcdxyz"];

/** More pairs of claims are not compared. */
const mostPairs = 64;

/** Whether one of the claims obviously implies the opposite of another. */
function areOpposed(claims: readonly TextClaim[], budget: Budget): boolean {
  const placed = claims.filter(({ set, inside }) => inside && set.place);
  if (placed.length * claims.length > mostPairs) return false;
  return placed.some(({ set }) => claims.some((it) => excludes(set, it, budget)));
}

/** Whether no member of a set, which is defined by its sample, satisfies a claim. */
function excludes(
  { place, sample = "" }: TextSet,
  { set, inside }: TextClaim,
  budget: Budget,
): boolean {
  budget.spend(1 + ((sample.length * (set.cost ?? 1)) >> 1));
  const state = stateAfter(set, sample);
  if (inside) return place === "start" && set.distance(state) === Number.POSITIVE_INFINITY;
  if (place === "start") return set.isFull(state);
  return (
    set.accepts(state) && (set.place === "anywhere" || (set.place === "end" && place === "end"))
  );
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

/** Runs all automata in parallel, and prunes states from which a claim can no longer be satisfied. */
class Search {
  /** Whether some strings were skipped because they are too long. */
  private isCut = false;

  constructor(
    private readonly claims: readonly TextClaim[],
    private readonly alphabet: Alphabet,
  ) {}

  /** Best-first search: by the minimal total length or, to find any string soon, by the sum of the missing lengths. */
  run(order: "shortest" | "first", budget: Budget): CommonText {
    const lengths = new Map<string, number>();
    const queue = new Queue<Place>();
    this.isCut = false;
    const add = (place: Place): void => {
      const rank = this.rank(place, order);
      if (rank === undefined) return;
      const key = keyOf(place.states);
      if ((lengths.get(key) ?? Number.POSITIVE_INFINITY) <= place.length) return;
      lengths.set(key, place.length);
      queue.add(rank, place);
    };
    add({ states: this.claims.map(() => 0), from: undefined, unit: 0, length: 0 });
    for (let place = queue.take(); place; place = queue.take()) {
      if (this.isMet(place)) return { value: textOf(place) };
      const rows = this.rowsAfter(place, budget);
      if (!rows) return "unknown";
      for (let i = 0; i < this.alphabet.units.length; i++) {
        const states = rows.map((row) => row[i] ?? 0);
        const unit = this.alphabet.units[i] ?? 0;
        add({ states, from: place, unit, length: place.length + 1 });
      }
    }
    return this.isCut ? "unknown" : "none";
  }

  private isMet({ states }: Place): boolean {
    return this.claims.every(({ set, inside }, i) => set.accepts(states[i] ?? 0) === inside);
  }

  /** Undefined if no string from here on satisfies all claims, or can be found. */
  private rank({ states, length }: Place, order: "shortest" | "first"): number | undefined {
    let [most, sum] = [0, 0];
    for (let i = 0; i < states.length; i++) {
      const claim = this.claims[i];
      const missing = claim ? missingIn(claim, states[i] ?? 0) : 0;
      if (missing === Number.POSITIVE_INFINITY) return undefined;
      most = Math.max(most, missing);
      sum += missing;
    }
    if (length + most > longestFound) {
      this.isCut = true;
      return undefined;
    }
    return order === "shortest" ? length + most : sum * 4 + length;
  }

  private rowsAfter({ states }: Place, budget: Budget): Int32Array[] | undefined {
    const { units } = this.alphabet;
    const rows: Int32Array[] = [];
    let work = units.length * (states.length + 2);
    for (let i = 0; i < states.length; i++) {
      const set = this.claims[i]?.set;
      const state = states[i] ?? 0;
      if (!set) continue;
      if (!this.alphabet.known(set, state)) work += 2 * units.length * (set.cost ?? 1);
      if (work > 0 && !budget.spend(work)) return undefined;
      work = 0;
      rows.push(this.alphabet.after(set, state));
    }
    return rows;
  }
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

function missingIn({ set, inside }: TextClaim, state: number): number {
  if (inside) return set.distance(state);
  if (!set.accepts(state)) return 0;
  return set.isFull(state) ? Number.POSITIVE_INFINITY : 1;
}

function textOf(place: Place): string {
  const units: number[] = [];
  for (let at = place; at.from; at = at.from) units.push(at.unit);
  return Array.from(units.reverse(), (it) => String.fromCharCode(it)).join("");
}

/** A priority queue: lowest rank first, then first in, first out. */
class Queue<Item> {
  private readonly buckets: Item[][] = [];
  private readonly heads: number[] = [];
  private lowest = 0;

  add(rank: number, item: Item): void {
    const bucket = this.buckets[rank];
    if (bucket) bucket.push(item);
    else {
      this.buckets[rank] = [item];
      this.heads[rank] = 0;
    }
    this.lowest = Math.min(this.lowest, rank);
  }

  take(): Item | undefined {
    for (; this.lowest < this.buckets.length; this.lowest++) {
      const bucket = this.buckets[this.lowest];
      const head = this.heads[this.lowest] ?? 0;
      if (!bucket || head >= bucket.length) continue;
      this.heads[this.lowest] = head + 1;
      return bucket[head];
    }
    return undefined;
  }
}
