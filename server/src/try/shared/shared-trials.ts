import type { LogRow, Outcome, Trial, TrialPart } from "../../core/trial.ts";
import type { TrialTree } from "../../core/trial-tree.ts";
import { codeOf, isFalse, isTrue, negated, outcomeOf, undetermined } from "./codes.ts";
import { Group, type Lanes } from "./group.ts";
import { type Node, termsOf, truthOf } from "./node.ts";
import { SharedLine } from "./shared-line.ts";

/**
 * Evaluates many texts on one line after the other. Each field is read once per line, equal conditions are one, and a condition
 * is evaluated once per value as long as values repeat.
 *
 * Each text is a few alternatives, in each of which all conditions have to be true. Each alternative is a lane, a bit, so that the
 * value of a field decides 32 lanes at once. Values that do not repeat are asked about last, and only for the lanes that are left.
 */
export class SharedTrials {
  private readonly line = new SharedLine();
  private readonly groups = new Map<string, Group>();
  private readonly narrowing: readonly Group[];
  private readonly texts: readonly SharedText[];
  /** The text of each lane. */
  private readonly owners: readonly SharedText[];
  private readonly lanes: Lanes;
  private readonly all: Int32Array;
  /** The texts that have a lane that is not false. */
  private readonly touched: SharedText[] = [];
  /** The texts without lanes. */
  private readonly others: readonly SharedText[];

  constructor(private readonly trials: readonly Trial[]) {
    const owners: SharedText[] = [];
    this.texts = trials.map((trial, index) => {
      const parts = trial.parts?.();
      const root = parts && this.nodeOf(trial.tree, parts);
      const text = { index, trial, root, isNegated: false, hasLanes: false, code: isFalse };
      return root ? laned(text, root, owners) : text;
    });
    this.owners = owners;
    this.others = this.texts.filter((it) => !it.hasLanes);
    for (const it of this.groups.values()) it.reserve();
    this.narrowing = [...this.groups.values()].filter((it) => it.hasLanes);
    this.all = new Int32Array(Math.ceil(owners.length / 32)).fill(-1);
    const rest = owners.length & 31;
    if (rest > 0) this.all[this.all.length - 1] = (1 << rest) - 1;
    this.lanes = { certain: this.all.slice(), possible: this.all.slice(), isOpen: false };
  }

  isOf(trials: readonly Trial[]): boolean {
    return trials.length === this.trials.length && trials.every((it, at) => it === this.trials[at]);
  }

  /** Evaluates all texts on a row, which is only read until the next one. */
  move(row: LogRow): void {
    this.line.move(row);
    for (const it of this.touched) it.code = isFalse;
    this.touched.length = 0;
    this.narrow();
    this.collect();
    for (const it of this.others)
      it.code = it.root ? truthOf(it.root) : codeOf(it.trial.outcome(this.line));
  }

  outcome(index: number): Outcome {
    const text = this.texts[index] as SharedText;
    const code = text.isNegated ? negated(text.code) : text.code;
    if (code === undetermined) this.note(text);
    return outcomeOf[code];
  }

  /** Counts the outcomes of the current line, whose size may be unknown. */
  count(counts: LineCounts, size: number | undefined): void {
    addLine(counts.all, isTrue, size);
    for (const it of this.touched) this.countText(it, counts, size);
    for (const it of this.others) this.countText(it, counts, size);
  }

  private countText(text: SharedText, { texts }: LineCounts, size: number | undefined): void {
    const { code, index } = text;
    if (code === undetermined) this.note(text);
    if (code !== isFalse) addLine(texts[index] as LineCount, code, size);
  }

  /** The lines that a text keeps, and those that are undetermined. */
  kept(index: number, { all, texts }: LineCounts): LineCount {
    const found = texts[index] as LineCount;
    if (!this.texts[index]?.isNegated) return found;
    const { undetermined, openBytes, openUnsized } = found;
    return {
      ...found,
      lines: all.lines - found.lines - undetermined,
      bytes: all.bytes - found.bytes - openBytes,
      unsized: all.unsized - found.unsized - openUnsized,
    };
  }

  /** The result of each condition. */
  answers(index: number): Outcome[] {
    const { root, trial } = this.texts[index] as SharedText;
    if (!root) return trial.answers(this.line);
    this.outcome(index);
    const answers: Outcome[] = [];
    const add = (node: Node) => {
      if (node.group) answers[node.index] = outcomeOf[truthOf(node)];
      else node.parts.forEach(add);
    };
    add(root);
    return answers;
  }

  private nodeOf(tree: TrialTree, parts: readonly TrialPart<LogRow>[]): Node {
    if (tree.kind !== "condition")
      return { kind: tree.kind, parts: tree.parts.map((it) => this.nodeOf(it, parts)) };
    const part = parts[tree.index] ?? unknownPart;
    const { fields, classes } = part;
    const key = JSON.stringify([classes?.kind, ...fields]);
    const group = this.groups.get(key) ?? new Group(fields, this.line);
    this.groups.set(key, group);
    return { kind: tree.kind, index: tree.index, group, at: group.add(part), noted: new Set() };
  }

  /** Finds the lanes that are not false. */
  private narrow(): void {
    const { lanes, all, narrowing } = this;
    lanes.certain.set(all);
    lanes.isOpen = false;
    let direct = 0;
    for (const group of narrowing) {
      if (group.isDirect) direct++;
      else group.narrow(lanes);
    }
    if (direct > 0 && this.hasLanes())
      for (const group of narrowing) if (group.isDirect) group.narrow(lanes);
  }

  private hasLanes(): boolean {
    for (const it of this.alive) if (it !== 0) return true;
    return false;
  }

  private get alive(): Int32Array {
    const { isOpen, possible, certain } = this.lanes;
    return isOpen ? possible : certain;
  }

  private collect(): void {
    const { alive, owners, touched, lanes } = this;
    for (let word = 0; word < alive.length; word++) {
      let bits = alive[word] as number;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const text = owners[word * 32 + 31 - Math.clz32(bit)] as SharedText;
        if (text.code === isFalse) touched.push(text);
        if (text.code !== isTrue)
          text.code = (lanes.certain[word] as number) & bit ? isTrue : undetermined;
      }
    }
  }

  private note({ root, trial }: SharedText): void {
    if (root && trial.note) this.noteOpen(root, trial);
  }

  /** Tells the trial which conditions leave it undetermined, once for each combination of values. */
  private noteOpen(node: Node, trial: Trial): void {
    if (!node.group) {
      for (const it of node.parts) if (truthOf(it) === undetermined) this.noteOpen(it, trial);
      return;
    }
    const { noted, group, index } = node;
    const { valueId } = group;
    if (valueId !== undefined) {
      const id = valueId * mostShapes + this.line.shapeId;
      if (noted.has(id)) return;
      if (noted.size > mostNoted) noted.clear();
      noted.add(id);
    }
    trial.note?.(index, this.line);
  }
}

const mostNoted = 4096;
const mostShapes = 2 ** 26;

const unknownPart: TrialPart<LogRow> = { fields: [], key: undefined, outcome: () => undefined };

interface SharedText {
  readonly index: number;
  readonly trial: Trial;
  /** Undefined if only the whole text can be evaluated. */
  readonly root: Node | undefined;
  readonly hasLanes: boolean;
  /** The lanes are about the opposite of the text. */
  readonly isNegated: boolean;
  /** The result of the lanes on the current line. */
  code: number;
}

/** Of the text and its opposite, the one with fewer alternatives has lanes. */
function laned(text: SharedText, root: Node, owners: SharedText[]): SharedText {
  const terms = termsOf(root, false);
  const opposite = termsOf(root, true);
  const isNegated = opposite !== undefined && opposite.length < (terms?.length ?? Infinity);
  const chosen = isNegated ? opposite : terms;
  const own: SharedText = { ...text, hasLanes: chosen !== undefined, isNegated };
  for (const term of chosen ?? []) {
    for (const it of term) it.group.addLane(it, owners.length);
    owners.push(own);
  }
  return own;
}

/** Amounts of lines. The size of a line may be unknown. */
export interface LineCount {
  lines: number;
  bytes: number;
  unsized: number;
  undetermined: number;
  openBytes: number;
  openUnsized: number;
}

/** All lines, and those of each text. */
export interface LineCounts {
  readonly all: LineCount;
  readonly texts: readonly LineCount[];
}

export function noLines(texts: number): LineCounts {
  const none = () => ({
    lines: 0,
    bytes: 0,
    unsized: 0,
    undetermined: 0,
    openBytes: 0,
    openUnsized: 0,
  });
  return { all: none(), texts: Array.from({ length: texts }, none) };
}

function addLine(count: LineCount, code: number, size: number | undefined): void {
  if (code === isTrue) {
    count.lines++;
    if (size === undefined) count.unsized++;
    else count.bytes += size;
  } else {
    count.undetermined++;
    if (size === undefined) count.openUnsized++;
    else count.openBytes += size;
  }
}

/** By the first trial, because each part of a file has the same ones. */
const spare = new WeakMap<Trial, SharedTrials>();

export function sharedTrials(trials: readonly [Trial, ...Trial[]]): SharedTrials {
  const [first] = trials;
  const known = spare.get(first);
  const shared = known?.isOf(trials) ? known : new SharedTrials(trials);
  spare.set(first, shared);
  return shared;
}
