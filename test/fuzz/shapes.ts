import type { Random } from "../conformance/random.ts";
import { brackets, odd, slice, wordsOf } from "./inputs.ts";

/**
 * A text of any size, written as its parts with a sign between them: every second part is repeated. `a⁑b⁑c` is `abbbc`, and
 * `⁑(⁑1⁑)⁑` is `(((1)))`.
 */
const separator = "⁑";
/** The number of the repetition, because many different names cost more than one name many times. */
const counter = "№";

/** The text of a shape that has about `size` repeated characters. */
export function grownText(shape: string, size: number): string {
  const parts = shape.split(separator);
  const once = parts.filter((_, i) => i % 2 === 1).join("").length;
  const count = Math.ceil(size / Math.max(1, once));
  return parts.map((part, i) => (i % 2 === 1 ? repeated(part, count) : part)).join("");
}

function repeated(part: string, count: number): string {
  if (!part.includes(counter)) return part.repeat(count);
  return Array.from({ length: count }, (_, i) => part.replaceAll(counter, String(i))).join("");
}

/** Repeats what the samples consist of: characters, words, lines, openings without an end, and whole samples. */
export function makeShape(random: Random, samples: readonly string[]): string {
  const around = random.pick(samples);
  const at = random.below(around.length + 1);
  const [head, tail] = random.pick([
    ["", ""],
    ["", around],
    [around, ""],
    [around.slice(0, at), ""],
    [around.slice(0, at), around.slice(at)],
    [firstLines(around, at), around.slice(firstLines(around, at).length)],
  ]);
  const piece = random
    .several(1, 3, () => fragment(random, samples))
    .join(random.pick(["", "", " ", "\n"]));
  if (random.chance(0.7)) return [head, piece, tail].join(separator);
  const [open, close] = random.pick(brackets);
  const middle = random.chance(0.5) ? fragment(random, samples) : "";
  return [
    head,
    open + piece,
    middle,
    random.chance(0.5) ? close : fragment(random, samples),
    tail,
  ].join(separator);
}

function firstLines(text: string, at: number): string {
  return text.slice(0, text.lastIndexOf("\n", at) + 1);
}

function fragment(random: Random, samples: readonly string[]): string {
  const sample = random.pick(samples);
  switch (random.below(8)) {
    case 0:
      return random.pick(odd);
    case 1:
      return random.pick(random.pick(brackets));
    case 2:
    case 3:
      return random.pick([...wordsOf(sample), " "]);
    case 4:
      return slice(random, sample, 30);
    case 5:
      return numbered(random, `${random.pick(sample.split("\n"))}\n`);
    case 6:
      return numbered(random, slice(random, sample, 200));
    default:
      return numbered(random, sample);
  }
}

/** Gives one word of a text a number. */
function numbered(random: Random, text: string): string {
  const words = [...text.matchAll(/\w+/g)];
  if (words.length === 0 || random.chance(0.4)) return text;
  const { index, 0: word } = random.pick(words);
  return text.slice(0, index + word.length) + counter + text.slice(index + word.length);
}
