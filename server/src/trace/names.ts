interface Named {
  readonly ref?: string | undefined;
  readonly description?: string | undefined;
  readonly id?: string | undefined;
}

/** A rule as shown to the user: its ref, else its description, else its ID, else its position. */
export function nameOf({ ref, description, id }: Named, at: number): string {
  return ref ?? description ?? id ?? `rule ${at + 1}`;
}

/** After the name of a rule. */
export const resultVerbs = {
  matched: "matches",
  "not-matched": "does not match",
  unknown: "is not known",
  disabled: "is disabled",
  skipped: "is skipped",
  "not-reached": "is not reached",
} as const;
