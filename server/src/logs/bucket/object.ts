import { bytesText } from "../../text/wording.ts";
import { Stopped } from "../sink.ts";
import type { Access } from "./access.ts";
import { BucketError } from "./bucket-error.ts";
import { type Answer, type IsStopped, send } from "./send.ts";

/** An object of a bucket, as plain data. */
export interface LogObject {
  readonly access: Access;
  readonly key: string;
  readonly size: number;
  readonly tag: string;
}

/** The objects of a path in a bucket. There may be millions, so they are only made one by one. */
export interface ObjectList extends Iterable<ObjectSource> {
  readonly count: number;
  readonly bytes: number;
}

export interface ObjectSource {
  /** As the user would write it. */
  readonly path: string;
  readonly file: undefined;
  readonly object: LogObject;
}

/** Often all of an object, and always enough to see its fields. Then the connection can be used again. */
const firstPart = 1024 * 1024;
/** How often an answer may be cut without new bytes. */
const mostCuts = 4;

/**
 * The bytes of an object, or of a range of it. A connection that is cut is continued where it ended. Throws `Stopped` if the run
 * is stopped before that.
 */
export async function* openObject(
  object: LogObject,
  isStopped: IsStopped,
  { from = 0, to = object.size } = {},
): AsyncGenerator<Buffer> {
  const first = from + firstPart;
  let at = from;
  let cuts = 0;
  while (at < to) {
    const end = Math.min(to, at < first ? first : to);
    const start = at;
    try {
      for await (const chunk of rangeOf(object, { at, end, isWhole: end <= first }, isStopped)) {
        at += chunk.length;
        yield chunk;
      }
      if (at < end) throw new Error("cut");
    } catch (error) {
      if (at >= end) continue;
      if (error instanceof Stopped || error instanceof BucketError) throw error;
      if (isStopped()) throw new Stopped();
      cuts = at > start ? 1 : cuts + 1;
      if (cuts === mostCuts)
        throw new BucketError(
          `The connection was cut after ${bytesText(at)} of ${bytesText(object.size)}; lines up to there were read.`,
        );
    }
  }
}

/** The bytes of a range, in one piece if wanted, or the bytes of the object if the service cannot send parts. */
async function* rangeOf(
  { access, key, tag }: LogObject,
  { at, end, isWhole }: { at: number; end: number; isWhole: boolean },
  isStopped: IsStopped,
): AsyncGenerator<Buffer> {
  const headers = { range: `bytes=${at}-${end - 1}`, ...(tag !== "" && { "if-match": tag }) };
  const answer = await send(access, { key, headers }, isStopped);
  const isPart = answer.statusCode === 206;
  if (!isPart && at > 0) {
    answer.destroy();
    throw new BucketError("The service cannot send a part of an object.");
  }
  if (isPart && isWhole) yield await wholeOf(answer, end - at);
  else yield* answer as AsyncIterable<Buffer>;
}

/** An object as a file that is read in parts, in any order. */
export function objectParts(
  object: LogObject,
  isStopped: IsStopped,
  onBytes: (count: number) => void,
) {
  return {
    byteLength: object.size,
    async slice(from: number, to = object.size): Promise<ArrayBuffer> {
      const chunks: Buffer[] = [];
      for await (const chunk of openObject(object, isStopped, { from, to })) {
        onBytes(chunk.length);
        chunks.push(chunk);
      }
      const whole = new Uint8Array(to - from);
      Buffer.concat(chunks).copy(whole);
      return whole.buffer;
    },
  };
}

async function wholeOf(answer: Answer, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  if (whole.length < size) throw new Error("cut");
  return whole;
}
