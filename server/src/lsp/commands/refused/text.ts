import type { Language } from "../../../core/analysis.ts";
import type { Context } from "../../../core/context.ts";

/** A text that was pushed. */
export interface RefusedText {
  readonly text: string;
  readonly language: Language;
  readonly context: Context;
}
