/** The day in UTC, as in `2026-11-15`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
