/**
 * Texts as bytes for a scanner to look at: ASCII as it is, `beyondAscii` for any other UTF-16 unit, and a zero behind the
 * end. Looking at a byte takes a fraction of the time that looking at a character of a string takes, and a scanner does
 * little else.
 */
export const beyondAscii = 128;

/** Texts up to this length share one piece of memory, as making one costs more than filling it. */
const mostShared = 65_535;

const encoder = new TextEncoder();

/** Gives the bytes of one text after another. */
export class ByteReader {
  /** Whether the text that was read last holds nothing but ASCII. */
  isAscii = true;
  private readonly shared = new Uint8Array(mostShared + 1);

  /** They are good until those of another text are asked for. */
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
