/** What is pushed as a string inside JSON, for those who write the outer document by hand. */
export function escaped(pushed: string): string {
  return JSON.stringify(pushed);
}
