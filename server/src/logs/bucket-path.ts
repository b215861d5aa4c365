/** A URL that is not read, to be shown: what is before '@' and the values of parameters may be keys. */
export function withoutKeys(url: string): string {
  return url
    .replace(/^([a-z][a-z\d+.-]+:\/\/)[^/]*@/i, "$1…@")
    .replace(/([?&][^?&=]*=)[^&]*/g, "$1…");
}

/** Whether logs are not on disk, but in a bucket. */
export function isInBucket(path: string): boolean {
  return /^(?:s3|r2):\/\//i.test(path);
}
