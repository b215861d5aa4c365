/** A field of a language, as listed for users who search for one. */
export interface FieldSummary {
  readonly name: string;
  readonly type: string;
  /** The meaning of the value, in one sentence. */
  readonly doc: string;
  /** The operators for its type, or for its elements. Empty for a field that cannot be compared. */
  readonly operators: readonly string[];
  /** The first of the known values. */
  readonly values?: readonly string[];
  /** A condition that uses it. */
  readonly example?: string;
  readonly deprecated?: true;
  /** The field that replaces it. */
  readonly replacement?: string;
  /** Limitations, in sentences. */
  readonly note?: string;
}

/** How many values a summary lists. */
export const maxValues = 24;

/** A function of a language, as listed for users who search for one. */
export interface FunctionSummary {
  readonly name: string;
  /** As in `lower(text: String): String`. */
  readonly signature: string;
  /** The result of the function, in one sentence. */
  readonly doc: string;
  /** An expression that calls it. */
  readonly example: string;
  /** Limitations, in sentences. */
  readonly note?: string;
}
