import { hmac as macOf } from "@noble/hashes/hmac.js";
import { sha256 as hash256, sha512 as hash512 } from "@noble/hashes/sha2.js";

/**
 * The hash functions of expressions, on strings of bytes. Synchronous, as the evaluator is; the hash functions of browsers
 * are not.
 */

type Hash = typeof hash256 | typeof hash512;

export interface Digest {
  of(bytes: string): string;
  hmac(key: string, message: string): string;
}

export const sha256 = digest(hash256);
export const sha512 = digest(hash512);

function digest(hash: Hash): Digest {
  return {
    of: (bytes) => stringOf(hash(bytesOf(bytes))),
    hmac: (key, message) => stringOf(macOf(hash, bytesOf(key), bytesOf(message))),
  };
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function stringOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
