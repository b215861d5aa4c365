/** Text of unknown origin as one line that a terminal shows and does not obey. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}
