/** Base64 and percent escapes, on byte strings. */
import { bytesOf } from "../syntax/bytes.ts";

const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const urlSafe = `${standard.slice(0, 62)}-_`;

/** Accepts both alphabets. */
const sixBits = new Map<string, number>(
  [...standard, ...urlSafe].map((letter, index) => [letter, index % 64]),
);

/** The letters of both alphabets. */
export const base64Letters = [...sixBits.keys()].join("");

/** Undefined for what is no letter of Base64. */
export function sixBitsOf(letter: string): number | undefined {
  return sixBits.get(letter);
}

/** Undefined for invalid Base64. Padding is optional. */
export function decodeBase64(text: string): string | undefined {
  const letters = text.replace(/={1,2}$/, "");
  if (letters.length % 4 === 1) return undefined;
  let bytes = "";
  let bits = 0;
  let held = 0;
  for (const letter of letters) {
    const value = sixBits.get(letter);
    if (value === undefined) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += String.fromCharCode((held >> bits) & 0xff);
  }
  return bytes;
}

/** `u` uses the URL-safe alphabet, `p` pads. */
export function encodeBase64(bytes: string, flags: string): string {
  const alphabet = flags.includes("u") ? urlSafe : standard;
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const chunk = bytes.slice(at, at + 3).padEnd(3, "\0");
    const group = (chunk.charCodeAt(0) << 16) | (chunk.charCodeAt(1) << 8) | chunk.charCodeAt(2);
    const letters = Math.min(3, bytes.length - at) + 1;
    for (let i = 0; i < letters; i++) text += alphabet.charAt((group >> (18 - 6 * i)) & 63);
  }
  return flags.includes("p") ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text;
}

/** `u` also decodes `%uXXXX`, and `r` decodes recursively. */
export function urlDecode(text: string, options: string): string {
  const wide = options.includes("u");
  if (options.includes("r")) return decodedAgain(text, wide);
  return text.replace(/\+|%([0-9A-Fa-f]{2})|%u([0-9A-Fa-f]{4})/g, (all, byte, unit) => {
    if (byte !== undefined) return decodedByte(byte);
    if (unit === undefined) return " ";
    return wide ? decodedUnit(unit) : all;
  });
}

/**
 * Recursive decoding in one pass: each output byte is checked together with those before it, so a string that was
 * encoded a thousand times is still read only once.
 */
function decodedAgain(text: string, wide: boolean): string {
  const out: string[] = [];
  const emit = (byte: string): void => {
    let next: string | undefined = byte;
    while (next !== undefined) {
      out.push(next === "+" ? " " : next);
      next = takeEscape(out, 3, /^%([0-9A-Fa-f]{2})$/, decodedByte);
    }
    const unit = wide ? takeEscape(out, 6, /^%u([0-9A-Fa-f]{4})$/, decodedUnit) : undefined;
    for (const decoded of unit ?? "") emit(decoded);
  };
  for (const byte of text) emit(byte);
  return out.join("");
}

/** Removes an escape from the end of the output, if any, and returns its value. */
function takeEscape(
  out: string[],
  length: number,
  pattern: RegExp,
  decoded: (digits: string) => string,
): string | undefined {
  if (out[out.length - length] !== "%") return undefined;
  const digits = pattern.exec(out.slice(-length).join(""))?.[1];
  if (digits === undefined) return undefined;
  out.length -= length;
  return decoded(digits);
}

function decodedByte(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function decodedUnit(digits: string): string {
  return bytesOf(String.fromCharCode(Number.parseInt(digits, 16)));
}
