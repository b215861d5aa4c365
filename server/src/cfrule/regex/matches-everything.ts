import { cachedByTree } from "./cache.ts";
import { setOf } from "./class-sets.ts";
import { complement, includes, lastByte, type Ranges } from "./ranges.ts";
import type { Assertion, RegexNode } from "./syntax/tree.ts";
import { sequenceOf } from "./syntax/walk.ts";

/** The values that a regex always matches. The last two exclude values with a line feed. */
export type RegexCoverage = "everything" | "every-line" | "every-line-but-empty";

/** Undefined if it may not match some values. */
export const matchesEverything = cachedByTree((root): RegexCoverage | undefined => {
  if (isEmptyAt("start", root) || isEmptyAt("end", root)) return "everything";
  const branches = root.kind === "alternation" ? root.branches : [root];
  const coverages = branches.map(coverageOf);
  return orderedCoverages.find((it) => coverages.includes(it));
});

const orderedCoverages: readonly RegexCoverage[] = [
  "everything",
  "every-line",
  "every-line-but-empty",
];

/** Whether the node matches the empty string at this end of any value. */
function isEmptyAt(end: "start" | "end", node: RegexNode): boolean {
  switch (node.kind) {
    case "empty":
    case "flags":
      return true;
    case "assertion":
      return holdsAt(end, node);
    case "group":
      return isEmptyAt(end, node.child);
    case "repetition":
      return node.min === 0 || isEmptyAt(end, node.child);
    case "concatenation":
      return node.items.every((it) => isEmptyAt(end, it));
    case "alternation":
      return node.branches.some((it) => isEmptyAt(end, it));
    default:
      return false;
  }
}

function holdsAt(end: "start" | "end", { place }: Assertion): boolean {
  const places =
    end === "start"
      ? ["line-start", "text-start", "word-start-half"]
      : ["line-end", "text-end", "word-end-half"];
  return places.includes(place);
}

/** `^`, then any characters, then `$`: only with both anchors must the middle match the whole value. */
function coverageOf(branch: RegexNode): RegexCoverage | undefined {
  const items = sequenceOf(branch);
  const isPlace = (node: RegexNode | undefined) => node?.kind === "assertion";
  const starts = isPlace(items[0]) ? 1 : 0;
  const ends = isPlace(items[items.length - 1]) ? 1 : 0;
  if (items.length !== starts + ends + 1) return undefined;
  const [first, last] = [items[0], items[items.length - 1]];
  if (starts === 1 && first && !isEmptyAt("start", first)) return undefined;
  if (ends === 1 && last && !isEmptyAt("end", last)) return undefined;
  const middle = items[starts];
  return middle && middleCoverage(middle, { fixed: starts + ends === 2 });
}

function middleCoverage(
  middle: RegexNode,
  { fixed }: { fixed: boolean },
): RegexCoverage | undefined {
  const { child, min, max } =
    middle.kind === "repetition" ? middle : { child: middle, min: 1, max: 1 };
  if (min > 1 || (fixed && max !== Number.POSITIVE_INFINITY)) return undefined;
  const set = characterSet(child);
  if (!set || !includes(set, noLineFeed)) return undefined;
  if (min === 1) return "every-line-but-empty";
  return includes(set, everyByte) ? "everything" : "every-line";
}

/** Bytes only: `(?u)` does not match bytes that are not UTF-8. */
function characterSet(node: RegexNode): Ranges | undefined {
  const [only, ...more] = sequenceOf(node);
  if (!only || more.length > 0) return undefined;
  const isClass = only.kind === "dot" || only.kind === "perl" || only.kind === "class";
  return isClass && !only.flags.unicode ? setOf(only) : undefined;
}

const everyByte: Ranges = [0, lastByte];
const noLineFeed = complement([10, 10], lastByte);
