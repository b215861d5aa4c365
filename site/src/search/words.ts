/** The words of a text in lowercase: `http.request.uri` as a whole and in its parts, `ClientRequestHost` likewise. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const [name] of text.matchAll(/[\p{L}\p{N}_$@]+(?:[.-][\p{L}\p{N}_]+)*/gu)) {
    words.add(name.toLowerCase());
    for (const part of name.split(/[.\-_$@]|(?<=\p{Ll})(?=\p{Lu})/u)) {
      if (part.length > 1) words.add(part.toLowerCase());
    }
  }
  return words;
}
