import { isHighSurrogate, isLowSurrogate } from "../../text/lines.ts";

/** Position encodings. */
export type Encoding = "utf-16" | "utf-8" | "utf-32";

/** UTF-16 is preferred because it is the native one; it is also the default of the protocol. */
export function chooseEncoding(offered: readonly string[] | undefined): Encoding {
  if (!offered || offered.length === 0 || offered.includes("utf-16")) return "utf-16";
  for (const known of ["utf-8", "utf-32"] as const) if (offered.includes(known)) return known;
  return "utf-16";
}

/** Prefix sums are stored per block of this many UTF-16 units, so that a lookup counts at most one block. */
const stretch = 256;

/** Converts between offsets and the units of the client, in constant time even for long lines. */
export class Units {
  private readonly sums: number[] | undefined;

  constructor(
    private readonly text: string,
    private readonly encoding: Encoding,
  ) {
    // Fast path: all encodings agree on ASCII.
    if (encoding !== "utf-16" && !isAscii(text)) this.sums = this.sumUp();
  }

  /** Units from the start of the text to the offset. */
  before(offset: number): number {
    if (!this.sums) return offset;
    const full = Math.floor(offset / stretch);
    return (this.sums[full] ?? 0) + this.count(full * stretch, offset);
  }

  /** The offset after that many units. A position inside a character is moved to its start. */
  offsetOf(units: number): number {
    if (!this.sums) return Math.min(units, this.text.length);
    let offset = this.lastStretchUpTo(units, this.sums) * stretch;
    let before = this.before(offset);
    while (offset < this.text.length) {
      before += weigh(this.text, offset, this.encoding);
      // The second half of a surrogate pair may have no units of its own.
      if (before > units) break;
      offset++;
    }
    return isLowSurrogate(this.text.charCodeAt(offset)) &&
      isHighSurrogate(this.text.charCodeAt(offset - 1))
      ? offset - 1
      : offset;
  }

  private lastStretchUpTo(units: number, sums: readonly number[]): number {
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((sums[middle] ?? 0) <= units) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private sumUp(): number[] {
    const sums = [0];
    let sum = 0;
    for (let start = 0; start + stretch <= this.text.length; start += stretch) {
      sum += this.count(start, start + stretch);
      sums.push(sum);
    }
    return sums;
  }

  private count(start: number, end: number): number {
    let units = 0;
    for (let i = start; i < end; i++) units += weigh(this.text, i, this.encoding);
    return units;
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}

/**
 * The length of a UTF-16 unit. Each surrogate of a pair has half; a lone surrogate has the length of the replacement
 * character.
 */
function weigh(text: string, at: number, encoding: Encoding): number {
  const code = text.charCodeAt(at);
  if (encoding === "utf-16" || code < 0x80) return 1;
  const wide = encoding === "utf-8";
  if (isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(at + 1))) return wide ? 4 : 1;
  if (isLowSurrogate(code) && isHighSurrogate(text.charCodeAt(at - 1))) return 0;
  if (!wide) return 1;
  return code < 0x800 ? 2 : 3;
}
