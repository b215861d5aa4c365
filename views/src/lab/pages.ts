import type { LabLines } from "./messages.ts";

type Row = LabLines["rows"][number];

export const pageSize = 100;

/** Rows that are loaded page by page. Each page is requested once. */
export class Pages {
  private readonly rows = new Map<number, readonly Row[]>();
  private readonly asked = new Set<number>();
  /** Shown until the new pages are loaded, to avoid flicker while the user types. */
  private before: Pages | undefined;
  /** Before the first page is loaded, the total of the pages before. */
  total: number;

  constructor(
    private readonly ask: (first: number, count: number) => Promise<LabLines | null>,
    before?: Pages,
  ) {
    this.total = before?.total ?? 0;
    // The pages before have no rows if an edit outdated their request.
    this.before = before?.rows.size === 0 ? before.before : before;
    if (before) before.before = undefined;
    if (this.before) this.before.before = undefined;
  }

  rowAt(index: number): Row | undefined {
    const rows = this.rows.get(Math.floor(index / pageSize));
    return rows ? rows[index % pageSize] : this.before?.rowAt(index);
  }

  /** Whether the row belongs to an earlier answer. */
  isOld(index: number): boolean {
    return this.before !== undefined && !this.rows.has(Math.floor(index / pageSize));
  }

  /** Loads the missing pages. Returns whether there were any. */
  async need(first: number, count: number): Promise<boolean> {
    const from = Math.floor(first / pageSize);
    const to = Math.floor(Math.max(first, first + count - 1) / pageSize);
    const missing: number[] = [];
    for (let page = from; page <= to; page++) if (!this.asked.has(page)) missing.push(page);
    for (const it of missing) this.asked.add(it);
    await Promise.all(missing.map((it) => this.load(it)));
    return missing.length > 0;
  }

  private async load(page: number): Promise<void> {
    const found = await this.ask(page * pageSize, pageSize);
    if (!found) return;
    this.total = found.total;
    this.rows.set(page, found.rows);
  }
}
