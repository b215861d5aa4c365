import type { LogRow } from "../core/trial.ts";
import type { Scanner } from "./scanner.ts";

/** The row of a line that the scanner has read. Values are decoded when they are asked for. */
export class ScannedRow implements LogRow {
  private bytes: Buffer = Buffer.alloc(0);
  private readonly slots: ReadonlyMap<string, number>;

  constructor(private readonly scanner: Scanner) {
    this.slots = new Map(scanner.fields.map((it, index) => [it, index]));
  }

  /** Whether the bytes are a JSON object, whose row this is then. A line feed must follow them. */
  scan(bytes: Buffer, start: number, end: number): boolean {
    this.bytes = bytes;
    return this.scanner.scan(bytes, start, end);
  }

  hasFields(names: readonly string[]): boolean {
    const { fields } = this.scanner;
    return fields.length === names.length && names.every((it, index) => it === fields[index]);
  }

  get(field: string): unknown {
    const slot = this.slots.get(field) ?? -1;
    const end = this.scanner.ends[slot] ?? 0;
    if (end === 0) return undefined;
    const start = this.scanner.starts[slot] as number;
    return decode(this.bytes, start, end);
  }

  raw(field: string): string | undefined {
    const slot = this.slots.get(field) ?? -1;
    const end = this.scanner.ends[slot] ?? 0;
    if (end === 0) return undefined;
    return this.bytes.toString("utf8", this.scanner.starts[slot], end);
  }

  names(): readonly string[] {
    return this.scanner.fields.filter((_, slot) => this.scanner.ends[slot] !== 0);
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
  for (let at = start + 1; at < end - 1; at++) {
    const byte = bytes[at] as number;
    if (byte === 92) return JSON.parse(bytes.toString("utf8", start, end));
    if (byte > 127) return decodeWide(bytes, start, end);
  }
  return bytes.toString("latin1", start + 1, end - 1);
}

function decodeWide(bytes: Buffer, start: number, end: number): string {
  return bytes.subarray(start, end).includes(92)
    ? JSON.parse(bytes.toString("utf8", start, end))
    : bytes.toString("utf8", start + 1, end - 1);
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
