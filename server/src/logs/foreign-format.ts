/** Unsupported compressions by their first bytes, recognized only for a helpful message. */
const compressions: readonly (readonly [start: string, name: string])[] = [
  ["PK\x03\x04", "zip"],
  ["\x28\xb5\x2f\xfd", "Zstandard"],
  ["BZh91AY&SY", "bzip2"],
  ["\xfd7zXZ\0", "xz"],
  ["\x04\x22\x4d\x18", "LZ4"],
];

/** Advice for a file of an unsupported format; undefined if the format may be supported. */
export function foreignFormat(start: Buffer): string | undefined {
  const text = start.toString("latin1", 0, 16);
  const found = compressions.find(([it]) => text.startsWith(it));
  if (found)
    return `The file is compressed with ${found[1]}. Decompress it, or use gzip or Zstandard.`;
  return isUtf16(text) ? "The file is UTF-16. Convert it to UTF-8." : undefined;
}

/** Recognized by a byte order mark, or by zeros in every other byte. */
function isUtf16(text: string): boolean {
  if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff")) return true;
  const isZero = [...text.slice(0, 4)].map((it) => it === "\0").join();
  return isZero === "false,true,false,true" || isZero === "true,false,true,false";
}
