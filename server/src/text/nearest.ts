/**
 * The candidate closest in spelling to a word, or undefined when none is close enough to be a likely typo.
 * A candidate that differs only in case is closer than one with any edit.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // A long word is not a typo, and comparing it costs quadratic time.
  if (word.length > 64) return undefined;
  const small = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const lowered = candidate.toLowerCase();
    const distance = lowered === small ? 0.5 : editDistance(small, lowered, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Whether one insertion, deletion, substitution or swap of neighbors leads from one word to the other, which differ. */
export function isOneEdit(first: string, second: string): boolean {
  return first !== second && editDistance(first, second, 2) === 1;
}

/** Counts insertions, deletions, substitutions and swaps of neighbors. Returns `limit` as soon as the distance must reach it. */
export function editDistance(first: string, second: string, limit: number): number {
  if (leastDistance(first, second) >= limit) return limit;
  const [a, b] = trimCommonEnds(first, second);
  const width = b.length + 1;
  if (3 * width > rows.length) rows = new Uint16Array(3 * width);
  for (let j = 0; j < width; j++) rows[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // Three rows are used in rotation: the current one, the last, and the one before that.
    const row = (i % 3) * width;
    const last = ((i + 2) % 3) * width;
    const beforeLast = ((i + 1) % 3) * width;
    const here = a.charCodeAt(i - 1);
    rows[row] = i;
    let smallest = i;
    for (let j = 1; j < width; j++) {
      const there = b.charCodeAt(j - 1);
      let cost = at(last + j - 1) + (here === there ? 0 : 1);
      cost = Math.min(cost, Math.min(at(last + j), at(row + j - 1)) + 1);
      const swapped =
        i > 1 && j > 1 && here === b.charCodeAt(j - 2) && there === a.charCodeAt(i - 2);
      if (swapped) cost = Math.min(cost, at(beforeLast + j - 2) + 1);
      rows[row + j] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (smallest >= limit) return limit;
  }
  return at((a.length % 3) * width + b.length);
}

/** Removes the common prefix and suffix, which need no edits. */
function trimCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < shorter - start &&
    a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)
  ) {
    tail++;
  }
  return [a.slice(start, a.length - tail), b.slice(start, b.length - tail)];
}

let rows = new Uint16Array(256);

function at(index: number): number {
  return rows[index] ?? 0;
}

/** A lower bound: the letters that the other word lacks. It rules out most candidates cheaply. */
function leastDistance(a: string, b: string): number {
  letters.fill(0);
  for (let i = 0; i < a.length; i++) count(a.charCodeAt(i), 1);
  for (let i = 0; i < b.length; i++) count(b.charCodeAt(i), -1);
  let more = 0;
  let fewer = 0;
  for (const left of letters) {
    if (left > 0) more += left;
    else fewer -= left;
  }
  return Math.max(more, fewer);
}

const letters = new Int16Array(64);

/** Letters that share a bucket count as equal, which can only lower the bound, so it stays valid. */
function count(letter: number, change: 1 | -1): void {
  const place = letter & 63;
  letters[place] = (letters[place] ?? 0) + change;
}

/** Moves the given names to the front, in their order. The rest keeps its order. */
export function mostUsedFirst<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  used: readonly string[],
): Item[] {
  const ranks = new Map(used.map((name, rank) => [name, rank]));
  const rankOf = (item: Item): number => ranks.get(nameOf(item)) ?? used.length;
  return [...items].sort((a, b) => rankOf(a) - rankOf(b));
}
