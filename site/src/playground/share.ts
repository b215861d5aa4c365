import { isKind, type Kind } from "./kinds.ts";

/** The content of a link. */
export interface Shared {
  readonly kind: Kind;
  readonly text: string;
  /** The text that it is compared with. */
  readonly other?: string;
  /** Log lines. */
  readonly lines?: string;
  /** The request that is traced, as JSON. */
  readonly request?: string;
}

/** A link cannot be created or read. The message is for the user. */
export class LinkError extends Error {}

/** Chat and mail programs truncate longer links. */
const longestLink = 32_000;
/** Maximum decompressed size, so that a small link cannot exhaust memory. */
const mostBytes = 1_000_000;
/** The version of the encoding: the first character of a fragment. */
const version = "1";

/** Encodes the fragment of a URL, without '#': compressed JSON in URL-safe Base64. */
export async function encodeShared(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > mostBytes) throw tooLong(bytes.length, "bytes", mostBytes);
  const packed = await bytesOf(streamOf(bytes).pipeThrough(new CompressionStream("deflate-raw")));
  const text = btoa(Array.from(packed, (it) => String.fromCharCode(it)).join(""));
  const fragment =
    version +
    text
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/={1,2}$/, "");
  if (fragment.length > longestLink) throw tooLong(fragment.length, "characters", longestLink);
  return fragment;
}

function tooLong(size: number, unit: string, limit: number): LinkError {
  return new LinkError(
    `Too long for a link: ${size.toLocaleString("en")} ${unit}; the limit is ${limit.toLocaleString("en")}. Remove some log lines.`,
  );
}

/** Decodes and validates the fragment of a link, which is untrusted. */
export async function decodeShared(fragment: string): Promise<Shared> {
  const text = fragment.slice(version.length);
  if (!fragment.startsWith(version) || !/^[\w-]+$/.test(text) || fragment.length > longestLink)
    throw damaged();
  let value: unknown;
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) =>
      it.charCodeAt(0),
    );
    const bytes = await bytesOf(
      streamOf(packed).pipeThrough(new DecompressionStream("deflate-raw")),
      mostBytes,
    );
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damaged();
  }
  return readShared(value);
}

function readShared(value: unknown): Shared {
  const { kind, text, other, lines, request } = (value ?? {}) as Record<string, unknown>;
  const isOptional = (it: unknown) => it === undefined || typeof it === "string";
  if (!isKind(kind) || typeof text !== "string" || ![other, lines, request].every(isOptional))
    throw damaged();
  return {
    kind,
    text,
    ...(typeof other === "string" && { other }),
    ...(typeof lines === "string" && { lines }),
    ...(typeof request === "string" && { request }),
  };
}

function damaged(): LinkError {
  return new LinkError("The link is damaged or was created by another version of Weir.");
}

function streamOf(bytes: Uint8Array<ArrayBuffer>) {
  return new Blob([bytes]).stream();
}

async function bytesOf(
  stream: ReadableStream<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("Too much data.");
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
