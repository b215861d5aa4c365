/** As in `1,204`. Written out because the engine's own formatter costs more than the rest of a small check. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A number that is only a lower bound, because a part of what is counted is unknown. */
export function counted(count: number, isLeast: boolean | undefined): string {
  return `${isLeast ? "at least " : ""}${thousands(count)}`;
}

/** `1 field`, `1,204 fields`. */
export function plural(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `'a', 'b', 'c'`. */
export function quotedList(words: readonly string[]): string {
  return words.map((it) => `'${it}'`).join(", ");
}

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
export function alternatives(words: readonly string[]): string {
  const quoted = words.map((it) => `'${it}'`);
  if (quoted.length < 2) return quoted.join("");
  return `${quoted.slice(0, -1).join(", ")} or ${quoted[quoted.length - 1]}`;
}
