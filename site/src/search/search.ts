import { editDistance } from "../../../server/src/text/nearest.ts";

/** The search index, generated with the site so that search needs no server. */
export interface SearchIndex {
  /** Path from the root of the site, title of the page, heading. */
  readonly sections: readonly (readonly [path: string, page: string, heading: string])[];
  /** Sorted by code unit. */
  readonly words: readonly string[];
  /** For each word: alternating section indexes and weights. */
  readonly hits: readonly (readonly number[])[];
}

export interface SearchResult {
  readonly path: string;
  readonly page: string;
  readonly heading: string;
}

const mostFound = 12;

/** The sections that match every word of the query as a prefix, or else nearly, best first. */
export function search(index: SearchIndex, query: string): SearchResult[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .map((it) =>
      it.replace(/^[^\p{L}\p{N}_$@]+/u, "").replace(/(?<![^\p{L}\p{N}_])[^\p{L}\p{N}_]+$/u, ""),
    )
    .filter(Boolean);
  const scores = words.map((word) => {
    const found = scoresOf(index, word);
    return found.size > 0 ? found : similarScores(index, word);
  });
  const [first, ...others] = scores;
  const all = [...(first ?? new Map<number, number>()).keys()]
    .filter((section) => others.every((it) => it.has(section)))
    .map((section) => ({
      section,
      score: scores.reduce((sum, it) => sum + (it.get(section) ?? 0), 0),
    }));
  return all
    .sort((a, b) => b.score - a.score || a.section - b.section)
    .slice(0, mostFound)
    .flatMap(({ section }) => {
      const [path, page, heading] = index.sections[section] ?? [];
      return path === undefined ? [] : [{ path, page: page ?? "", heading: heading ?? "" }];
    });
}

/** A whole word counts twice, the start of one by how much of it is there. */
function scoresOf({ words, hits }: SearchIndex, start: string): Map<number, number> {
  const scores = new Map<number, number>();
  for (let at = firstFrom(words, start); words[at]?.startsWith(start); at++) {
    const word = words[at] as string;
    addScores(scores, hits[at], word === start ? 2 : start.length / word.length);
  }
  return scores;
}

/** Of a typing slip: the words that differ in one letter, or in two of a long word. */
function similarScores({ words, hits }: SearchIndex, slip: string): Map<number, number> {
  const scores = new Map<number, number>();
  const limit = slip.length < 4 ? 1 : slip.length < 8 ? 2 : 3;
  words.forEach((word, at) => {
    const starts = [-1, 0, 1].map((it) => word.slice(0, slip.length + it));
    const distance = Math.min(...[word, ...starts].map((it) => editDistance(slip, it, limit)));
    if (distance < limit) addScores(scores, hits[at], 1 / (1 + distance));
  });
  return scores;
}

function addScores(scores: Map<number, number>, found: readonly number[] = [], factor = 1): void {
  for (let i = 0; i < found.length; i += 2) {
    const section = found[i] as number;
    const score = (found[i + 1] as number) * factor;
    scores.set(section, Math.max(score, scores.get(section) ?? 0));
  }
}

/** The index of the first word that is not less than this one. */
function firstFrom(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
