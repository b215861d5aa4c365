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
  /** By state, the needles that end there: those that count anywhere, and those that count at the end of the value. */
  private readonly inside: (readonly number[])[] = [[]];
  private readonly atEnd: (readonly number[])[] = [[]];
  /** A bit for each needle that was found. */
  private readonly found: Int32Array;
  private sets = new NumberedSets();

  private constructor(needles: readonly Needle[]) {
    for (const { text } of needles)
      for (let at = 0; at < text.length; at++) this.addClass(text.charCodeAt(at));
    this.found = new Int32Array((needles.length + 31) >> 5);
    this.width = this.classes.size + 1;
    this.next = new Int32Array((lengthOf(needles) + 1) * this.width);
    for (const [index, it] of needles.entries()) this.addNeedle(it, index);
    this.addFailures();
  }

  /** Undefined if there are none, or too many. Every value contains an empty text. */
  static of(
    all: readonly { readonly parts: readonly string[]; readonly ends: readonly string[] }[],
  ): Needles | undefined {
    const needles = [
      ...[...new Set(all.flatMap((it) => it.parts))].map((text) => ({ text, isEnd: false })),
      ...[...new Set(all.flatMap((it) => it.ends))].map((text) => ({ text, isEnd: true })),
    ].filter(({ text }) => text !== "");
    const characters = new Set(needles.flatMap(({ text }) => [...text])).size;
    const isFew = (lengthOf(needles) + 1) * (characters + 1) <= mostCells;
    return needles.length > 0 && isFew ? new Needles(needles) : undefined;
  }

  /** A number for the set of needles in the value: equal numbers are equal sets. */
  key(value: string): number {
    const { next, width, inside, atEnd, asciiClasses } = this;
    let state = 0;
    let isFound = false;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      const character = code < 128 ? asciiClasses[code] : (this.classes.get(code) ?? 0);
      state = next[state * width + (character as number)] as number;
      const here = inside[state] as readonly number[];
      if (here.length > 0) isFound = this.find(here, isFound);
    }
    const last = atEnd[state] as readonly number[];
    if (last.length > 0) isFound = this.find(last, isFound);
    return isFound ? this.sets.number(this.found) : 0;
  }

  private find(needles: readonly number[], isFound: boolean): true {
    const { found } = this;
    if (!isFound) found.fill(0);
    for (const it of needles) found[it >> 5] = (found[it >> 5] as number) | (1 << (it & 31));
    return true;
  }

  private addClass(code: number): void {
    if (this.classes.has(code)) return;
    this.classes.set(code, this.classes.size + 1);
    if (code < 128) this.asciiClasses[code] = this.classes.size;
  }

  private addNeedle({ text, isEnd }: Needle, index: number): void {
    const { inside, atEnd, next, classes, width } = this;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const cell = state * width + (classes.get(text.charCodeAt(at)) ?? 0);
      if (next[cell] === 0) {
        next[cell] = inside.length;
        inside.push([]);
        atEnd.push([]);
      }
      state = next[cell] as number;
    }
    const ending = isEnd ? atEnd : inside;
    ending[state] = [...(ending[state] ?? []), index];
  }

  /** Where no needle goes on, the longest one that started later does. */
  private addFailures(): void {
    const { next, width, inside, atEnd } = this;
    const fallback = new Int32Array(inside.length);
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
        for (const it of [inside, atEnd])
          it[after] = [...(it[after] ?? []), ...(it[otherAfter] ?? [])];
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
  /** Never used again, even if sets were forgotten. The empty set is 0. */
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

interface Needle {
  readonly text: string;
  /** It has to be the end of the value. */
  readonly isEnd: boolean;
}

function lengthOf(needles: readonly Needle[]): number {
  return needles.reduce((sum, { text }) => sum + text.length, 0);
}
