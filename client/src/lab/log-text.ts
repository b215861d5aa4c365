/** Maximum file size here; the server may read larger files. */
const mostText = 100_000_000;

/** The text of a log file, which may be compressed with gzip. Undefined if it is not text, too large, or corrupt. */
export async function logText(bytes: Uint8Array): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const part of isGzip(bytes) ? gunzipped(bytes) : [bytes]) {
      if (text === "" && !isText(part)) return undefined;
      text += decoder.decode(part, { stream: true });
      if (text.length > mostText) return undefined;
    }
  } catch {
    return undefined;
  }
  return text + decoder.decode();
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Parquet and other compressed formats start with bytes that do not occur in text. */
function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 1000);
  if (start.includes(0) || hasName(start, "PAR1")) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function hasName(bytes: Uint8Array, name: string): boolean {
  return [...name].every((it, at) => bytes[at] === it.charCodeAt(0));
}

async function* gunzipped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const packed = new Blob([bytes.slice()]).stream();
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
