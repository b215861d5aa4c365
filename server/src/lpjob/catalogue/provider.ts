/** A service that log lines can be pushed to, and how its address is written. */
export interface Provider {
  readonly name: string;
  readonly scheme: string;
  /** Distinguishes providers with the same scheme, by the text after `://`. */
  readonly host?: RegExp;
  /** The whole address. `<…>` are placeholders. */
  readonly form: string;
  /** Additional notes. */
  readonly doc?: string;
  /** The part between `://` and `?`. */
  readonly address: Address;
  /** `{DATE}` in the path becomes the day. */
  readonly dated?: true;
  readonly parameters: readonly ParameterRow[];
  readonly needs: readonly Need[];
  /** Whether the service wants a proof that the destination is yours; undefined where nothing is said about it. */
  readonly ownership?: "challenge" | "challenge or keys" | "none";
  /** Providers with a lower limit for files. */
  readonly leastBytes?: number;
}

export interface Address {
  /** As in "a bucket". */
  readonly what: string;
  readonly path?: { readonly pattern: RegExp; readonly form: string };
  /** The path may be a secret, as in webhooks. */
  readonly private?: true;
  /** The part that is a secret, as the first group. */
  readonly secret?: { readonly pattern: RegExp; readonly variable: string };
}

export interface ParameterRow {
  readonly name: string;
  readonly doc: string;
  /** The only valid values. */
  readonly values?: readonly string[];
  /** The word before the secret in its value. */
  readonly word?: string;
  /** It is a secret; this is the suggested environment variable. */
  readonly secret?: string;
  /** It opens nothing by itself, and goes with what does. A file may have it, but none gets it written. */
  readonly half?: true;
}

/** One of these parameters is required, always or with another one. */
export interface Need {
  readonly oneOf: readonly string[];
  readonly when?: string;
  /** A job is created without it, but does not work as intended. */
  readonly severity?: "warning";
}
