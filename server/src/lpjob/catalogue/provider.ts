/** A service that log lines can be pushed to, and how its address is written. */
export interface Provider {
  readonly name: string;
  readonly scheme: string;
  /** Distinguishes providers with the same scheme, by the text after `://`. */
  readonly host?: RegExp;
  /** The whole address. `<…>` are placeholders. */
  readonly form: string;
  /** What a reader should know besides the form. */
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
  /** The path may be what lets one in, as that of a webhook is. */
  readonly private?: true;
  /** The part that is a secret, as the first group. */
  readonly secret?: { readonly pattern: RegExp; readonly variable: string };
}

export interface ParameterRow {
  readonly name: string;
  readonly doc: string;
  /** The only values it takes. */
  readonly values?: readonly string[];
  /** The word before the secret in its value. */
  readonly word?: string;
  /** It is a secret, and this is what its environment variable may be called. */
  readonly secret?: string;
  /** It opens nothing by itself, and goes with what does. A file may have it, but none gets it written. */
  readonly half?: true;
}

/** One of these parameters must be there, always or where another one is. */
export interface Need {
  readonly oneOf: readonly string[];
  readonly when?: string;
  /** A job is created without it, but does not do what is wanted. */
  readonly severity?: "warning";
}
