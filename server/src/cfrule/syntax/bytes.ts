/**
 * The engine's strings are bytes. Here a byte string is an ordinary string of characters up to U+00FF, one for each
 * byte, so that comparing, searching and slicing are those of the language we are written in.
 */
export function bytesOf(text: string): string {
  if (isAscii(text)) return text;
  // Half of a character, which no text in UTF-8 can hold, becomes U+FFFD.
  const units = encoder.encode(text);
  let bytes = "";
  for (let at = 0; at < units.length; at += chunk) {
    bytes += String.fromCharCode(...units.subarray(at, at + chunk));
  }
  return bytes;
}

const encoder = new TextEncoder();

/** As many arguments as a call surely takes. */
const chunk = 4096;

/** The text that the bytes are in UTF-8, with U+FFFD where they are none. */
export function textOf(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

export function isUtf8(bytes: string): boolean {
  return isAscii(bytes) || bytesOf(textOf(bytes)) === bytes;
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** A mark at the beginning is part of the text as much as any other character. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
