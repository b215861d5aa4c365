import { Transform, type TransformCallback } from "node:stream";
import { jsonValue } from "../../text/record.ts";

/** Maximum header length. */
export const maxHeaderLength = 16_384;

/** Maximum message length: about twenty times the largest document that is read. */
export const maxMessageLength = 256 * 1024 * 1024;

/**
 * Forwards only well-formed messages. The LSP library hangs after an invalid length, and buffers without limit if a header or
 * message does not end. Garbage between messages is skipped; an endless one is an error.
 */
export class Messages extends Transform {
  private header = "";
  /** Remaining bytes of the current message. */
  private rest = 0;

  /** Buffered chunks of a message that is short enough to be validated first. */
  private held: Buffer[] | undefined;

  /** `onStray` receives headers without a valid length, `onBroken` messages that are not JSON. */
  constructor(
    private readonly onStray: (header: string) => void,
    private readonly onBroken: () => void = () => {},
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length) {
      const next = this.rest > 0 ? this.passOn(chunk, at) : this.readHeader(chunk, at);
      if (typeof next === "string") {
        done(new Error(next));
        return;
      }
      at = next;
    }
    done();
  }

  private passOn(chunk: Buffer, from: number): number {
    const part = chunk.subarray(from, from + this.rest);
    this.rest -= part.length;
    if (this.held) this.hold(part, this.held);
    else this.push(part);
    return from + part.length;
  }

  private hold(part: Buffer, held: Buffer[]): void {
    held.push(part);
    if (this.rest > 0) return;
    const body = Buffer.concat(held);
    this.held = undefined;
    if (jsonValue(body.toString("utf8")) !== undefined) this.pass(body.length, body);
    else this.onBroken();
  }

  private pass(length: number, ...body: readonly Buffer[]): void {
    this.push(`Content-Length: ${length}\r\n\r\n`);
    for (const part of body) this.push(part);
  }

  /** Returns the end of the header, or why reading has to stop. */
  private readHeader(chunk: Buffer, from: number): number | string {
    const before = this.header.length;
    // One byte more than allowed, to detect a header that is too long.
    const until = Math.min(chunk.length, from + maxHeaderLength + 1 - before);
    this.header += chunk.toString("latin1", from, until);
    const end = this.header.indexOf("\r\n\r\n", Math.max(0, before - 3));
    if (end === -1) return this.header.length > maxHeaderLength ? endless : until;
    const header = this.header.slice(0, end);
    this.header = "";
    const length = lengthIn(header);
    if (length > maxMessageLength) return tooLong;
    if (length === 0) this.onStray(header);
    else if (length <= longestLookedAt) this.held = [];
    else this.pass(length);
    this.rest = length;
    return from + end + 4 - before;
  }
}

/** Longer messages contain documents that are not read anyway. */
const longestLookedAt = 32 * 1024 * 1024;

const endless = "Invalid message: the header does not end.";
const tooLong = "Invalid message: the announced length exceeds the limit.";

/** Searched anywhere, because the rest of a broken message may come first. Zero if there is none. */
function lengthIn(header: string): number {
  return Number([...header.matchAll(announced)].at(-1)?.[1] ?? 0);
}

const announced = /content-length:[ \t]*(\d+)[ \t]*(?=\r\n|$)/gi;
