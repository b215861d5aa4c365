import { sha256 } from "./digest.ts";
import { decodeBase64, urlDecode } from "./encodings.ts";

export interface SignedMessage {
  readonly key: string;
  /** The message, a separator, a ten-digit timestamp, a hyphen and the MAC in Base64. */
  readonly text: string;
  readonly secondsValid: bigint;
  readonly now: bigint;
  readonly separatorLength: bigint;
  /** The MAC uses the URL-safe Base64 alphabet, so it has no percent escapes. */
  readonly urlSafe: boolean;
}

const shape = /^(.*)([0-9]{10})-(.{43,})$/s;

/** Whether the MAC matches the key, message and time, and has not expired. */
export function isValidMessage(signed: SignedMessage): boolean {
  const { text } = signed;
  // The MAC has at least 43 characters, plus escapes, so only the tail can contain it.
  const tail = Math.max(0, text.length - longestTail);
  const match = shape.exec(text.slice(tail));
  if (!match) return false;
  const [, before = "", issued = "", code = ""] = match;
  const messageEnd = tail + before.length - Number(signed.separatorLength);
  if (messageEnd < 0) return false;
  const letters = signed.urlSafe ? code : urlDecode(code.replaceAll("+", "%2B"), "");
  const expected = sha256.hmac(signed.key, text.slice(0, messageEnd) + issued);
  if (decodeBase64(letters) !== expected) return false;
  return signed.now < BigInt(issued) + signed.secondsValid;
}

/** A separator, the time, and 44 characters, all escaped. */
const longestTail = 400;
