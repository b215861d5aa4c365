/** The amount of a stream that is kept to read it again. */
const mostKept = 64 * 1024 * 1024;

/** A stream that can be looked into before it is read. */
export class Replay implements AsyncIterable<Buffer> {
  private readonly kept: Buffer[] = [];
  private size = 0;
  /** Whether `ahead` gives all of it. */
  isWhole = false;
  private iterator: AsyncIterator<Buffer | string> | undefined;
  /** Also thrown when the stream is read after it was looked into. */
  private failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly open: () => AsyncIterable<Buffer | string>,
    private readonly most = mostKept,
  ) {}

  /** The start of the stream, which is kept. */
  async *ahead(): AsyncGenerator<Buffer> {
    yield* [...this.kept];
    while (this.size < this.most) {
      const chunk = await this.next();
      if (!chunk) return;
      this.kept.push(chunk);
      this.size += chunk.length;
      yield chunk;
    }
  }

  /** The whole stream. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (let chunk = this.kept.shift(); chunk; chunk = this.kept.shift()) yield chunk;
      for (let chunk = await this.next(); chunk; chunk = await this.next()) yield chunk;
    } finally {
      await this.iterator?.return?.();
    }
  }

  private async next(): Promise<Buffer | undefined> {
    if (this.failure) throw this.failure.error;
    this.iterator ??= this.open()[Symbol.asyncIterator]();
    try {
      const { done, value } = await this.iterator.next();
      if (done) this.isWhole = true;
      return done ? undefined : Buffer.from(value);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
