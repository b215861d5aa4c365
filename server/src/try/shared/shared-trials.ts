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
  private readonly owners: Int32Array;
  /** The results of the lanes of each text on the current line. */
  private readonly codes: Uint8Array;
  private readonly lanes: Lanes;
  private readonly all: Int32Array;
  /** The texts that have a lane that is not false, and their number. */
  private readonly touched: Int32Array;
  private touches = 0;
  /** The texts without lanes. */
  private readonly others: readonly SharedText[];

  constructor(private readonly trials: readonly Trial[]) {
    const owners: number[] = [];
    this.texts = trials.map((trial, index) => {
      const parts = trial.parts?.();
      const root = parts && this.nodeOf(trial.tree, parts);
      const text = { index, trial, root, isNegated: false, hasLanes: false };
      return root ? laned(text, root, owners) : text;
    });
    this.owners = Int32Array.from(owners);
    this.codes = new Uint8Array(trials.length).fill(isFalse);
    this.touched = new Int32Array(trials.length);
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
    const { codes, touched } = this;
    for (let at = 0; at < this.touches; at++) codes[touched[at] as number] = isFalse;
    this.narrow();
    this.touches = this.collect();
    for (const { index, root, trial } of this.others)
      codes[index] = root ? truthOf(root) : codeOf(trial.outcome(this.line));
  }

  outcome(index: number): Outcome {
    const text = this.texts[index] as SharedText;
    const own = this.codes[index] as number;
    const code = text.isNegated ? negated(own) : own;
    if (code === undetermined) this.note(text);
    return outcomeOf[code];
  }

  /** Counts the outcomes of the current line, whose size may be unknown. */
  count(counts: LineCounts, size: number | undefined): void {
    addLine(counts, this.trials.length, isTrue, size);
    const { touches, touched } = this;
    for (let at = 0; at < touches; at++) this.countText(touched[at] as number, counts, size);
    for (const { index } of this.others) this.countText(index, counts, size);
  }

  private countText(index: number, counts: LineCounts, size: number | undefined): void {
    const code = this.codes[index] as number;
    if (code === undetermined) this.note(this.texts[index] as SharedText);
    if (code !== isFalse) addLine(counts, index, code, size);
  }

  /** The lines that a text keeps, and those that are undetermined. */
  kept(index: number, counts: LineCounts): LineCount {
    const found = lineCount(counts, index);
    if (!this.texts[index]?.isNegated) return found;
    const all = lineCount(counts, this.trials.length);
    return {
      ...found,
      lines: all.lines - found.lines - found.undetermined,
      bytes: all.bytes - found.bytes - found.openBytes,
      unsized: all.unsized - found.unsized - found.openUnsized,
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

  /** Returns the number of texts with a lane that is not false. */
  private collect(): number {
    const { alive, owners, touched, lanes, codes } = this;
    let touches = 0;
    for (let word = 0; word < alive.length; word++) {
      let bits = alive[word] as number;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const text = owners[word * 32 + 31 - Math.clz32(bit)] as number;
        const code = codes[text];
        if (code === isFalse) touched[touches++] = text;
        if (code !== isTrue)
          codes[text] = (lanes.certain[word] as number) & bit ? isTrue : undetermined;
      }
    }
    return touches;
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
}

/** Of the text and its opposite, the one with fewer alternatives has lanes. */
function laned(text: SharedText, root: Node, owners: number[]): SharedText {
  const terms = termsOf(root, false);
  const opposite = termsOf(root, true);
  const isNegated = opposite !== undefined && opposite.length < (terms?.length ?? Infinity);
  const chosen = isNegated ? opposite : terms;
  const own: SharedText = { ...text, hasLanes: chosen !== undefined, isNegated };
  for (const term of chosen ?? []) {
    for (const it of term) it.group.addLane(it, owners.length);
    owners.push(own.index);
  }
  return own;
}

/** Amounts of lines. The size of a line may be unknown. */
export interface LineCount {
  readonly lines: number;
  readonly bytes: number;
  readonly unsized: number;
  readonly undetermined: number;
  readonly openBytes: number;
  readonly openUnsized: number;
}

/** The amounts of each text, and of all lines. */
export type LineCounts = Float64Array;

const amounts = 6;

export function noLines(texts: number): LineCounts {
  return new Float64Array((texts + 1) * amounts);
}

function lineCount(counts: LineCounts, index: number): LineCount {
  const own = counts.subarray(index * amounts);
  const [lines = 0, bytes = 0, unsized = 0, undetermined = 0, openBytes = 0, openUnsized = 0] = own;
  return { lines, bytes, unsized, undetermined, openBytes, openUnsized };
}

function addLine(counts: LineCounts, index: number, code: number, size: number | undefined): void {
  const at = index * amounts + (code === isTrue ? 0 : 3);
  counts[at] = (counts[at] as number) + 1;
  if (size === undefined) counts[at + 2] = (counts[at + 2] as number) + 1;
  else counts[at + 1] = (counts[at + 1] as number) + size;
}

/** By the first trial, because all parts of a file share their trials. */
const spare = new WeakMap<Trial, SharedTrials>();

export function sharedTrials(trials: readonly [Trial, ...Trial[]]): SharedTrials {
  const [first] = trials;
  const known = spare.get(first);
  const shared = known?.isOf(trials) ? known : new SharedTrials(trials);
  spare.set(first, shared);
  return shared;
}
