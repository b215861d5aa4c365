interface Named {
  readonly ref?: string | undefined;
  readonly description?: string | undefined;
  readonly id?: string | undefined;
}

/** A rule as shown to the user: its ref, else its description, else its ID, else its position. */
export function nameOf({ ref, description, id }: Named, at: number): string {
  return ref ?? description ?? id ?? `rule ${at + 1}`;
}
