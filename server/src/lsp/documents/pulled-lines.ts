/** Log lines that were read from elsewhere, once and because the user asked for them. */
export interface PulledLines {
  readonly id: string;
  /** With the time. */
  readonly name: string;
  readonly text: string;
  /** Why not all lines are used. */
  readonly note?: string;
}

/** Only the latest ones are kept. */
export class LatestLines {
  private latest: PulledLines | undefined;

  keep(lines: Omit<PulledLines, "id">): PulledLines {
    // Clients remember it, also beyond the life of this server.
    this.latest = { ...lines, id: crypto.randomUUID() };
    return this.latest;
  }

  get(id: string): PulledLines | undefined {
    return this.latest?.id === id ? this.latest : undefined;
  }
}
