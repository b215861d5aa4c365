/**
 * The engine's strings are bytes. Here a byte string is a string of characters up to U+00FF, one per byte, so that
 * JavaScript's own string functions compare, search and slice it.
 */
export function bytesOf(text: string): string {
  if (isAscii(text)) return text;
  // A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD.
  const units = encoder.encode(text);
  let bytes = "";
  for (let at = 0; at < units.length; at += chunk) {
    bytes += String.fromCharCode(...units.subarray(at, at + chunk));
  }
  return bytes;
}

const encoder = new TextEncoder();

/** A safe number of arguments for one call. */
const chunk = 4096;

/** The bytes decoded as UTF-8, with U+FFFD for invalid ones. */
export function textOfBytes(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

export function isUtf8(bytes: string): boolean {
  return isAscii(bytes) || bytesOf(textOfBytes(bytes)) === bytes;
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Keeps a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
