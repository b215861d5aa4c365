let begun = 0;

/** A name that no other run of a command in this window has. */
export function nextRun(): string {
  begun += 1;
  return `run-${begun}`;
}
