import type { Edit } from "../text/edit.ts";
import type { Span } from "../text/span.ts";

export const severities = ["error", "warning", "info", "hint"] as const;
export type Severity = (typeof severities)[number];

/** One finding about the user's text. The span says where; the message says what is wrong and what to do. */
export interface Diagnostic extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Answers to the finding, best first. Most findings have none or one. */
  readonly fixes: readonly Fix[];
  readonly related?: readonly RelatedPlace[];
  /** In a host document: the language of the text that this is about. */
  readonly embedded?: string;
  /** How an editor may draw the text: faded out, or struck through. */
  readonly look?: "unnecessary" | "deprecated";
}

export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** A likely answer, not the only one: offered to a person, never applied unasked. */
  readonly guess?: true;
}

export interface RelatedPlace extends Span {
  readonly message: string;
}

/** More findings than this in one text help nobody, and a hostile text could ask for millions. */
export const maxDiagnostics = 1000;

/** The page of a code in the manual. */
export function manualUrl(code: string): string {
  return `${manual}#${code}`;
}

const manual = "https://github.com/weir-tools/weir/blob/main/docs/diagnostics.md";
