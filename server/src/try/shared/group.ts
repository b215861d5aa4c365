import type { LogRow, TrialPart } from "../../core/trial.ts";
import { codeOf, isFalse, isTrue, negated, notYet, undetermined } from "./codes.ts";
import { type Conditions, type Literal, truthOf } from "./node.ts";
import { type Column, Repetition, type SharedLine } from "./shared-line.ts";
import { ClassNumbers } from "./value-classes.ts";

/** Bounds of what a group keeps, so memory does not grow with the logs. */
const mostValues = 4096;
const mostBytes = 1024 * 1024;
const unkept = 0;

type Level = Map<unknown, Level | number>;

/** A literal of a lane. Each lane is a bit. */
interface LaneLiteral extends Literal {
  readonly word: number;
  readonly bit: number;
}

/** The lanes that may still be true on the current line. */
export interface Lanes {
  /** Those that are certain so far, and those that may be true. The same unless something is undetermined. */
  readonly certain: Int32Array;
  readonly possible: Int32Array;
  isOpen: boolean;
}

/** The conditions on the same fields, with their results for the values so far. */
export class Group implements Conditions {
  private readonly columns: readonly Column[];
  private readonly parts: TrialPart<LogRow>[] = [];
  private readonly known = new Map<string, number>();
  private readonly literals: LaneLiteral[] = [];
  private classes: ClassNumbers | undefined;
  private memo: Level = new Map();
  /** In the entries of the column. */
  private readonly slot: number;
  private readonly rows = new Repetition();
  /** The number of rows that were kept before. */
  private forgotten = 0;
  private most = 0;
  /** A row for each combination of values. The first is for values that are not kept. */
  private results = new Uint8Array(0);
  /** For each row, the lanes that are certainly and possibly true as far as this group decides, in turn. */
  private masks = new Int32Array(0);
  private readonly states = { made: new Uint8Array(0), open: new Uint8Array(0) };
  private firstWord = 0;
  private words = 0;
  private current = -1;
  private row = 0;
  private at = 0;

  constructor(
    fields: readonly string[],
    private readonly line: SharedLine,
  ) {
    this.columns = fields.map((it) => line.column(it));
    this.slot = this.columns[0]?.addGroup() ?? 0;
  }

  /** Returns the place of the condition, which may be there already. */
  add(part: TrialPart<LogRow>): number {
    const place = part.key === undefined ? undefined : this.known.get(part.key);
    if (place !== undefined) return place;
    if (part.key !== undefined) this.known.set(part.key, this.parts.length);
    return this.parts.push(part) - 1;
  }

  addLane(literal: Literal, lane: number): void {
    this.literals.push({ ...literal, word: lane >> 5, bit: 1 << (lane & 31) });
  }

  /** Called when all conditions and lanes are known. */
  reserve(): void {
    const { literals, parts } = this;
    const words = literals.map((it) => it.word);
    this.firstWord = words.reduce((a, b) => Math.min(a, b), words[0] ?? 0);
    this.words =
      words.length > 0 ? words.reduce((a, b) => Math.max(a, b), 0) - this.firstWord + 1 : 0;
    const rowBytes = parts.length + this.words * 8 + 2;
    this.most = Math.max(16, Math.min(mostValues, Math.floor(mostBytes / rowBytes)));
    this.grow(16);
    const classes = parts.flatMap((it) => it.classes ?? []);
    const [first, ...others] = classes;
    if (first) this.classes = new ClassNumbers(first, ...others);
  }

  private grow(rows: number): void {
    const { results, masks, states, parts, words } = this;
    this.results = larger(results, new Uint8Array(rows * parts.length));
    this.masks = larger(masks, new Int32Array(rows * words * 2));
    states.made = larger(states.made, new Uint8Array(rows));
    states.open = larger(states.open, new Uint8Array(rows));
  }

  get valueId(): number | undefined {
    return this.row === unkept ? undefined : this.forgotten + this.row;
  }

  /** Groups whose values repeat are quick to ask. */
  get isDirect(): boolean {
    return this.row === unkept && this.current >= 0;
  }

  get hasLanes(): boolean {
    return this.words > 0;
  }

  truth(part: number): number {
    if (this.current !== this.line.number) this.move();
    const known = this.results[this.at + part] as number;
    if (known !== notYet) return known;
    const code = this.evaluate(this.parts[part] as TrialPart<LogRow>);
    this.results[this.at + part] = code;
    return code;
  }

  private evaluate({ ofValue, outcome }: TrialPart<LogRow>): number {
    const { line, columns } = this;
    return codeOf(ofValue ? ofValue(line.value(columns[0] as Column)) : outcome(line));
  }

  /** Removes the lanes that are false. */
  narrow(lanes: Lanes): void {
    if (this.current !== this.line.number) this.move();
    const { row, words, firstWord, masks, states } = this;
    if (row === unkept) {
      for (const it of this.literals) apply(it, lanes);
      return;
    }
    if (states.made[row] === 0) this.makeMasks(row);
    const start = row * words * 2;
    if (states.open[row] === 1) open(lanes);
    keep(lanes.certain, firstWord, masks, start, words);
    if (lanes.isOpen) keep(lanes.possible, firstWord, masks, start + words, words);
  }

  private makeMasks(row: number): void {
    const { words, firstWord, masks, states } = this;
    const start = row * words * 2;
    masks.fill(-1, start, start + words * 2);
    for (const it of this.literals) {
      const code = codeIn(it);
      const word = start + it.word - firstWord;
      if (code === isTrue) continue;
      clear(masks, word, it.bit);
      if (code === isFalse) clear(masks, word + words, it.bit);
      else states.open[row] = 1;
    }
    states.made[row] = 1;
  }

  private move(): void {
    this.current = this.line.number;
    this.row = this.find();
    this.at = this.row * this.parts.length;
  }

  private find(): number {
    const { columns, rows, line } = this;
    const [first, ...others] = columns;
    if (!first) return this.rowOf(this.memo, undefined);
    if (others.length === 0) return this.rowOfValue(first);
    if (rows.skips()) return this.clearedRow();
    const last = columns.length - 1;
    return this.rowOf(this.levelOf(last), line.key(columns[last] as Column));
  }

  private rowOfValue(column: Column): number {
    const { line, slot, classes } = this;
    const entry = line.entry(column);
    const known = entry?.[slot] ?? unkept;
    if (known !== unkept) return known;
    if (!entry && !classes) return this.clearedRow();
    if (this.rows.skips()) return this.clearedRow();
    const key = line.key(column);
    const row = this.rowOf(this.memo, classes ? classes.key(key) : key);
    if (entry && row !== unkept) entry[slot] = row;
    return row;
  }

  /** The rows of the current values of the columns before the last one. */
  private levelOf(last: number): Level {
    let level = this.memo;
    for (let index = 0; index < last; index++) {
      const key = this.line.key(this.columns[index] as Column);
      const next = (level.get(key) as Level | undefined) ?? new Map();
      level.set(key, next);
      level = next;
    }
    return level;
  }

  private rowOf(level: Level, key: unknown): number {
    const { rows, most } = this;
    const known = level.get(key) as number | undefined;
    if (known !== undefined) {
      rows.hits++;
      return known;
    }
    if (rows.isFull(most)) {
      this.forgetRows();
      return this.clearedRow();
    }
    const row = rows.size;
    if (row === this.states.made.length) this.grow(Math.min(2 * row, most + 1));
    level.set(key, row);
    return row;
  }

  private clearedRow(): number {
    this.results.fill(notYet, 0, this.parts.length);
    return unkept;
  }

  private forgetRows(): void {
    this.forgotten += this.most;
    this.memo = new Map();
    this.columns[0]?.forgetEntries();
    this.results.fill(notYet);
    this.states.made.fill(0);
    this.states.open.fill(0);
  }
}

function codeIn({ node, isNegated }: Literal): number {
  const code = truthOf(node);
  return isNegated ? negated(code) : code;
}

function apply(literal: LaneLiteral, lanes: Lanes): void {
  const { word, bit } = literal;
  const alive = lanes.isOpen ? lanes.possible : lanes.certain;
  if (((alive[word] as number) & bit) === 0) return;
  const code = codeIn(literal);
  if (code === isTrue) return;
  if (code === undetermined) open(lanes);
  clear(lanes.certain, word, bit);
  if (code === isFalse) clear(lanes.possible, word, bit);
}

function open(lanes: Lanes): void {
  if (lanes.isOpen) return;
  lanes.isOpen = true;
  lanes.possible.set(lanes.certain);
}

function keep(
  lanes: Int32Array,
  at: number,
  masks: Int32Array,
  start: number,
  words: number,
): void {
  for (let word = 0; word < words; word++)
    lanes[at + word] = (lanes[at + word] as number) & (masks[start + word] as number);
}

function larger<Numbers extends Uint8Array | Int32Array>(before: Numbers, after: Numbers): Numbers {
  after.set(before);
  return after;
}

function clear(lanes: Int32Array, word: number, bit: number): void {
  lanes[word] = (lanes[word] as number) & ~bit;
}
