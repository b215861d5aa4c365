/** A problem to show to the user. It contains no secrets. The name is known to the reader of logs, which is another bundle. */
export class BucketError extends Error {
  override readonly name = "BucketError";
  /** The region of the bucket, if that was the problem. */
  readonly region: string | undefined;

  constructor(message: string, region?: string) {
    super(message);
    this.region = region;
  }
}
