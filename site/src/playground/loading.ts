/** The worker's messages while it loads the language server: afterwards, it sends messages of that server. */
export interface Loading {
  readonly loading: "failed" | Loaded;
}

export interface Loaded {
  readonly bytes: number;
  /** 0 if it is not known. */
  readonly size: number;
}
