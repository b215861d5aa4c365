/** As in `1,204`. Done by hand, because `Intl.NumberFormat` costs more than the rest of a small check. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");
}

/** Formats a count, which may be only a lower bound because a part of it is unknown. */
export function countText(count: number, isLeast: boolean | undefined): string {
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
  return listOf(
    words.map((it) => `'${it}'`),
    "or",
  );
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(words: readonly string[], last: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"];

/** `312 B`, `1.5 kB`, `26.2 MB`. */
export function bytesText(count: number): string {
  let value = count;
  let unit = 0;
  for (; value >= 999.5 && unit < byteUnits.length - 1; unit++) value /= 1000;
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${byteUnits[unit]}`;
}

/** `2.1%`, or `0–13.3%` if some results are unknown. */
export function shareText(least: number, most: number, whole: number): string {
  const [first, last] = [percentText(least, whole), percentText(most, whole)];
  if (least === most) return first;
  if (first !== last) return `${first.replace("%", "")}–${last}`;
  // A range has as many digits as tell its ends apart.
  const [from, to] = [least, most].map((it) => (it * 100) / whole);
  const digits = [2, 3, 4, 5, 6].find((it) => from?.toFixed(it) !== to?.toFixed(it));
  return digits === undefined ? first : `${from?.toFixed(digits)}–${to?.toFixed(digits)}%`;
}

/** `1 line`, `12 lines`, or `12 to 32 lines` if some results are unknown. */
export function pluralRange(least: number, most: number, noun: string): string {
  return least === most ? plural(least, noun) : `${thousands(least)} to ${plural(most, noun)}`;
}

/** `12`, or `12 to 32`. */
export function rangeText(least: number, most: number): string {
  return least === most ? thousands(least) : `${thousands(least)} to ${thousands(most)}`;
}

/** `2.1%`. Small shares keep a digit, so that something never reads as nothing. */
export function percentText(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part * 100) / whole;
  if (percent === 0 || percent === 100) return `${percent}%`;
  const digits = percent < 0.1 ? 3 : percent > 99.9 ? 3 : 1;
  const text = percent.toFixed(digits);
  return Number(text) === 0 ? "<0.001%" : Number(text) === 100 ? ">99.999%" : `${text}%`;
}
