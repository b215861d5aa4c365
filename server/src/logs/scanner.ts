/**
 * Finds fields in the bytes of a log line without building objects.
 *
 * It reads the whole line, so it knows whether the line is JSON, and where the values of the wanted fields are at the top level;
 * of doubled keys the last counts. What it accepts, `JSON.parse` accepts.
 */
export class Scanner {
  /** Where the value of each wanted field is; an end of 0 means that the line does not have it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  private readonly keys: readonly Uint8Array[];
  private readonly slots: ReadonlyMap<string, number>;
  /** The first field whose key has that many bytes, and after each field the next one. */
  private readonly firstOfLength = new Int32Array(longestKey + 1).fill(-1);
  private readonly nextOfLength: Int32Array;

  constructor(readonly fields: readonly string[]) {
    this.starts = new Int32Array(fields.length);
    this.ends = new Int32Array(fields.length);
    this.nextOfLength = new Int32Array(fields.length);
    this.keys = fields.map((it) => Buffer.from(it));
    this.slots = new Map(fields.map((it, index) => [it, index]));
    this.keys.forEach(({ length }, slot) => {
      if (length > longestKey) return;
      this.nextOfLength[slot] = this.firstOfLength[length] ?? -1;
      this.firstOfLength[length] = slot;
    });
  }

  /** Whether the bytes are a JSON object. A line feed must follow them. */
  scan(bytes: Buffer, start: number, end: number): boolean {
    this.ends.fill(0);
    let at = skipBlanks(bytes, start);
    if (bytes[at++] !== openBrace) return false;
    at = skipBlanks(bytes, at);
    if (bytes[at] === closeBrace) return skipBlanks(bytes, at + 1) === end;
    for (;;) {
      if (bytes[at] !== quote) return false;
      const key = at + 1;
      at = skipPlain(bytes, key);
      let slot: number;
      if (bytes[at] === quote) {
        slot = this.slotOf(bytes, key, at++);
      } else {
        at = endOfString(bytes, at);
        if (at < 0) return false;
        slot = this.slotOfEscaped(bytes, key, at - 1);
      }
      if (bytes[at] !== colon) {
        at = skipBlanks(bytes, at);
        if (bytes[at] !== colon) return false;
      }
      at = skipBlanks(bytes, at + 1);
      const value = at;
      at = endOfValue(bytes, at);
      if (at < 0) return false;
      if (slot >= 0) {
        this.starts[slot] = value;
        this.ends[slot] = at;
      }
      if (bytes[at] !== comma) {
        at = skipBlanks(bytes, at);
        if (bytes[at] === closeBrace) return skipBlanks(bytes, at + 1) === end;
        if (bytes[at] !== comma) return false;
      }
      at = skipBlanks(bytes, at + 1);
    }
  }

  private slotOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > longestKey) return this.slotOfLong(bytes, start, end);
    let slot = this.firstOfLength[length] as number;
    while (slot >= 0 && !isAt(this.keys[slot] as Uint8Array, bytes, start))
      slot = this.nextOfLength[slot] as number;
    return slot;
  }

  private slotOfLong(bytes: Uint8Array, start: number, end: number): number {
    return this.keys.findIndex((it) => it.length === end - start && isAt(it, bytes, start));
  }

  private slotOfEscaped(bytes: Uint8Array, start: number, end: number): number {
    const key = JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString()}"`);
    return this.slots.get(key) ?? -1;
  }
}

const longestKey = 127;

const tab = 9;
const carriageReturn = 13;
const space = 32;
const quote = 34;
const plus = 43;
const comma = 44;
const minus = 45;
const point = 46;
const zero = 48;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const capitalE = 69;
const letterE = 101;
const letterF = 102;
const letterN = 110;
const letterT = 116;
const letterU = 117;
const openBrace = 123;
const closeBrace = 125;

/** 1 for bytes that a string may have as they are. Line feeds are not among them, so every loop ends with the line. */
const plain = Uint8Array.from({ length: 256 }, (_, it) =>
  it >= space && it !== quote && it !== backslash ? 1 : 0,
);
const digits = tableOf("0123456789");
const hexDigits = tableOf("0123456789abcdefABCDEF");
const escapable = tableOf('"\\/bfnrt');

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const it of Buffer.from(characters)) table[it] = 1;
  return table;
}

function isAt(key: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let i = key.length - 1; i >= 0; i--) if (bytes[start + i] !== key[i]) return false;
  return true;
}

/** A line feed ends the line, so it is not skipped. */
function skipBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === space || bytes[at] === tab || bytes[at] === carriageReturn) at++;
  return at;
}

function skipPlain(bytes: Uint8Array, start: number): number {
  let at = start;
  while (plain[bytes[at] as number] === 1) at++;
  return at;
}

/** The end of a string, from inside of it; -1 if it is not JSON. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    while (plain[bytes[at] as number] === 1) at++;
    if (bytes[at] === quote) return at + 1;
    if (bytes[at] !== backslash) return -1;
    const next = bytes[at + 1] as number;
    if (escapable[next] === 1) at += 2;
    else if (next === letterU && areHex(bytes, at + 2)) at += 6;
    else return -1;
  }
}

function areHex(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) if (hexDigits[bytes[i] as number] !== 1) return false;
  return true;
}

function endOfValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first === quote) return endOfString(bytes, at + 1);
  if (first === openBrace || first === openBracket) return endOfNested(bytes, at);
  return endOfScalar(bytes, at, first);
}

function endOfScalar(bytes: Uint8Array, at: number, first: number): number {
  if (digits[first] === 1 || first === minus) return endOfNumber(bytes, at);
  if (first === letterT) return endOfWord(bytes, at, wordTrue);
  if (first === letterF) return endOfWord(bytes, at, wordFalse);
  if (first === letterN) return endOfWord(bytes, at, wordNull);
  return -1;
}

const wordTrue = Buffer.from("true");
const wordFalse = Buffer.from("false");
const wordNull = Buffer.from("null");

function endOfWord(bytes: Uint8Array, at: number, word: Uint8Array): number {
  return isAt(word, bytes, at) ? at + word.length : -1;
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === minus ? start + 1 : start;
  at = bytes[at] === zero ? at + 1 : endOfDigits(bytes, at);
  if (at >= 0 && bytes[at] === point) at = endOfDigits(bytes, at + 1);
  if (at < 0 || (bytes[at] !== letterE && bytes[at] !== capitalE)) return at;
  at++;
  if (bytes[at] === plus || bytes[at] === minus) at++;
  return endOfDigits(bytes, at);
}

/** At least one; -1 if there is none. */
function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (digits[bytes[at] as number] === 1) at++;
  return at === start ? -1 : at;
}

/** An object or an array, however deep. */
function endOfNested(bytes: Uint8Array, start: number): number {
  // For each open bracket whether it is a brace.
  const open: boolean[] = [];
  let at = start;
  for (;;) {
    // A value starts here.
    const first = bytes[at] as number;
    if (first === openBrace || first === openBracket) {
      const isObject = first === openBrace;
      at = skipBlanks(bytes, at + 1);
      if (bytes[at] !== (isObject ? closeBrace : closeBracket)) {
        open.push(isObject);
        if (isObject) at = endOfKey(bytes, at);
        if (at < 0) return -1;
        continue;
      }
      at++;
    } else {
      at = first === quote ? endOfString(bytes, at + 1) : endOfScalar(bytes, at, first);
      if (at < 0) return -1;
    }
    // A value has ended here: close what ends with it.
    for (;;) {
      const isObject = open.at(-1);
      if (isObject === undefined) return at;
      at = skipBlanks(bytes, at);
      if (bytes[at] === comma) {
        at = skipBlanks(bytes, at + 1);
        if (isObject) at = endOfKey(bytes, at);
        if (at < 0) return -1;
        break;
      }
      if (bytes[at++] !== (isObject ? closeBrace : closeBracket)) return -1;
      open.pop();
    }
  }
}

/** From a key to the start of its value. */
function endOfKey(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== quote) return -1;
  let at = endOfString(bytes, start + 1);
  if (at < 0) return -1;
  at = skipBlanks(bytes, at);
  return bytes[at] === colon ? skipBlanks(bytes, at + 1) : -1;
}
