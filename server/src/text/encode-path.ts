/** A path as an address has it. Half a character has no bytes, and is written as what stands for unknown ones. */
export function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
