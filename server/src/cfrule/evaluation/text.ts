/** String functions on byte strings. */

/** At most `limit` parts; the last one keeps the rest, including separators. */
export function split(input: string, separator: string, limit: bigint): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (separator !== "" && BigInt(pieces.length) < limit - 1n) {
    const found = input.indexOf(separator, from);
    if (found === -1) break;
    pieces.push(input.slice(from, found));
    from = found + separator.length;
  }
  return [...pieces, input.slice(from)];
}

/** Negative offsets count from the end; offsets outside of the string are clamped. */
export function substring(text: string, start: bigint, end: bigint | undefined): string {
  return text.slice(toIndex(start), end === undefined ? undefined : toIndex(end));
}

export function removeBytes(source: string, bytes: string): string {
  const removed = new Set(bytes);
  return Array.from(source, (byte) => (removed.has(byte) ? "" : byte)).join("");
}

export function removeQueryArguments(query: string, names: readonly string[]): string {
  const removed = new Set(names);
  return query
    .split("&")
    .filter((pair) => !removed.has(pair.split("=", 1)[0] ?? ""))
    .join("&");
}

/** The bits from `start` to `end` as a number; bit 0 is the first bit of the first byte. */
export function bitSlice(bytes: string, start: bigint, end: bigint): bigint | undefined {
  if (start < 0n || end <= start || end > BigInt(bytes.length * 8)) return undefined;
  let number = 0n;
  for (let bit = start; bit < end; bit++) {
    const byte = bytes.charCodeAt(Number(bit / 8n));
    number = (number << 1n) | BigInt((byte >> Number(7n - (bit % 8n))) & 1);
  }
  return number;
}

/** A UUID from sixteen random bytes, with the version and variant bits set. */
export function uuid(random: string): string | undefined {
  if (random.length < 16) return undefined;
  const hex = Array.from(random.slice(0, 16), (char, index) => {
    const byte = char.charCodeAt(0);
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** No string is longer, so clamping is safe. */
function toIndex(place: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(place > most ? most : place < -most ? -most : place);
}
