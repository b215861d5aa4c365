/**
 * Translates a regex from the engine's dialect to RE2, for texts with one byte per character. Two differences remain: `\b` and
 * the like use ASCII words even under `(?u)`, and the Unicode tables are JavaScript's, which may differ from the engine's.
 */
import { type CharacterNode, setOf } from "./class-sets.ts";
import { intersection, lastByte, pairsOf, type Ranges, ranges } from "./ranges.ts";
import type {
  Assertion,
  AssertionKind,
  Group,
  Literal,
  RegexNode,
  Repetition,
} from "./syntax/tree.ts";
import { type ByteRange, type ByteSequence, utf8Bytes, utf8Sequences } from "./utf8.ts";
import { boundsOf } from "./widths.ts";

/** RE2's limit of the product of nested repetitions. */
const maxRepeats = 1000;

/** Longer ones take too long to compile. */
const longestText = 200_000;

interface Written {
  readonly text: string;
  /** The product of nested repetitions. */
  readonly repeats: number;
}

/** Undefined if RE2 has no equivalent: `^` and `$` under `(?mR)`, properties without a table, or far too many repetitions. */
export function toRe2(root: RegexNode): string | undefined {
  return write(root, "matches")?.text;
}

/** Keeps groups and lazy repetitions, which determine the captures of a replacement. Large counts are not supported. */
export function toCapturingRe2(root: RegexNode): string | undefined {
  return write(root, "captures")?.text;
}

/** Whether only the existence of a match matters, or also the captures of its groups. */
type Purpose = "matches" | "captures";

function write(node: RegexNode, purpose: Purpose): Written | undefined {
  switch (node.kind) {
    case "empty":
    case "flags":
      return once("(?:)");
    case "assertion":
      return assertion(node);
    case "group":
      return group(node, purpose);
    case "repetition":
      return purpose === "matches" ? repetition(node) : exactRepetition(node);
    case "concatenation":
      return join(node.items, "", purpose);
    case "alternation":
      return join(node.branches, "|", purpose);
    case "literal":
      return once(literal(node));
    default:
      return character(node);
  }
}

function once(text: string): Written {
  return { text, repeats: 1 };
}

function group({ child, captures }: Group, purpose: Purpose): Written | undefined {
  const inner = write(child, purpose);
  return inner && captures && purpose === "captures"
    ? { ...inner, text: `(${inner.text})` }
    : inner;
}

function join(nodes: readonly RegexNode[], between: string, purpose: Purpose): Written | undefined {
  const parts: string[] = [];
  let length = 0;
  let repeats = 1;
  for (const node of nodes) {
    const part = write(node, purpose);
    if (!part) return undefined;
    parts.push(part.text);
    length += part.text.length;
    if (length > longestText) return undefined;
    repeats = Math.max(repeats, part.repeats);
  }
  return { text: `(?:${parts.join(between)})`, repeats };
}

function literal(node: Literal): string {
  if (node.isByte) return byteText(node.code);
  const set = node.flags.ignoreCase ? setOf(node) : undefined;
  const isLetter = node.flags.unicode || node.code < 0x80;
  if (set && isLetter) return setText(set);
  return utf8Bytes(node.code).map(byteText).join("");
}

function character(node: CharacterNode): Written | undefined {
  const set = setOf(node);
  if (!set) return undefined;
  return once(node.flags.unicode ? setText(set) : classText(set));
}

/** Code points, encoded in UTF-8. */
function setText(set: Ranges): string {
  return set.length === 0 ? classText([]) : sequencesText(utf8Sequences(set));
}

/** First bytes with the same continuations share a class, which keeps large sets small. */
function sequencesText(sequences: readonly ByteSequence[]): string {
  const tails = new Map<string, { first: ByteRange; rest: ByteSequence[] }>();
  for (const [first, ...rest] of sequences) {
    if (!first) return "";
    const known = tails.get(first.join());
    if (known) known.rest.push(rest);
    else tails.set(first.join(), { first, rest: [rest] });
  }
  const firsts = new Map<string, ByteRange[]>();
  for (const { first, rest } of tails.values()) {
    const tail = sequencesText(rest);
    firsts.set(tail, [...(firsts.get(tail) ?? []), first]);
  }
  const branches = [...firsts].map(([tail, some]) => classText(ranges(some)) + tail);
  return branches.length === 1 ? branches.join("") : `(?:${branches.join("|")})`;
}

function classText(set: Ranges): string {
  if (set.length === 0) return "[^\\x{0}-\\x{10ffff}]";
  const bytes = pairsOf(intersection(set, [0, lastByte]));
  return `[${bytes.map(([first, last]) => `${byteText(first)}-${byteText(last)}`).join("")}]`;
}

function byteText(byte: number): string {
  return `\\x{${byte.toString(16)}}`;
}

const wordBefore = "(?<=[0-9A-Za-z_])";
const noWordBefore = "(?<![0-9A-Za-z_])";

/** RE2 has no lookahead; the next character is only known through word boundaries. */
const places: Record<Exclude<AssertionKind, "line-start" | "line-end">, string> = {
  "text-start": "\\A",
  "text-end": "\\z",
  "word-boundary": "\\b",
  "not-word-boundary": "\\B",
  "word-start": `(?:\\b${noWordBefore})`,
  "word-end": `(?:\\b${wordBefore})`,
  "word-start-half": noWordBefore,
  "word-end-half": `(?:\\B${noWordBefore}|\\b${wordBefore})`,
};

function assertion({ place, flags }: Assertion): Written | undefined {
  if (place !== "line-start" && place !== "line-end") return once(places[place]);
  const isStart = place === "line-start";
  if (!flags.multiLine) return once(isStart ? "\\A" : "\\z");
  return flags.crlf ? undefined : once(isStart ? "(?m:^)" : "(?m:$)");
}

function repetition(node: Repetition): Written | undefined {
  const { min, max } = boundsOf(node);
  if (max === 0) return once("(?:)");
  const part = write(node.child, "matches");
  if (!part) return undefined;
  const text = `(?:${part.text})`;
  if (max === Number.POSITIVE_INFINITY) {
    if (min <= 1) return { text: text + (min === 0 ? "*" : "+"), repeats: part.repeats };
    return repeated(part, text, { least: min - 1, optional: 0, rest: `${text}+` });
  }
  return repeated(part, text, { least: min, optional: max - min, rest: "" });
}

/** Keeps the counts as written, so that no group is duplicated. */
function exactRepetition({ child, min, max, lazy }: Repetition): Written | undefined {
  const part = write(child, "captures");
  const repeats = (part?.repeats ?? 1) * Math.max(1, Number.isFinite(max) ? max : min);
  if (!part || repeats > maxRepeats) return undefined;
  const most = Number.isFinite(max) ? String(max) : "";
  return { text: `(?:(?:${part.text}){${min},${most}}${lazy ? "?" : ""})`, repeats };
}

/** RE2 rejects large counts, but accepts many small ones in sequence. */
function repeated(
  { repeats }: Written,
  text: string,
  { least, optional, rest }: { least: number; optional: number; rest: string },
): Written | undefined {
  const most = Math.max(1, Math.floor(maxRepeats / repeats));
  const chunks = Math.ceil(least / most) + Math.ceil(optional / most);
  if (chunks * text.length + rest.length > longestText) return undefined;
  const parts: string[] = [];
  for (let left = least; left > 0; left -= most) parts.push(`${text}{${Math.min(left, most)}}`);
  for (let left = optional; left > 0; left -= most) {
    parts.push(`${text}{0,${Math.min(left, most)}}`);
  }
  return {
    text: `(?:${parts.join("")}${rest})`,
    repeats: Math.max(repeats * Math.min(most, Math.max(least, optional, 1)), repeats),
  };
}
