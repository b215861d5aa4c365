import { afterPendingMessages } from "./requests.ts";

/** Work on documents that waits while messages keep coming in: all but the last version are outdated. */
export class QuietQueue {
  private readonly waiting = new Set<string>();
  private asked = 0;
  private running = false;

  constructor(
    private readonly ready: () => Promise<void>,
    /** Takes one or more of the waiting documents, the oldest first. */
    private readonly work: (waiting: Set<string>) => Promise<void> | void,
  ) {}

  add(uri: string): void {
    this.asked++;
    this.waiting.add(uri);
    if (!this.running) void this.run();
  }

  delete(uri: string): void {
    this.waiting.delete(uri);
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.size > 0) {
      await this.ready();
      await this.quiet();
      await this.work(this.waiting);
    }
    this.running = false;
  }

  private async quiet(): Promise<void> {
    let before: number;
    do {
      before = this.asked;
      await afterPendingMessages();
    } while (before !== this.asked);
  }
}
