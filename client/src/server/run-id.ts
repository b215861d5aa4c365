let begun = 0;

/** Unique in this window. */
export function nextRun(): string {
  begun += 1;
  return `run-${begun}`;
}
