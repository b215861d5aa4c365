/**
 * Rows by name, looked up directly in a text. Slicing each name out of the text for a map lookup takes several times
 * as long, and rules consist mostly of names.
 */
export class Names<Row extends { readonly name: string }> {
  private readonly buckets: readonly (readonly Row[])[];

  constructor(rows: Iterable<Row>) {
    const buckets: Row[][] = Array.from({ length: bucketCount }, () => []);
    for (const row of rows) buckets[bucketOf(row.name, 0, row.name.length)]?.push(row);
    this.buckets = buckets;
  }

  at(text: string, start: number, end: number): Row | undefined {
    const length = end - start;
    if (length < 1) return undefined;
    const candidates = this.buckets[bucketOf(text, start, end)];
    if (!candidates) return undefined;
    for (const row of candidates) {
      if (row.name.length === length && text.startsWith(row.name, start)) return row;
    }
    return undefined;
  }
}

const bucketCount = 1024;

/** Many names share a prefix, so the hash uses their length and second half. */
function bucketOf(text: string, start: number, end: number): number {
  const length = end - start;
  const middle = text.charCodeAt(start + (length >> 1));
  const late = text.charCodeAt(end - 1 - (length >> 2));
  const last = text.charCodeAt(end - 1);
  return (length * 37 + middle * 61 + late * 113 + last * 7) % bucketCount;
}
