/** A bigint only if a number cannot represent the integer exactly, so that equal integers are identical. */
export function exactInteger(value: bigint): number | bigint {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** Undefined for strings that are not integers, and for integers so short that a number is always exact. */
export function longInteger(text: string): number | bigint | undefined {
  return text.length > 15 && /^-?\d+$/.test(text) ? exactInteger(BigInt(text)) : undefined;
}

/** Parses JSON without rounding long integers. */
export function parseExactly(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return rounded;
  let mark = "integer ";
  while (text.includes(mark)) mark += "_";
  const marked = text.replace(stringOrNumber, (it) =>
    longInteger(it) === undefined ? it : `"${mark}${it}"`,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(mark)
      ? longInteger(value.slice(mark.length))
      : value,
  );
}

/** In valid JSON, every string is closed. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The opposite of `parseExactly`. */
export function writeExactly(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  let hasBigInts = false;
  const written = JSON.stringify(value, (_, it) => {
    if (typeof it !== "bigint") return it;
    hasBigInts = true;
    return 0;
  });
  if (!hasBigInts) return written;
  let mark = "integer ";
  while (written.includes(mark)) mark += "_";
  return JSON.stringify(value, (_, it) => (typeof it === "bigint" ? mark + it : it)).replaceAll(
    new RegExp(`"${mark}(-?\\d+)"`, "g"),
    "$1",
  );
}
