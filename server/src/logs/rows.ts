import type { LogRow, RequiredGroups } from "../core/trial.ts";
import { longInteger, parseExactly, writeExactly } from "../text/exact-integers.ts";
import type { Scanner } from "./scanner.ts";

/** The row of a scanned line. Values are decoded lazily. */
export class ScannedRow implements LogRow {
  private readonly slots: ReadonlyMap<string, number>;

  constructor(private readonly scanner: Scanner) {
    this.slots = new Map(scanner.fields.map((it, index) => [it, index]));
  }

  /** Moves the row to a line and returns the offset of its line feed; -1 if the scanner does not accept it. */
  scan(bytes: Buffer, start: number): number {
    return this.scanner.scan(bytes, start);
  }

  /** Memory to read chunks into, which avoids a copy. */
  room(size: number): Buffer {
    return this.scanner.room(size);
  }

  /** Skips lines before `limit` that do not meet the requirements. */
  skip(bytes: Buffer, start: number, limit: number): number {
    return this.scanner.skip(bytes, start, limit);
  }

  /** The number of lines skipped by the last call. */
  get skipped(): number {
    return this.scanner.skipped;
  }

  requires(required: RequiredGroups): boolean {
    return isSame(this.scanner.required, required);
  }

  hasFields(names: readonly string[]): boolean {
    return isSame(this.scanner.fields, names);
  }

  get(field: string): unknown {
    const { scanner } = this;
    const slot = this.slots.get(field);
    if (slot === undefined) return undefined;
    const end = scanner.endOf(slot);
    return end === 0 ? undefined : decode(scanner, scanner.startOf(slot), end);
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

  isNested(field: string): boolean {
    const { scanner } = this;
    const slot = this.slots.get(field);
    if (slot === undefined || scanner.endOf(slot) === 0) return false;
    const first = scanner.memory[scanner.startOf(slot)];
    return first === brace || first === bracket;
  }
}

function isSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((it, index) => it === others[index]);
}

const quote = 34;
const bracket = 91;
const brace = 123;
const zero = 48;
const nine = 57;
/** Integers with this many digits are exact. */
const mostDigits = 15;

function decode(scanner: Scanner, start: number, end: number): unknown {
  const bytes = scanner.memory;
  if (bytes[start] === quote) return decodeString(scanner, start, end);
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
  const text = bytes.toString("utf8", start, end);
  return longInteger(text) ?? parseExactly(text) ?? undefined;
}

function decodeString({ memory, view }: Scanner, start: number, end: number): string {
  const length = end - start;
  if (length > longestCached || length < shortestCached) return decodeText(memory, start, end);
  const hash =
    view.getInt32(start) ^
    Math.imul(view.getInt32(end - 4), 31) ^
    Math.imul(view.getInt32(start + (length >> 1) - 2), 961) ^
    length;
  const index = Math.imul(hash, 0x9e3779b1) >>> hashShift;
  const known = decoded[index];
  if (known && isEqual(known.bytes, view, start, length)) return known.text;
  const text = decodeText(memory, start, end);
  if (seen[index] !== hash) {
    seen[index] = hash;
    return text;
  }
  const bytes = new DataView(Uint8Array.from(memory.subarray(start, end)).buffer);
  decoded[index] = { bytes, text };
  return text;
}

/** A cache of short decoded strings: most fields have few values, and decoding is slower than comparing. */
const decoded: ({ bytes: DataView; text: string } | undefined)[] = new Array(1024).fill(undefined);
/** The last hash of each place. A string is kept when it is there again: many fields have a new value in each line. */
const seen = new Int32Array(1024);
const hashShift = 22;
const longestCached = 64;
/** Four bytes are compared at once. */
const shortestCached = 4;

function isEqual(known: DataView, view: DataView, start: number, length: number): boolean {
  if (known.byteLength !== length) return false;
  const last = length - 4;
  for (let at = 0; at < last; at += 4)
    if (known.getInt32(at) !== view.getInt32(start + at)) return false;
  return known.getInt32(last) === view.getInt32(start + last);
}

function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString("utf8", start + 1, end - 1);
  return text.includes("\\") ? JSON.parse(`"${text}"`) : text;
}

export class ObjectRow implements LogRow {
  constructor(private readonly fields: Readonly<Record<string, unknown>>) {}

  get(field: string): unknown {
    return Object.hasOwn(this.fields, field) ? (this.fields[field] ?? undefined) : undefined;
  }

  raw(field: string): string | undefined {
    const value = this.get(field);
    return value === undefined ? undefined : writeExactly(value);
  }

  names(): readonly string[] {
    return Object.keys(this.fields);
  }
}

/** A line that was parsed, with its values as they are written: bytes are counted as they arrive. */
export class TextRow extends ObjectRow {
  private written: ReadonlyMap<string, string> | undefined;

  constructor(
    fields: Readonly<Record<string, unknown>>,
    private readonly text: string,
  ) {
    super(fields);
  }

  override raw(field: string): string | undefined {
    if (this.get(field) === undefined) return undefined;
    this.written ??= writtenValues(this.text);
    return this.written.get(field);
  }
}

/** The text of each value of an object in valid JSON; of equal names, the last counts. */
function writtenValues(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const found = text[at] as string;
    if (found === '"') {
      const end = stringEnd(text, at);
      if (depth === 1 && start === -1) name = JSON.parse(text.slice(at, end));
      at = end - 1;
    } else if (found === ":" && depth === 1 && start === -1) start = at + 1;
    else if (found === "{" || found === "[") depth++;
    else if (found === "}" || found === "]") depth--;
    const isEnd = found === "," ? depth === 1 : found === "}" && depth === 0;
    if (!isEnd || name === undefined || start === -1) continue;
    values.set(name, text.slice(start, at).trim());
    start = -1;
  }
  return values;
}

/** The offset after the closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

export function rowJson(row: LogRow): string {
  const fields = row.names().map((it) => `${JSON.stringify(it)}:${row.raw(it) ?? "null"}`);
  return `{${fields.join(",")}}`;
}

/** The row of a line in memory, or the reason why it is not a JSON object; undefined for a blank line. */
export function rowIn(line: string): ObjectRow | string | undefined {
  if (/^[ \t\r]*$/.test(line)) return undefined;
  try {
    const value = parseExactly(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return new TextRow(value as Readonly<Record<string, unknown>>, line);
    return "Expected a JSON object.";
  } catch {
    return "Invalid JSON.";
  }
}
