import { type CancellationToken, CancellationTokenSource } from "vscode";

/** Requests of which only the last one matters: a new one cancels the one before. */
export class LatestRequest {
  private pending: CancellationTokenSource | undefined;

  /** Undefined if a newer request was made in the meantime. */
  async ask<Answer>(
    request: (token: CancellationToken) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    this.cancel();
    const own = new CancellationTokenSource();
    this.pending = own;
    const found = await request(own.token);
    if (own !== this.pending) return undefined;
    this.cancel();
    return found;
  }

  cancel(): void {
    this.pending?.cancel();
    this.pending?.dispose();
    this.pending = undefined;
  }
}
