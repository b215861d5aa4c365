/** Encodes a path for a URL. Lone surrogates are replaced, because they cannot be encoded. */
export function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
