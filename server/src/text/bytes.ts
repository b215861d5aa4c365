/**
 * Texts as bytes for a scanner to look at: ASCII as it is, `beyondAscii` for any other UTF-16 unit, and a zero behind the
 * end. Looking at a byte takes a fraction of the time that looking at a character of a string takes, and a scanner does
 * little else.
 */
export const beyondAscii = 128;

/** Texts up to this length share one piece of memory, as making one costs more than filling it. */
const mostShared = 65_535;

const encoder = new TextEncoder();

/** Gives the bytes of a text, which are good until it is asked for those of another one. */
export function byteReader(): (text: string) => Uint8Array {
  const shared = new Uint8Array(mostShared + 1);
  return (text) => {
    const bytes = text.length <= mostShared ? shared : new Uint8Array(text.length + 1);
    const { read, written } = encoder.encodeInto(text, bytes);
    if (read !== text.length || written !== read) {
      for (let i = 0; i < text.length; i++) bytes[i] = Math.min(text.charCodeAt(i), beyondAscii);
    }
    bytes[text.length] = 0;
    return bytes;
  };
}
