import type { AnyLanguage, FileContext } from "../../../languages.ts";

/** A pushed text. */
export interface PushedText {
  readonly text: string;
  readonly language: AnyLanguage;
  readonly context: FileContext;
}
