/** No header is as long as this: it has a line or two. */
export const longestHeader = 16_384;

/**
 * Goes along with the bytes that an editor sends. The library keeps a header until it ends, and searches all of it with
 * every piece that comes; of one that never ends it would keep more and more.
 */
export class HeaderWatch {
  private header = "";
  /** How many bytes of a message are still to come. */
  private body = 0;

  /** Whether the stream can still be read. */
  take(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.body > 0) {
        const part = Math.min(this.body, chunk.length - at);
        this.body -= part;
        at += part;
        continue;
      }
      const before = this.header.length;
      // One more than there may be tells that there are too many.
      const most = longestHeader + 1 - before;
      this.header += chunk.toString("latin1", at, Math.min(chunk.length, at + most));
      const end = this.header.indexOf("\r\n\r\n", Math.max(0, before - 3));
      if (end === -1) return this.header.length <= longestHeader;
      at += end + 4 - before;
      this.body = lengthIn(this.header.slice(0, end));
      this.header = "";
    }
    return true;
  }
}

/** What the library takes for the length of the message; nothing when it takes the header for none. */
function lengthIn(header: string): number {
  const lines = header.split("\r\n");
  const named = lines.findLast((it) => /^content-length:/i.test(it));
  const length = Number.parseInt(named?.slice(named.indexOf(":") + 1) ?? "", 10);
  return lines.every((it) => it.includes(":")) && length > 0 ? length : 0;
}
