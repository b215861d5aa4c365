export interface Limits {
  /** Operators in a filter. */
  readonly operators: number;
  /** UTF-8 bytes of a filter as pushed. */
  readonly bytes: number;
}

/** The service calls both numbers approximate. */
export const serviceLimits: Limits = { operators: 30, bytes: 1000 };
