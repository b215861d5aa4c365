import type { AnyLanguage, FileContext } from "../../../languages.ts";

/** A text that was pushed. */
export interface PushedText {
  readonly text: string;
  readonly language: AnyLanguage;
  readonly context: FileContext;
}
