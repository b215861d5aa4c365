import type { Random } from "./random.ts";

const inserts = [
  "and",
  "or",
  "not",
  "xor",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "\\",
  "#",
  "r",
  "$",
  ",",
  "..",
  ".",
  ":",
  "/",
  "-",
  "+",
  "*",
  "=",
  "!",
  "<",
  ">",
  "&",
  "|",
  "^",
  "~",
  "eq",
  "ne",
  "in",
  "lt",
  "lte",
  "x",
  "0",
  "1",
  "8",
  "a",
  "f",
  "\t",
  "\n",
  " ",
  "\u00a0",
  "\u2009",
  "\f",
  "  ",
  "é",
  "😀",
  '""',
  "{}",
  "()",
  "[*]",
  '["a"]',
  "[0]",
  "0x",
  "strict",
  "wildcard",
  "contains",
  "==",
  "&&",
  "||",
  "ip.src",
  "http.host",
  "len",
  "lower(",
  "ip.src.vpn",
  "\ufeff",
  "\0",
  "`",
  ";",
  "--",
  "@",
  "%",
];

/** Changes a text at a few positions, with typical typos and at random. */
export function mutate(random: Random, text: string, other: string): string {
  let changed = text;
  for (let i = 1 + random.below(3); i > 0; i--) changed = mutateOnce(random, changed, other);
  return changed;
}

function mutateOnce(random: Random, text: string, other: string): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(random.chance(0.7) ? 2 : 12);
  switch (random.below(7)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
    case 2:
      return text.slice(0, at) + random.pick(inserts) + text.slice(at);
    case 3:
      return text.slice(0, at) + random.pick(inserts) + text.slice(at + length);
    case 4: {
      const from = random.below(text.length + 1);
      return text.slice(0, at) + text.slice(from, from + length) + text.slice(at);
    }
    case 5:
      return wrapped(random, text);
    default:
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
  }
}

/** Wraps a subexpression, which single-character edits rarely do. */
function wrapped(random: Random, text: string): string {
  const parts = [...text.matchAll(/\w+\([^()]*\)|\([^()]*\)|[\w.]+(?:\[[^\]]*\])?|"[^"]*"/g)];
  if (parts.length === 0) return text;
  const { index, 0: part } = random.pick(parts);
  const [before, after] = random.pick(wrappings);
  return text.slice(0, index) + before + part + after + text.slice(index + part.length);
}

const wrappings = [
  ["(", ")"],
  ["((", "))"],
  ["lower(", ")"],
  ["len(", ")"],
  ["not (", ")"],
  ["{", "}"],
  ["", "[*]"],
  ["", "[0]"],
] as const;
