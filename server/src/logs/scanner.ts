import type { RequiredGroups } from "../core/trial.ts";
import { hasOwnBytes, requirementTable } from "./requirements.ts";
import { scannerWasm } from "./scanner-wasm.ts";

/**
 * Finds the values of fields in the bytes of log lines without building objects, with `scanner.wat`.
 *
 * Scans whole lines, so it validates them too. `JSON.parse` accepts every line that it accepts, with the same values; other lines
 * may still be JSON.
 */
export class Scanner {
  private readonly wasm: ScannerExports;
  /** The start of the line and the number of skipped lines; then eight numbers per field: [2] and [3] are the value's span. */
  private places = new Int32Array(0);
  /** Contains the scanned line, or a copy of it. */
  memory = Buffer.alloc(0);
  view = new DataView(new ArrayBuffer(0));
  private readonly textStart: number;
  /** The address that bytes are copied to, after the memory returned by `room`. */
  private copyStart: number;
  private loaded: Uint8Array | undefined;
  private base = 0;
  private readonly isUsable: boolean;
  private readonly canSkip: boolean;
  /** The number of lines skipped by the last call. */
  skipped = 0;
  /** The line after the skipped ones, and the result of `scan` for it. */
  private found = { start: -1, end: -1 };

  /** Lines that cannot meet the requirements of any group can be skipped; without groups, none can. */
  constructor(
    readonly fields: readonly string[],
    readonly required: RequiredGroups = [],
  ) {
    const keys = fields.map((it) => Buffer.from(it));
    const size = keys.reduce((sum, it) => sum + it.length, 0);
    this.wasm = new Instance(compiled()).exports;
    const requiredStart = keysStart(fields.length) + size;
    const requirements = requirementTable(requiredStart, required, (field) => {
      const slot = fields.indexOf(field);
      return slot === -1 ? undefined : fieldsStart + slot * fieldSize;
    });
    const guesses = requiredStart + requirements.length;
    this.textStart = guesses + guessesSize;
    this.copyStart = this.textStart;
    // A key with invalid Unicode has no unique encoding.
    this.isUsable = fields.every(
      (it, slot) => (keys[slot]?.length ?? 0) <= longestKey && hasOwnBytes(it),
    );
    this.canSkip = requirements.length > 0;
    this.reserve(this.textStart + initialText);
    writeTables(this.wasm.memory.buffer, keys);
    this.memory.set(requirements, requiredStart);
    this.wasm.fields.value = fields.length;
    this.wasm.required.value = requiredStart;
    this.wasm.guesses.value = guesses;
  }

  /** The offset of the line feed after a line that is a JSON object; -1 if it is not, or if that is not certain. */
  scan(bytes: Uint8Array, start: number): number {
    if (bytes !== this.loaded && !this.load(bytes)) return -1;
    if (start === this.found.start) return this.found.end;
    this.found.start = -1;
    const end = this.wasm.scan(this.base + start, 0);
    return end === 0 ? -1 : end - this.base;
  }

  /** Skips lines before `limit` that do not meet the requirements. Returns the start of the first other line, or `limit`. */
  skip(bytes: Uint8Array, start: number, limit: number): number {
    this.skipped = 0;
    if (!this.canSkip || (bytes !== this.loaded && !this.load(bytes))) return start;
    const end = this.wasm.scan(this.base + start, this.base + limit);
    this.skipped = this.places[1] as number;
    const next = (this.places[0] as number) - this.base;
    this.found.start = next === limit ? -1 : next;
    this.found.end = end === 0 ? -1 : end - this.base;
    return next;
  }

  /** Memory to read chunks into, which avoids a copy. Valid until the next call. */
  room(size: number): Buffer {
    this.copyStart = this.textStart + size + slack;
    this.loaded = undefined;
    this.reserve(this.copyStart + initialText);
    return this.memory.subarray(this.textStart, this.textStart + size);
  }

  /** The start of a field's value in `memory`, after a line was scanned. */
  startOf(slot: number): number {
    return this.places[fieldsOffset + slot * 8 + 2] as number;
  }

  /** 0 if the line does not have the field. */
  endOf(slot: number): number {
    return this.places[fieldsOffset + slot * 8 + 3] as number;
  }

  /** The lines of a chunk are scanned in sequence, so it is copied once, or not at all. */
  private load(bytes: Uint8Array): boolean {
    if (!this.isUsable) return false;
    if (bytes.buffer === this.memory.buffer) this.base = bytes.byteOffset;
    else if (!this.copy(bytes)) return false;
    this.memory[this.base + bytes.length] = lineFeed;
    this.found.start = -1;
    this.loaded = bytes;
    return true;
  }

  private copy(bytes: Uint8Array): boolean {
    // Growing the memory would invalidate the buffer returned by `room`.
    const most = this.copyStart === this.textStart ? mostText : initialText;
    if (bytes.length > most) return false;
    this.base = this.copyStart;
    this.reserve(this.base + bytes.length);
    this.memory.set(bytes, this.base);
    return true;
  }

  private reserve(end: number): void {
    const { memory } = this.wasm;
    const missing = end + slack - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageSize));
    if (this.places.buffer === memory.buffer) return;
    this.places = new Int32Array(memory.buffer, foundStart, fieldsOffset + this.fields.length * 8);
    this.memory = Buffer.from(memory.buffer);
    this.view = new DataView(memory.buffer);
  }
}

/** The exports of `scanner.wat`. */
interface ScannerExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly fields: { value: number };
  readonly required: { value: number };
  readonly guesses: { value: number };
  scan(start: number, limit: number): number;
}

/** The parts of the global `WebAssembly` that are used, because its types are only in the DOM library. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: ScannerExports };
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

let scannerModule: object | undefined;

function compiled(): object {
  scannerModule ??= new Module(Buffer.from(scannerWasm, "base64"));
  return scannerModule;
}

const lineFeed = 10;
const pageSize = 64 * 1024;
const longestKey = 127;
const initialText = 1024 * 1024;
/** Longer lines and chunks are left to `JSON.parse`. */
const mostText = 8 * 1024 * 1024;
/** Up to 48 bytes are compared at once, even beyond the end of the text. */
const slack = 64;

// The layout of the memory, as in scanner.wat.
const lengthsStart = 256;
const foundStart = 768;
const specialsStart = 784;
const fieldsStart = 832;
const fieldSize = 32;
/** The index of the first field's numbers in `places`. */
const fieldsOffset = (fieldsStart - foundStart) / 4;
const guessesSize = 257 * 80;

function keysStart(fields: number): number {
  return fieldsStart + fields * fieldSize;
}

function writeTables(memory: ArrayBuffer, keys: readonly Uint8Array[]): void {
  const bytes = new Uint8Array(memory);
  for (const [characters, flag] of classes)
    for (const it of Buffer.from(characters)) bytes[it] = (bytes[it] ?? 0) | flag;
  for (const [index, it] of Buffer.from('"\\ ').entries())
    bytes.fill(it, specialsStart + index * 16, specialsStart + (index + 1) * 16);
  const first = new Int32Array(memory, lengthsStart, longestKey + 1).fill(-1);
  const table = new Int32Array(memory, fieldsStart, keys.length * (fieldSize / 4));
  let at = keysStart(keys.length);
  keys.forEach((key, slot) => {
    bytes.set(key, at);
    if (key.length <= longestKey) {
      table.set([first[key.length] ?? -1, at], slot * (fieldSize / 4));
      first[key.length] = slot;
    }
    at += key.length;
  });
}

const classes: readonly (readonly [characters: string, flag: number])[] = [
  ['"\\/bfnrt', 1],
  ["0123456789abcdefABCDEF", 2],
  ["0123456789", 4],
  [" \t\r", 8],
];
