import { isProved } from "../core/configuration/claim.ts";
import type { FileContext } from "../languages.ts";
import type { Suggestion, Together } from "./answer.ts";
import {
  allOf,
  anyOf,
  type FilterNode,
  type FilterObject,
  flat,
  opposite,
  sizeOf,
} from "./filter.ts";
import { Proofs } from "./keep.ts";
import { classNode, classText, isIn, type LineClass } from "./line-class.ts";
import { type Candidate, candidatesIn } from "./search.ts";
import { promising, select } from "./select.ts";
import type { Signature, SignatureTable } from "./signatures.ts";

/** A filter of lines that must stay. */
export interface KeepFilter {
  readonly path: string;
  readonly node: FilterNode;
}

/** The lines of a job, and what limits the suggestions. */
export interface SuggestInput {
  /** The filter of the job. */
  readonly own: FilterNode;
  readonly dataset: string;
  readonly context: FileContext;
  readonly keeps: readonly KeepFilter[];
  readonly table: SignatureTable;
  /** The share that is to be saved. */
  readonly target: number | undefined;
}

/** A suggestion before it is priced: lines and bytes are those that the job sends, before sampling. */
export type FoundSuggestion = Omit<Suggestion, "usdPerMonth">;
export type FoundTogether = Omit<Together, "usdPerMonth">;

export interface Suggestions {
  readonly suggestions: readonly FoundSuggestion[];
  readonly together?: FoundTogether;
  readonly notes: readonly string[];
}

/** A class has at least this share of the bytes, and this many lines, in each half of the lines. */
const leastShare = 0.01;
const leastLines = 10;
/** The share that was learned and the share that is measured differ by less. */
const largestDrift = 2;
const mostSuggestions = 6;
/** Otherwise, no class of 1% has enough lines to tell. */
const leastSent = 100;

export function suggest(input: SuggestInput): Suggestions {
  const { table } = input;
  const { signatures } = table;
  const total = sumOf(signatures, () => true);
  if (total.lines < leastSent) {
    const few = `The sample is too small to suggest anything: the job sends ${total.lines} of its lines.`;
    return { suggestions: [], notes: [few] };
  }
  const maker = new Maker(input, total);
  const candidates = maker.reliable(candidatesIn(table, { hasKeeps: input.keeps.length > 0 }));
  const [learned] = total.halves;
  const options = {
    least: learned * leastShare,
    guardOperators: sizeOf({ where: maker.guard }).operators,
    fits: (classes: readonly LineClass[]) => maker.fits(classes as readonly Candidate[]),
  };
  const most = select(candidates, signatures, { ...options, target: Number.POSITIVE_INFINITY });
  const wanted = input.target === undefined ? most : reaching(input.target);
  /** A share that was learned on a half may be smaller on all lines: then a bit more is sought. */
  function reaching(target: number) {
    let sought = target;
    let found = select(candidates, signatures, { ...options, target: learned * sought });
    for (let round = 0; round < mostRounds; round++) {
      const missing = target - maker.shareOf(found.classes);
      if (missing <= 0 || found.saved < learned * sought) break;
      sought += missing;
      found = select(candidates, signatures, { ...options, target: learned * sought });
    }
    return found;
  }
  const others = most.classes.filter((it) => !wanted.classes.includes(it));
  const listed = [...ranked(wanted.classes), ...ranked(others)].slice(
    0,
    Math.max(mostSuggestions, wanted.classes.length),
  );
  const offered = listed.flatMap((it) => maker.suggestion(it) ?? []);
  const notes =
    offered.length === 0 ? ["No class of lines of at least 1% of the bytes was found."] : [];
  const classes = wanted.classes.filter((it) => offered.some((other) => other.from === it));
  const together = classes.length > 0 ? maker.together(classes, offered) : undefined;
  const reached = together?.share ?? 0;
  if (input.target !== undefined && reached < input.target)
    notes.push(
      `The target of ${percent(input.target)} was not reached: ${percent(reached)} can be left out within the limits of a filter.`,
    );
  const suggestions = offered.map(({ from: _, ...it }) => it);
  return { suggestions, ...(together && { together }), notes };
}

const mostRounds = 5;

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}

function ranked(classes: readonly Candidate[]): readonly Candidate[] {
  return [...classes].sort((a, b) => b.saved / b.operators - a.saved / a.operators);
}

interface Sum {
  readonly lines: number;
  readonly bytes: number;
  /** The bytes of each half, and the lines. */
  readonly halves: readonly [learned: number, measured: number];
  readonly halfLines: readonly [learned: number, measured: number];
}

function sumOf(signatures: readonly Signature[], isCounted: (it: Signature) => boolean): Sum {
  const lines: [number, number] = [0, 0];
  const bytes: [number, number] = [0, 0];
  for (const it of signatures) {
    if (!isCounted(it)) continue;
    for (const side of [0, 1] as const) {
      lines[side] += it.lines[side];
      bytes[side] += it.bytes[side];
    }
  }
  return {
    lines: lines[0] + lines[1],
    bytes: bytes[0] + bytes[1],
    halves: bytes,
    halfLines: lines,
  };
}

/** Makes filters of classes, and proves what they keep. */
class Maker {
  /** Matches the lines that must stay. */
  readonly guard: FilterNode;
  private readonly proofs: Proofs;

  constructor(
    private readonly input: SuggestInput,
    private readonly total: Sum,
  ) {
    this.guard = anyOf(input.keeps.map((it) => it.node));
    this.proofs = new Proofs(input.dataset, input.context);
  }

  /** The classes with enough lines in both halves. A class that is not proved to be apart from the lines that must stay is guarded. */
  reliable(candidates: readonly Candidate[]): readonly Candidate[] {
    const { keeps, own } = this.input;
    const kept = allOf([own, this.guard]);
    return promising(candidates.filter((it) => this.isReliable(it))).map((it) =>
      keeps.length === 0 || it.isGuarded || this.proofs.isApart(classNode(it), kept)
        ? it
        : { ...it, isGuarded: true },
    );
  }

  private isReliable(it: LineClass): boolean {
    const { halves, halfLines } = this.countOf(it);
    const { total } = this;
    const shares = halves.map((bytes, side) => bytes / Math.max(1, total.halves[side] as number));
    const [learned = 0, measured = 0] = shares;
    return (
      halfLines.every((lines) => lines >= leastLines) &&
      shares.every((share) => share >= leastShare) &&
      learned < measured * largestDrift
    );
  }

  /** The lines that are left out with the class. */
  private countOf(it: LineClass): Sum {
    return sumOf(
      this.input.table.signatures,
      (signature) => !signature.isKept && isIn(it, signature),
    );
  }

  /** The share of all lines that is left out with any of the classes. */
  shareOf(classes: readonly LineClass[]): number {
    return this.union(classes).bytes / this.total.bytes;
  }

  private union(classes: readonly LineClass[]): Sum {
    return sumOf(
      this.input.table.signatures,
      (signature) => !signature.isKept && classes.some((it) => isIn(it, signature)),
    );
  }

  /** The filter of the job without some classes. */
  private without(classes: readonly Candidate[]): FilterObject {
    const guarded = classes.filter((it) => it.isGuarded).map((it) => opposite(classNode(it)));
    const plain = classes.filter((it) => !it.isGuarded).map((it) => opposite(classNode(it)));
    const rest = guarded.length > 0 ? [anyOf([this.guard, allOf(guarded)])] : [];
    return { where: flat(allOf([this.input.own, ...plain, ...rest])) };
  }

  fits(classes: readonly Candidate[]): boolean {
    const { limits } = this.input.context;
    const { operators, size } = sizeOf(this.without(classes));
    return operators <= limits.operators && size <= limits.bytes;
  }

  /** Whether a filter keeps what must stay, of the lines that the job sends. */
  private keepsAll(filter: FilterObject): Together["keeps"] | undefined {
    const keeps = this.input.keeps.flatMap(({ path, node }) => {
      const proof = this.proofs.staysIn(flat(allOf([this.input.own, node])), filter.where);
      return isProved(proof) ? [{ path, proof }] : [];
    });
    return keeps.length === this.input.keeps.length ? keeps : undefined;
  }

  suggestion(it: Candidate): (FoundSuggestion & { readonly from: Candidate }) | undefined {
    if (!this.keepsAll(this.without([it]))) return undefined;
    const { lines, bytes, halves } = this.countOf(it);
    const where = it.isGuarded
      ? flat(allOf([classNode(it), opposite(this.guard)]))
      : flat(classNode(it));
    const except = it.isGuarded ? ", except what must stay" : "";
    const fields = new Set(it.conditions.flatMap(({ atoms }) => atoms.map((one) => one.field)));
    return {
      text: `${classText(it)}${except}`,
      drops: { where },
      lines,
      bytes,
      share: bytes / this.total.bytes,
      measured: halves[1] / Math.max(1, this.total.halves[1]),
      operators: sizeOf({ where }).operators,
      fields: [...fields],
      from: it,
    };
  }

  together(
    classes: readonly Candidate[],
    offered: readonly { readonly from: Candidate }[],
  ): FoundTogether | undefined {
    const filter = this.without(classes);
    const keeps = this.keepsAll(filter);
    if (!keeps) return undefined;
    const { lines, bytes } = this.union(classes);
    const { operators, size } = sizeOf(filter);
    const suggestions = classes.map((it) => offered.findIndex(({ from }) => from === it)).sort();
    const share = bytes / this.total.bytes;
    return { filter, lines, bytes, share, operators, size, suggestions, keeps };
  }
}
