/**
 * The hash functions of expressions. Implemented here, because the evaluator is synchronous and browsers only have
 * asynchronous ones. Not for protecting secrets.
 */

/** A block hash: 32-bit words for SHA-256, 64-bit words for SHA-512. */
export interface Digest {
  readonly blockSize: number;
  of(bytes: string): string;
}

export const sha256: Digest = { blockSize: 64, of: (bytes) => digest256(bytes) };
export const sha512: Digest = { blockSize: 128, of: (bytes) => digest512(bytes) };

export function hmac(digest: Digest, key: string, message: string): string {
  const short = key.length > digest.blockSize ? digest.of(key) : key;
  const padded = short.padEnd(digest.blockSize, "\0");
  return digest.of(xored(padded, 0x5c) + digest.of(xored(padded, 0x36) + message));
}

function xored(bytes: string, mask: number): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte.charCodeAt(0) ^ mask)).join("");
}

/** The constants are the first bits of roots of the first primes. */
interface Constants {
  readonly rounds512: readonly bigint[];
  readonly start512: readonly bigint[];
  readonly rounds256: Int32Array;
  readonly start256: Int32Array;
}

let known: Constants | undefined;

/** Computed lazily, because most expressions need no hash. */
function constants(): Constants {
  if (known) return known;
  const primes = firstPrimes(80);
  const rounds512 = primes.map((prime) => fraction(prime, 3n));
  const start512 = primes.slice(0, 8).map((prime) => fraction(prime, 2n));
  const rounds256 = Int32Array.from(rounds512.slice(0, 64), upperHalf);
  known = { rounds512, start512, rounds256, start256: Int32Array.from(start512, upperHalf) };
  return known;
}

function firstPrimes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let candidate = 2n; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0n)) found.push(candidate);
  }
  return found;
}

/** The first 64 fractional bits of a square or cube root. */
function fraction(prime: bigint, root: bigint): bigint {
  const scaled = prime << (64n * root);
  let low = 0n;
  let high = prime << 64n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** root <= scaled) low = middle;
    else high = middle - 1n;
  }
  return BigInt.asUintN(64, low);
}

function upperHalf(word: bigint): number {
  return Number(BigInt.asIntN(32, word >> 32n));
}

/** The padded message: a bit, zeros and the length, in whole blocks. */
function padded(bytes: string, blockSize: number): Uint8Array {
  const lengthSize = blockSize / 8;
  const size = Math.ceil((bytes.length + 1 + lengthSize) / blockSize) * blockSize;
  const block = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at++) block[at] = bytes.charCodeAt(at);
  block[bytes.length] = 0x80;
  new DataView(block.buffer).setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return block;
}

function digest256(bytes: string): string {
  const view = new DataView(padded(bytes, 64).buffer);
  const state = Int32Array.from(constants().start256);
  const words = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + i * 4);
    for (let i = 16; i < 64; i++) words[i] = scheduled256(words, i);
    compress256(state, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    result.setInt32(index * 4, word);
  });
  return bytesIn(result);
}

function scheduled256(words: Int32Array, i: number): number {
  const early = words[i - 15] ?? 0;
  const late = words[i - 2] ?? 0;
  const s0 = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
  const s1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
  return ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0;
}

function compress256(state: Int32Array, words: Int32Array): void {
  const { rounds256 } = constants();
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + (rounds256[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function digest512(bytes: string): string {
  const view = new DataView(padded(bytes, 128).buffer);
  const state = BigUint64Array.from(constants().start512);
  const words = new BigUint64Array(80);
  for (let block = 0; block < view.byteLength; block += 128) {
    for (let i = 0; i < 16; i++) words[i] = view.getBigUint64(block + i * 8);
    for (let i = 16; i < 80; i++) words[i] = scheduled512(words, i);
    compress512(state, words);
  }
  const result = new DataView(new ArrayBuffer(64));
  state.forEach((word, index) => {
    result.setBigUint64(index * 8, word);
  });
  return bytesIn(result);
}

function scheduled512(words: BigUint64Array, i: number): bigint {
  const early = words[i - 15] ?? 0n;
  const late = words[i - 2] ?? 0n;
  const s0 = turned64(early, 1n) ^ turned64(early, 8n) ^ (early >> 7n);
  const s1 = turned64(late, 19n) ^ turned64(late, 61n) ^ (late >> 6n);
  return (words[i - 16] ?? 0n) + s0 + (words[i - 7] ?? 0n) + s1;
}

function compress512(state: BigUint64Array, words: BigUint64Array): void {
  const { rounds512 } = constants();
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (let i = 0; i < 80; i++) {
    const s1 = turned64(e, 14n) ^ turned64(e, 18n) ^ turned64(e, 41n);
    const choice = (e & f) ^ (~e & g);
    const first = h + s1 + choice + (rounds512[i] ?? 0n) + (words[i] ?? 0n);
    const s0 = turned64(a, 28n) ^ turned64(a, 34n) ^ turned64(a, 39n);
    const second = s0 + ((a & b) ^ (a & c) ^ (b & c));
    const next = [BigInt.asUintN(64, d + first), BigInt.asUintN(64, first + second)] as const;
    [h, g, f, e, d, c, b, a] = [g, f, e, next[0], c, b, a, next[1]];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0n) + word;
  });
}

function turned64(word: bigint, bits: bigint): bigint {
  return BigInt.asUintN(64, (word >> bits) | (word << (64n - bits)));
}

function bytesIn(view: DataView): string {
  let bytes = "";
  for (let at = 0; at < view.byteLength; at++) bytes += String.fromCharCode(view.getUint8(at));
  return bytes;
}
