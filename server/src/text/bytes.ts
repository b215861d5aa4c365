/**
 * Strings as bytes for a scanner: ASCII unchanged, `beyondAscii` for any other UTF-16 unit, and a terminating zero.
 * Scanners spend most of their time reading characters, and a byte array is several times faster to index than a string.
 */
export const beyondAscii = 128;

/** Strings up to this length share one buffer, because allocating one costs more than filling it. */
const mostShared = 65_535;

const encoder = new TextEncoder();

/** Converts strings to bytes, reusing its buffer. */
export class ByteReader {
  /** Whether the last string was pure ASCII. */
  isAscii = true;
  private readonly shared = new Uint8Array(mostShared + 1);

  /** The result is valid until the next call. */
  read(text: string): Uint8Array {
    const bytes = text.length <= mostShared ? this.shared : new Uint8Array(text.length + 1);
    const { read, written } = encoder.encodeInto(text, bytes);
    this.isAscii = read === text.length && written === read;
    if (!this.isAscii) {
      for (let i = 0; i < text.length; i++) bytes[i] = Math.min(text.charCodeAt(i), beyondAscii);
    }
    bytes[text.length] = 0;
    return bytes;
  }
}
