/** A searchable field or function. */
interface Named {
  readonly name: string;
  readonly doc: string;
  readonly values?: readonly string[];
}

/** The results of a full-text search for fields, best first. */
export interface FoundFields<Field extends Named> {
  readonly fields: readonly Field[];
  /** Whether the fields match every word. Otherwise, they are the fields that match the most words. */
  readonly isComplete: boolean;
}

/** Words that are ignored in a search. */
const stopWords = new Set(
  "a an and are as at be by did do does field fields for from has have how in is it log name of on or rule that the this to value was what when where which who with".split(
    " ",
  ),
);

/** Synonyms in names and descriptions for words that people search for. */
const sameWords = new Map(
  Object.entries({
    address: ["addr", "ip"],
    browser: ["agent"],
    client: ["src", "visitor"],
    code: ["status"],
    destination: ["dst"],
    domain: ["host", "zone"],
    geo: ["country"],
    hostname: ["host"],
    source: ["src", "client"],
    status: ["code"],
    uri: ["url"],
    url: ["uri"],
    visitor: ["client"],
  }),
);

/** Returns all fields if the search is empty. */
export function searchFields<Field extends Named>(
  all: readonly Field[],
  search: string,
): FoundFields<Field> {
  const words = wordsOf(search);
  if (words.length === 0) return { fields: all, isComplete: true };
  const rated = all.map((field) => {
    const texts = textsOf(field);
    const scores = words.map((it) => scoreOf(it, texts));
    const named = scores.filter((it) => it >= inName).length;
    return {
      field,
      count: scores.filter((it) => it > 0).length,
      // Of two names that match the same words, the shorter one is the better match.
      score: scores.reduce((sum, it) => sum + it, 0) + (6 * named) / texts.nameParts.size,
    };
  });
  const most = rated.reduce((count, it) => Math.max(count, it.count), 0);
  const found = most === 0 ? [] : rated.filter((it) => it.count === most);
  return {
    fields: found.sort((a, b) => b.score - a.score).map((it) => it.field),
    isComplete: most === words.length,
  };
}

/** The words to search for. A name such as `http.host` is one word. Stop words are kept if there are no others. */
function wordsOf(search: string): string[] {
  const all = search.toLowerCase().match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
  const words = [...new Set(all)];
  const telling = words.filter((it) => !stopWords.has(it));
  return telling.length > 0 ? telling : words;
}

interface Texts {
  readonly name: string;
  readonly nameParts: ReadonlySet<string>;
  readonly doc: string;
  readonly docParts: ReadonlySet<string>;
  readonly values: string;
}

function textsOf({ name, doc, values = [] }: Named): Texts {
  return {
    name: name.toLowerCase(),
    nameParts: partsOf(name),
    doc: doc.toLowerCase(),
    docParts: partsOf(doc),
    values: values.join("\n").toLowerCase(),
  };
}

/** The lowercase parts of names such as `ClientRequestHost` and `http.request.headers`. */
function partsOf(text: string): ReadonlySet<string> {
  const parts = text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u);
  return new Set(parts.map((it) => singular(it.toLowerCase())));
}

function singular(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The lowest score of a word in a name. */
const inName = 6;

/** Names score higher than descriptions, whole words higher than substrings, and exact matches higher than synonyms. */
function scoreOf(written: string, texts: Texts): number {
  const same = sameWords.get(singular(written)) ?? [];
  const likes = same.map((it) => ownScore(it, texts) - 1);
  return Math.max(ownScore(written, texts), ...likes, 0);
}

function ownScore(written: string, { name, nameParts, doc, docParts, values }: Texts): number {
  const word = singular(written);
  if (name === written) return 20;
  if (nameParts.has(word)) return 9;
  if (name.includes(written)) return 7;
  if (docParts.has(word)) return 4;
  return doc.includes(word) || values.includes(written) ? 2 : 0;
}
