let begun = 0;

/** An ID that is unique in this window. */
export function nextRun(): string {
  begun += 1;
  return `run-${begun}`;
}
