/** The string that is pushed inside JSON, for users who write the outer document by hand. */
export function escapeFilter(pushed: string): string {
  return JSON.stringify(pushed);
}
