/**
 * The engine's strings are bytes. Here a byte string is an ordinary string of characters up to U+00FF, one for each
 * byte, so that comparing, searching and slicing are those of the language we are written in.
 */
export function bytesOf(text: string): string {
  if (isAscii(text)) return text;
  let bytes = "";
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += char;
    else bytes += encoded(isSurrogate(point) ? 0xfffd : point);
  }
  return bytes;
}

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

/** Half of a character, which no text in UTF-8 can hold. */
function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}

function encoded(point: number): string {
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), 0x80 | (point & 63));
  const tail = [0x80 | ((point >> 6) & 63), 0x80 | (point & 63)];
  if (point < 0x10000) return String.fromCharCode(0xe0 | (point >> 12), ...tail);
  return String.fromCharCode(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), ...tail);
}

/** A mark at the beginning is part of the text as much as any other character. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
