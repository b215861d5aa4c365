import { hmac, sha256 } from "./digest.ts";
import { decodeBase64, urlDecode } from "./encodings.ts";

export interface SignedMessage {
  readonly key: string;
  /** The message, a separator, ten digits of time, a hyphen and the code in Base64. */
  readonly text: string;
  readonly secondsValid: bigint;
  readonly now: bigint;
  readonly separatorLength: bigint;
  /** The code is in the Base64 alphabet that is safe in addresses, and so has no percent escapes. */
  readonly urlSafe: boolean;
}

const shape = /^(.*)([0-9]{10})-(.{43,})$/s;

/** Whether the code was made with the key from the message and the time, and is not too old. */
export function isValidMessage(signed: SignedMessage): boolean {
  const { text } = signed;
  // The code has at least 43 letters and no more than its escapes add, so only the tail can hold it.
  const tail = Math.max(0, text.length - longestTail);
  const match = shape.exec(text.slice(tail));
  if (!match) return false;
  const [, before = "", issued = "", code = ""] = match;
  const messageEnd = tail + before.length - Number(signed.separatorLength);
  if (messageEnd < 0) return false;
  const letters = signed.urlSafe ? code : urlDecode(code.replaceAll("+", "%2B"), "");
  const expected = hmac(sha256, signed.key, text.slice(0, messageEnd) + issued);
  if (decodeBase64(letters) !== expected) return false;
  return signed.now < BigInt(issued) + signed.secondsValid;
}

/** A separator of any sensible length, the time, and 44 letters all written as escapes. */
const longestTail = 400;
