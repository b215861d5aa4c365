/** A service that log lines can be sent to, and the syntax of its address. */
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
  /** Whether `{DATE}` in the path is replaced by the day. */
  readonly dated?: true;
  readonly parameters: readonly ParameterRow[];
  readonly needs: readonly RequiredParameter[];
  /** Whether the service requires proof of ownership of the destination; undefined if not documented. */
  readonly ownership?: "challenge" | "challenge or keys" | "none";
  /** Overrides the minimum file size of uploads. */
  readonly leastBytes?: number;
}

export interface Address {
  /** As in "a bucket". */
  readonly what: string;
  readonly path?: { readonly pattern: RegExp; readonly form: string };
  /** The part before the first slash, and how it has to be written. */
  readonly name?: { readonly pattern: RegExp; readonly form: string };
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
  /** The only valid form. */
  readonly pattern?: { readonly pattern: RegExp; readonly form: string };
  /** A valid value that is a risk, and why. */
  readonly risk?: { readonly value: string; readonly why: string };
  /** The word before the secret in the value. */
  readonly word?: string;
  /** Set for a secret: the suggested environment variable. */
  readonly secret?: string;
  /** Gives no access by itself, but belongs to a secret. Files may contain it, but Weir never writes it to a file. */
  readonly half?: true;
}

/** One of these parameters is required, always or with another one. */
export interface RequiredParameter {
  readonly oneOf: readonly string[];
  readonly when?: string;
  /** A job without it can be created, but does not work as intended. */
  readonly severity?: "warning";
}
