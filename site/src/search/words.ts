/** The lowercase words of a text. Names such as `http.request.uri` and `ClientRequestHost` are included whole and in parts. */
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
