/** The indentation of a text. */
export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}
