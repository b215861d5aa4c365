/** Compressions by how their files start, recognized only to say what to do. */
const compressions: readonly (readonly [start: string, name: string])[] = [
  ["PK\x03\x04", "zip"],
  ["\x28\xb5\x2f\xfd", "Zstandard"],
  ["BZh91AY&SY", "bzip2"],
  ["\xfd7zXZ\0", "xz"],
  ["\x04\x22\x4d\x18", "LZ4"],
];

/** What to do about a file of another format; undefined if it may be one that can be read. */
export function foreignFormat(start: Buffer): string | undefined {
  const text = start.toString("latin1", 0, 16);
  const found = compressions.find(([it]) => text.startsWith(it));
  if (found) return `The file is compressed with ${found[1]}. Decompress it, or use gzip.`;
  return isUtf16(text) ? "The file is UTF-16. Convert it to UTF-8." : undefined;
}

/** With a byte order mark, or with every other byte zero. */
function isUtf16(text: string): boolean {
  if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff")) return true;
  const isZero = [...text.slice(0, 4)].map((it) => it === "\0").join();
  return isZero === "false,true,false,true" || isZero === "true,false,true,false";
}
