/** More would take too much memory. */
const mostCells = 1024 * 1024;
const mostSets = 4096;

/** Finds the texts that a value contains, or ends with, in one walk (Aho–Corasick). */
export class Needles {
  /** The class of each character; 0 for characters of no needle. */
  private readonly classes = new Map<number, number>();
  private readonly asciiClasses = new Int32Array(128);
  /** By state and class of the next character, the next state. */
  private readonly next: Int32Array;
  private readonly width: number;
  /** By state, the needles that end there. */
  private readonly ends: (readonly number[])[] = [[]];
  /** A bit for each needle that was found. */
  private readonly found: Int32Array;
  private sets = new NumberedSets();

  private constructor(
    needles: readonly string[],
    private readonly isAtEnd: boolean,
  ) {
    for (const it of needles)
      for (let at = 0; at < it.length; at++) this.addClass(it.charCodeAt(at));
    this.found = new Int32Array((needles.length + 31) >> 5);
    this.width = this.classes.size + 1;
    this.next = new Int32Array((lengthOf(needles) + 1) * this.width);
    for (const [index, it] of needles.entries()) this.addNeedle(it, index);
    this.addFailures();
  }

  /** Undefined if there are too many. Every value contains an empty text. */
  static of(texts: readonly string[], isAtEnd: boolean): Needles | undefined {
    const needles = [...new Set(texts)].filter((it) => it !== "");
    const cells = (lengthOf(needles) + 1) * (new Set(needles.join("")).size + 1);
    return cells <= mostCells ? new Needles(needles, isAtEnd) : undefined;
  }

  /** A number for the set of needles in the value: equal numbers are equal sets. */
  key(value: string): number {
    const { next, width, ends, asciiClasses, isAtEnd, found } = this;
    found.fill(0);
    let state = 0;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      const character = code < 128 ? asciiClasses[code] : (this.classes.get(code) ?? 0);
      state = next[state * width + (character as number)] as number;
      if (!isAtEnd && (ends[state] as readonly number[]).length > 0) this.find(state);
    }
    if (isAtEnd) this.find(state);
    return this.sets.number(found);
  }

  private find(state: number): void {
    for (const it of this.ends[state] as readonly number[])
      this.found[it >> 5] = (this.found[it >> 5] as number) | (1 << (it & 31));
  }

  private addClass(code: number): void {
    if (this.classes.has(code)) return;
    this.classes.set(code, this.classes.size + 1);
    if (code < 128) this.asciiClasses[code] = this.classes.size;
  }

  private addNeedle(needle: string, index: number): void {
    let state = 0;
    for (let at = 0; at < needle.length; at++) {
      const cell = state * this.width + (this.classes.get(needle.charCodeAt(at)) ?? 0);
      if (this.next[cell] === 0) this.next[cell] = this.ends.push([]) - 1;
      state = this.next[cell] as number;
    }
    this.ends[state] = [...(this.ends[state] ?? []), index];
  }

  /** Where no needle goes on, the longest one that started later does. */
  private addFailures(): void {
    const { next, width, ends } = this;
    const fallback = new Int32Array(ends.length);
    const queue = [0];
    for (const state of queue) {
      const other = fallback[state] as number;
      for (let character = 0; character < width; character++) {
        const cell = state * width + character;
        const after = next[cell] as number;
        const otherAfter = state === 0 ? 0 : (next[other * width + character] as number);
        if (after === 0) {
          next[cell] = otherAfter;
          continue;
        }
        fallback[after] = otherAfter;
        ends[after] = [...(ends[after] ?? []), ...(ends[otherAfter] ?? [])];
        queue.push(after);
      }
    }
  }
}

type Level = Map<number, Level | number>;

/** Gives equal sets of bits the same number. */
class NumberedSets {
  private first: Level = new Map();
  private size = 0;
  /** Never used again, even if sets were forgotten. */
  private last = 0;

  number(words: Int32Array): number {
    let level = this.first;
    const end = words.length - 1;
    for (let at = 0; at < end; at++) {
      const next = (level.get(words[at] as number) as Level | undefined) ?? new Map();
      level.set(words[at] as number, next);
      level = next;
    }
    const known = level.get(words[end] ?? 0) as number | undefined;
    if (known !== undefined) return known;
    if (++this.size > mostSets) this.forget();
    else level.set(words[end] ?? 0, ++this.last);
    return this.last;
  }

  private forget(): void {
    this.first = new Map();
    this.size = 0;
    this.last++;
  }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, it) => sum + it.length, 0);
}
