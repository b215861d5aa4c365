import { holeCharacter, isMark, markCharacter } from "./hole.ts";
import type { Span } from "./span.ts";

/** A part of the host whose value is unknown, replaced by one character in the decoded text. */
export interface Hole extends Span {
  /** The offset of that character in the decoded text. */
  readonly at: number;
}

/** An editable range of the decoded text, and how new text is encoded there. */
export interface Section extends Span {
  readonly encode: Encode;
}

/**
 * Encodes text that replaces a span of the host. Hole characters are left unchanged. Undefined for text that cannot be
 * represented there.
 */
export type Encode = (text: string, place: Span) => string | undefined;

type Kind = "copy" | "replacement" | "hole";

/** A part of a decoded text, and the range of the host that it comes from. */
export interface Segment extends Span {
  readonly kind: Kind;
  readonly text: string;
}

/**
 * Text decoded from a host, with a source map. The map is a list of segments, ordered in both texts: either a copy of the
 * host, or a replacement of a range of it. Host ranges between segments, such as indentation, have no counterpart in the
 * text.
 */
export class Decoding {
  /** The length of the text. */
  length = 0;
  readonly holes: Hole[] = [];
  readonly sections: Section[] = [];
  /** The parts of the text that the host keeps apart and joins, such as the elements of a list. */
  readonly elements: Span[] = [];
  /** One entry for each segment. */
  private readonly textStarts: number[] = [];
  private readonly hostStarts: number[] = [];
  private readonly hostEnds: number[] = [];
  private readonly kinds: Kind[] = [];
  private joined = "";
  private parts: string[] = [];

  /**
   * `start` is where the first character would be inserted, and `end` is where the embedded text ends. `known` is the decoded
   * text if the caller has it already.
   */
  constructor(
    readonly host: string,
    public start: number,
    public end: number,
    private readonly known?: string,
  ) {}

  get text(): string {
    if (this.known !== undefined) return this.known;
    if (this.parts.length > 0) {
      this.joined += this.parts.join("");
      this.parts = [];
    }
    return this.joined;
  }

  /** Appends a range of the host unchanged. */
  copy(start: number, end: number): void {
    if (start === end) return;
    const last = this.kinds.length - 1;
    if (this.kinds[last] === "copy" && this.hostEnds[last] === start) this.hostEnds[last] = end;
    else this.piece(start, end, "copy");
    this.length += end - start;
    if (this.known === undefined) this.parts.push(this.host.slice(start, end));
  }

  /** Appends text that replaces a range of the host, which may be empty. */
  write(text: string, start: number, end: number): void {
    if (text === "") return;
    this.piece(start, end, "replacement");
    this.append(text);
  }

  hole(start: number, end: number): void {
    this.unseen(start, end, holeCharacter(this.holes.length));
  }

  /** Appends a mark for a directive of the host, which produces no text itself. */
  mark(start: number, end: number): void {
    this.unseen(start, end, markCharacter(this.holes.length));
  }

  private unseen(start: number, end: number, character: string): void {
    this.piece(start, end, "hole");
    this.holes.push({ at: this.length, start, end });
    this.append(character);
  }

  /** Appends a range of another decoding of the same host. */
  take(other: Decoding, from: number, to: number): void {
    if (from >= to) return;
    for (let i = other.pieceAt(from); i < other.kinds.length; i++) {
      const textStart = Math.max(from, other.textStart(i));
      const textEnd = Math.min(to, other.textStart(i + 1));
      if (textStart >= to) break;
      const start = other.hostStart(i);
      const shift = start - other.textStart(i);
      const text = other.text.slice(textStart, textEnd);
      if (other.isCopy(i)) this.copy(textStart + shift, textEnd + shift);
      else if (other.kinds[i] !== "hole") this.write(text, start, other.hostEnd(i));
      else if (isMark(text.charCodeAt(0))) this.mark(start, other.hostEnd(i));
      else this.hole(start, other.hostEnd(i));
    }
  }

  /** The parts of the text, in order. */
  segments(): readonly Segment[] {
    return this.kinds.map((kind, i) => {
      const text = this.text.slice(this.textStart(i), this.textStart(i + 1));
      return { kind, text, start: this.hostStart(i), end: this.hostEnd(i) };
    });
  }

  /** Marks the text decoded since `start` as editable. */
  section(start: number, encode: Encode): void {
    this.sections.push({ start, end: this.length, encode });
  }

  /** The host offset of a character or, at the end of the text, of an insertion. */
  toHost(offset: number): number {
    if (offset >= this.length) return this.lastEnd;
    const i = this.pieceAt(offset);
    return this.hostStart(i) + (this.isCopy(i) ? offset - this.textStart(i) : 0);
  }

  /** Includes the whole host range of every segment that is not a copy. */
  toHostSpan(span: Span): Span {
    const start = this.toHost(span.start);
    if (span.end <= span.start) return { start, end: start };
    const i = this.pieceAt(Math.min(span.end, this.length) - 1);
    const end = this.isCopy(i)
      ? this.hostStart(i) + Math.min(span.end, this.length) - this.textStart(i)
      : this.hostEnd(i);
    return { start, end: Math.max(start, end) };
  }

  /** Undefined inside replaced ranges, such as holes, and outside the region. */
  fromHost(offset: number): number | undefined {
    if (offset < this.start || offset > this.end) return undefined;
    const i = lastUpTo(this.hostStarts, offset);
    if (i === -1) return 0;
    if (offset === this.hostStart(i)) return this.textStart(i);
    if (offset >= this.hostEnd(i)) return this.textStart(i + 1);
    return this.isCopy(i) ? this.textStart(i) + offset - this.hostStart(i) : undefined;
  }

  /** Whether an edit can start or end here: not inside a replacement. */
  isBetween(offset: number): boolean {
    if (offset <= 0 || offset >= this.length) return true;
    const i = this.pieceAt(offset);
    return this.isCopy(i) || this.textStart(i) === offset;
  }

  private get lastEnd(): number {
    return this.hostEnds.at(-1) ?? this.start;
  }

  private isCopy(piece: number): boolean {
    return this.kinds[piece] === "copy";
  }

  private append(text: string): void {
    this.length += text.length;
    if (this.known === undefined) this.parts.push(text);
  }

  private piece(start: number, end: number, kind: Kind): void {
    this.textStarts.push(this.length);
    this.hostStarts.push(start);
    this.hostEnds.push(end);
    this.kinds.push(kind);
  }

  protected pieceAt(offset: number): number {
    return Math.max(0, lastUpTo(this.textStarts, offset));
  }

  private textStart(piece: number): number {
    return this.textStarts[piece] ?? this.length;
  }

  protected hostStart(piece: number): number {
    return this.hostStarts[piece] ?? this.start;
  }

  protected hostEnd(piece: number): number {
    return this.hostEnds[piece] ?? this.start;
  }
}

/** The index of the last number that does not exceed the limit, or -1. The numbers are sorted. */
export function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
