import { basename } from "node:path";
import { defaultDataset } from "../../server/src/languages.ts";
import type { SearchIndex } from "../src/search/search.ts";
import { wordsIn } from "../src/search/words.ts";
import type { Page } from "./pages.ts";

/** The weight of a word: the name of a field, in the title of a page, in a heading, a part of a field's name, in the text. */
const weights = { field: 7, page: 6, heading: 4, part: 3, text: 2 };

/** Every section of every page and every field, and the sections of every word. */
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
    parts.forEach(({ id, title: heading, text, level, group }, index) => {
      const address = index === 0 ? path : `${path}#${id}`;
      const page = group === undefined ? title : `${title} · ${group}`;
      const number = sections.push([address, page, heading]) - 1;
      add(wordsIn(`${text} ${group ?? ""}`), number, weights.text);
      if (level === 0) {
        add(wordsIn(heading), number, weights.part);
        // Many datasets have the same fields; the fields of the default dataset are listed first.
        const isFirst = group === undefined || group === defaultDataset;
        add([heading.toLowerCase()], number, weights.field + (isFirst ? 1 : 0));
        return;
      }
      add(wordsIn(heading), number, index === 0 ? weights.page : weights.heading);
      // A page with the word as its name comes before others with that word in their titles.
      if (index === 0) add([basename(path, ".html")], number, weights.page + 1);
    });
  }
  const sorted = [...hits].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    sections,
    words: sorted.map(([word]) => word),
    hits: sorted.map(([, found]) => [...found].flat()),
  };
}
