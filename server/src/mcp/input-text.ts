import type { Analysis } from "../core/analysis.ts";
import { hostLanguages } from "../languages.ts";
import { type Subject, subjectOf } from "../library/subject.ts";
import type { LanguageName } from "../library/types.ts";

/** A text from an assistant. There are no other files and no `weir.json`. */
export interface InputText {
  readonly text: string;
  /** The ID of its language. */
  readonly language: string;
  readonly dataset: string | undefined;
}

export function subjectFor({ text, language, dataset }: InputText): Subject {
  return subjectOf(text, {
    language: language as LanguageName,
    path: nameFor(text, language),
    dataset,
  });
}

/** A file name for Terraform's JSON syntax, which has the same language ID as its native syntax. */
function nameFor(text: string, id: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const inJson = hostLanguages.find((it) => it.id === id && it.extensions[0].endsWith(".json"));
  return inJson && `text${inJson.extensions[0]}`;
}

/** The message for a file without filters, jobs or rules. */
export function emptinessOf(analysis: Analysis): string | undefined {
  return analysis.regions?.().length === 0
    ? "This text contains no filters, jobs or rules that Weir recognizes."
    : undefined;
}
