/** Encodes a path for a URL. Lone surrogates are replaced, because they cannot be encoded. */
export function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}

/** The text without percent escapes. A text that is not escaped correctly is returned as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
