import { isIn } from "./line-class.ts";
import type { Candidate } from "./search.ts";
import type { Signature } from "./signatures.ts";

/** Classes that are left out together. */
export interface Selection {
  readonly classes: readonly Candidate[];
  /** Bytes of the learning half; what several of them match counts once. */
  readonly saved: number;
  readonly operators: number;
}

export interface SelectOptions {
  /** Bytes of the learning half that should be saved, or as many as possible. */
  readonly target: number;
  /** The least that a further class has to save. */
  readonly least: number;
  /** The operators of what must stay, which one filter needs once. */
  readonly guardOperators: number;
  /** Whether the filter without the classes is within the limits. */
  fits(classes: readonly Candidate[]): boolean;
}

const mostClasses = 8;
const mostTried = 160;
const beamWidth = 6;

interface State extends Selection {
  /** By the indexes of the signatures. */
  readonly covered: Uint8Array;
}

/** A selection that reaches the target with few operators, or saves as much as possible. */
export function select(
  candidates: readonly Candidate[],
  signatures: readonly Signature[],
  options: SelectOptions,
): Selection {
  const free = signatures.filter((it) => !it.isKept);
  const tried = candidates.map((it) => ({
    it,
    members: Uint32Array.from(
      free.flatMap((signature, index) => (isIn(it, signature) ? index : [])),
    ),
  }));
  const weights = Float64Array.from(free, (it) => it.bytes[0]);
  const start = { classes: [], saved: 0, operators: 0, covered: new Uint8Array(free.length) };
  let states: readonly State[] = [start];
  let best: Selection = start;
  for (let size = 0; size < mostClasses && states.length > 0; size++) {
    const next: (State | Pending)[] = states.flatMap((state) =>
      tried.flatMap(({ it, members }) => extension(state, it, members, weights, options)),
    );
    const fitting: State[] = [];
    for (const it of next.sort((a, b) => scoreOf(b, options) - scoreOf(a, options))) {
      if (fitting.length >= beamWidth) break;
      if (fitting.some((other) => other.saved === it.saved && other.operators === it.operators))
        continue;
      if (options.fits(it.classes)) fitting.push(completed(it));
    }
    states = fitting;
    for (const it of fitting) if (isBetter(it, best, options)) best = it;
  }
  return best;
}

/** A state whose covered signatures are not computed yet. */
interface Pending extends Selection {
  readonly from: State;
  readonly members: Uint32Array;
}

function completed(it: State | Pending): State {
  if (!("from" in it)) return it;
  const covered = Uint8Array.from(it.from.covered);
  for (const index of it.members) covered[index] = 1;
  const { classes, saved, operators } = it;
  return { classes, saved, operators, covered };
}

function extension(
  state: State,
  candidate: Candidate,
  members: Uint32Array,
  weights: Float64Array,
  { least, guardOperators }: SelectOptions,
): Pending[] {
  const { classes, covered, operators } = state;
  if (classes.includes(candidate)) return [];
  let more = 0;
  for (const index of members) if (covered[index] === 0) more += weights[index] as number;
  if (more < least || more <= 0) return [];
  const isFirstGuard = candidate.isGuarded && !classes.some((it) => it.isGuarded);
  const added = candidate.operators + (isFirstGuard ? guardOperators : 0);
  return [
    {
      classes: [...classes, candidate],
      saved: state.saved + more,
      operators: operators + added,
      from: state,
      members,
    },
  ];
}

function scoreOf({ saved, operators }: Selection, { target }: SelectOptions): number {
  // Bytes beyond the target are worth nothing.
  return Math.min(saved, target) / (operators + 2);
}

function isBetter(one: Selection, other: Selection, { target }: SelectOptions): boolean {
  const [reaches, reached] = [one.saved >= target, other.saved >= target];
  if (reaches !== reached) return reaches;
  if (!reaches) return one.saved > other.saved;
  // No more than was asked for.
  return one.operators === other.operators
    ? one.saved < other.saved
    : one.operators < other.operators;
}

/** The best candidates by several measures, because one of them alone gives many that are nearly the same. */
export function promising(candidates: readonly Candidate[]): readonly Candidate[] {
  const perOperator = (it: Candidate) =>
    (it.saved / it.operators) * (it.isTelling ? 1 : incidentalWeight);
  const orders = [
    (it: Candidate) => it.saved,
    perOperator,
    (it: Candidate) => (it.isGuarded ? 0 : perOperator(it)),
    (it: Candidate) => (it.isTelling ? it.saved : 0),
  ];
  const groups = new Map<string, number>();
  const chosen = new Set<Candidate>();
  for (const order of orders) {
    groups.clear();
    let count = 0;
    for (const it of [...candidates].sort((a, b) => order(b) - order(a))) {
      if (count >= mostTried / orders.length) break;
      const names = it.conditions.map(({ atoms }) => atoms[0]?.field).join(" ");
      const alike = groups.get(names) ?? 0;
      if (alike >= mostAlike) continue;
      groups.set(names, alike + 1);
      chosen.add(it);
      count++;
    }
  }
  return [...chosen];
}

const incidentalWeight = 0.25;
const mostAlike = 6;
