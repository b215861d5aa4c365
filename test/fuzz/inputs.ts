import type { Random } from "../conformance/random.ts";

/** Makes hostile texts from a target's samples: broken ones, nonsense, and oversized ones. */
export function makeInput(random: Random, samples: readonly string[]): string {
  const kind = random.below(100);
  if (kind < 55) return mutated(random, samples);
  if (kind < 72) return soup(random, samples);
  if (kind < 80) return anyUnits(random);
  if (kind < 85) return repeated(random, samples);
  if (kind < 90) return nested(random, samples);
  return swollen(random, samples);
}

/** Characters with a meaning somewhere, and unexpected ones. */
export const odd = [
  ..."{}[]()<>,:;\"'`\\/*#@$%&|^~!?=+-._ \t\n\r\0\u0001\u001b\u007f",
  ...["\r\n", "//", "/*", "*/", '\\"', "\\u", "\\ud800", "\\x", "..", "''", '""', "${", "}}"],
  ...["\u00a0", "\u2028", "\ufeff", "\ud800", "\udc00", "😀", "é", "İ", "ß", "\u0301", "\u202e"],
  ...["-0", "1e999", "0x", "9007199254740993", "null", "true", "NaN", "__proto__", "constructor"],
];

/** A sample with a few changes, such as typos and random edits. */
function mutated(random: Random, samples: readonly string[]): string {
  let text = random.pick(samples);
  for (let i = random.below(9); i > 0; i--) text = changed(random, text, random.pick(samples));
  return text;
}

function changed(random: Random, text: string, other: string): string {
  const at = random.below(text.length + 1);
  const end = at + random.below(random.chance(0.7) ? 3 : 30);
  const from = random.below(other.length + 1);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + random.pick(odd) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(odd) + text.slice(end);
    case 3:
      return text.slice(0, end) + text.slice(at);
    case 4:
      return text.slice(0, at) + other.slice(from, from + 1 + random.below(40)) + text.slice(at);
    default:
      return text.slice(0, at) + other.slice(from);
  }
}

/** The words and symbols of the samples, in random order. */
function soup(random: Random, samples: readonly string[]): string {
  const words = [random.pick(samples), random.pick(samples)].flatMap(wordsOf);
  return random
    .several(0, 40, () => random.pick(random.chance(0.8) && words.length > 0 ? words : odd))
    .join(random.pick(["", "", " "]));
}

export function wordsOf(text: string): string[] {
  return text.match(/[\w.]+|\s+|[^\w\s]/g) ?? [];
}

/** Random bytes decoded as a file, or random UTF-16 units, including lone surrogates. */
function anyUnits(random: Random): string {
  if (random.chance(0.5)) {
    return Buffer.from(random.several(0, 200, () => random.below(256))).toString("utf8");
  }
  const most = random.pick([0x80, 0x100, 0x10000]);
  return String.fromCharCode(...random.several(0, 200, () => random.below(most)));
}

/** Rarely very large, because such a text takes as long as a thousand others. */
function size(random: Random): number {
  if (random.chance(0.03)) return 100_000;
  return random.pick([100, 100, 100, 1000, 1000, 10_000]);
}

/** Maximum length of a text, except texts of nested brackets. */
const longest = 300_000;

function repeated(random: Random, samples: readonly string[]): string {
  const piece = random.chance(0.5) ? random.pick(odd) : slice(random, random.pick(samples), 30);
  const count = Math.min(size(random), Math.ceil(longest / Math.max(1, piece.length)));
  const [head, tail] = [slice(random, random.pick(samples), 60), random.pick(samples)];
  return (random.chance(0.5) ? head : "") + piece.repeat(count) + (random.chance(0.3) ? tail : "");
}

export const brackets: readonly (readonly [string, string])[] = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
  ["not ", ""],
  ["!", ""],
  ["lower(", ")"],
  ["any(", ")"],
  ['{"a":', "}"],
  ['{"and":[', "]}"],
  ['{"where":', "}"],
  ["[{", "}]"],
  ["(?:", ")*"],
  ["/*", "*/"],
  ["[^", "]"],
];

/** Nested brackets, closed or not, with a sample inside or around. */
function nested(random: Random, samples: readonly string[]): string {
  const [open, close] = random.pick(brackets);
  const depth = size(random);
  const closed = random.pick([0, depth, depth - 1, depth + 1, Math.floor(depth / 2)]);
  const inner = random.chance(0.5) ? random.pick(samples) : "1";
  const text = open.repeat(depth) + inner + close.repeat(closed);
  if (random.chance(0.5)) return text;
  const around = random.pick(samples);
  const at = random.below(around.length + 1);
  return around.slice(0, at) + text + around.slice(at);
}

const fillers = [
  ...["a", "1", "9", "😀", "é", " ", "\t", "\n", "\\", "\\u0041", '\\"', '"', "*", "?", ".", "a."],
  ...[",", "/", "=", "&", "%", "-", "#", "{", "\u00a0", "\ufeff"],
];

/** A sample in which one word or one gap is far too long. */
function swollen(random: Random, samples: readonly string[]): string {
  const text = random.pick(samples);
  const words = [...text.matchAll(/[\w.]+/g)];
  const isGap = words.length === 0 || random.chance(0.5);
  const { index, 0: word } = isGap
    ? { index: random.below(text.length + 1), 0: "" }
    : random.pick(words);
  const filler = random.pick(word === "" ? fillers : [word, ...fillers]);
  const length = random.chance(0.2) ? 100_000 : size(random);
  return (
    text.slice(0, index) +
    filler.repeat(Math.ceil(length / filler.length)) +
    text.slice(index + word.length)
  );
}

export function slice(random: Random, text: string, most: number): string {
  const at = random.below(text.length + 1);
  return text.slice(at, at + 1 + random.below(most));
}
