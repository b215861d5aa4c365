/** Whether logs are not on disk, but in a bucket. */
export function isInBucket(path: string): boolean {
  return /^(?:s3|r2):\/\//i.test(path);
}
