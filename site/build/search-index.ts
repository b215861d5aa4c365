import type { SearchIndex } from "../src/search/search.ts";
import { wordsIn } from "../src/search/words.ts";
import type { Page } from "./pages.ts";

/** The weight of a word in the title of a page, in a heading, and in the text. */
const weights = { page: 3, heading: 2, text: 1 };

/** Every section of every page, and the sections of every word. */
export function searchIndex(pages: readonly Page[]): SearchIndex {
  const sections: (readonly [string, string, string])[] = [];
  const hits = new Map<string, Map<number, number>>();
  const add = (words: Iterable<string>, section: number, weight: number) => {
    for (const word of words) {
      const known = hits.get(word) ?? new Map<number, number>();
      hits.set(word, known.set(section, Math.max(weight, known.get(section) ?? 0)));
    }
  };
  for (const { path, title, sections: parts } of pages) {
    parts.forEach(({ id, title: heading, text }, index) => {
      const number = sections.push([index === 0 ? path : `${path}#${id}`, title, heading]) - 1;
      add(wordsIn(text), number, weights.text);
      add(wordsIn(heading), number, index === 0 ? weights.page : weights.heading);
    });
  }
  const sorted = [...hits].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    sections,
    words: sorted.map(([word]) => word),
    hits: sorted.map(([, found]) => [...found].flat()),
  };
}
