import type { LogRow } from "../core/trial.ts";
import type { Scanner } from "./scanner.ts";

/** The row of a line that the scanner has read. Values are decoded when they are asked for. */
export class ScannedRow implements LogRow {
  private readonly slots: ReadonlyMap<string, number>;

  constructor(private readonly scanner: Scanner) {
    this.slots = new Map(scanner.fields.map((it, index) => [it, index]));
  }

  /** The place of the line feed after a line, whose row this is then; -1 if the scanner does not accept it. */
  scan(bytes: Buffer, start: number): number {
    return this.scanner.scan(bytes, start);
  }

  hasFields(names: readonly string[]): boolean {
    const { fields } = this.scanner;
    return fields.length === names.length && names.every((it, index) => it === fields[index]);
  }

  get(field: string): unknown {
    const { scanner } = this;
    const slot = this.slots.get(field);
    if (slot === undefined) return undefined;
    const end = scanner.endOf(slot);
    return end === 0 ? undefined : decode(scanner.memory, scanner.startOf(slot), end);
  }

  raw(field: string): string | undefined {
    const { scanner } = this;
    const slot = this.slots.get(field);
    if (slot === undefined) return undefined;
    const end = scanner.endOf(slot);
    return end === 0 ? undefined : scanner.memory.toString("utf8", scanner.startOf(slot), end);
  }

  names(): readonly string[] {
    return this.scanner.fields.filter((_, slot) => this.scanner.endOf(slot) !== 0);
  }
}

const quote = 34;
const zero = 48;
const nine = 57;
/** Integers of as many digits are exact. */
const mostDigits = 15;

function decode(bytes: Buffer, start: number, end: number): unknown {
  if (bytes[start] === quote) return decodeString(bytes, start, end);
  if (end - start <= mostDigits) {
    let value = 0;
    let at = start;
    for (; at < end; at++) {
      const digit = bytes[at] as number;
      if (digit < zero || digit > nine) break;
      value = value * 10 + (digit - zero);
    }
    if (at === end) return value;
  }
  const value: unknown = JSON.parse(bytes.toString("utf8", start, end));
  return value === null ? undefined : value;
}

function decodeString(bytes: Buffer, start: number, end: number): string {
  if (end - start > longestCached) return decodeText(bytes, start, end);
  let hash = end - start;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  const index = hash & (decoded.length - 1);
  const known = decoded[index];
  if (known?.hash === hash && isEqual(known.bytes, bytes, start, end)) return known.text;
  const text = decodeText(bytes, start, end);
  decoded[index] = { hash, bytes: Uint8Array.from(bytes.subarray(start, end)), text };
  return text;
}

/** Short strings that were decoded before: most fields have few values, and decoding takes longer than comparing. */
const decoded: ({ hash: number; bytes: Uint8Array; text: string } | undefined)[] = new Array(1024);
const longestCached = 40;

function isEqual(known: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString("utf8", start + 1, end - 1);
  return text.includes("\\") ? JSON.parse(`"${text}"`) : text;
}

/** The row of an object. */
export class ObjectRow implements LogRow {
  constructor(private readonly fields: Readonly<Record<string, unknown>>) {}

  get(field: string): unknown {
    return Object.hasOwn(this.fields, field) ? (this.fields[field] ?? undefined) : undefined;
  }

  raw(field: string): string | undefined {
    const value = this.get(field);
    return value === undefined ? undefined : JSON.stringify(value, withBigInts);
  }

  names(): readonly string[] {
    return Object.keys(this.fields);
  }
}

function withBigInts(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
