/**
 * Texts as bytes for a scanner to look at: ASCII as it is, `beyondAscii` for any other UTF-16 unit, and a zero behind the
 * end. Looking at a byte takes a fraction of the time that looking at a character of a string takes, and a scanner does
 * little else.
 */
export const beyondAscii = 128;

/** Texts up to this length share one piece of memory, as making one costs more than filling it. */
const shared = new Uint8Array(65_536);

/** The bytes of a text, good until they are asked for another one. */
export function bytesOf(text: string): Uint8Array {
  const bytes = text.length < shared.length ? shared : new Uint8Array(text.length + 1);
  const { read, written } = encoder.encodeInto(text, bytes);
  if (read !== text.length || written !== read) {
    for (let i = 0; i < text.length; i++) bytes[i] = Math.min(text.charCodeAt(i), beyondAscii);
  }
  bytes[text.length] = 0;
  return bytes;
}

const encoder = new TextEncoder();
