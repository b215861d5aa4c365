import type { AnyLanguage, FileContext } from "../../../languages.ts";
import { jsonValue } from "../../../text/record.ts";

/** A pushed text. */
export interface PushedText {
  readonly text: string;
  readonly language: AnyLanguage;
  readonly context: FileContext;
}

/** The quoted parts of a message, in order. Double-quoted ones may contain escapes. */
export function quotedIn(message: string): string[] {
  return [...message.matchAll(quoted)].map(
    ([whole, single, back]) => single ?? back ?? unescaped(whole),
  );
}

/** Limits the length of a quote; otherwise many unclosed quotes would take quadratic time. */
const quoted = /'([^'\n]{1,300})'|`([^`\n]{1,300})`|"((?:[^"\\\n]|\\.){1,300})"/g;

function unescaped(quoted: string): string {
  return String(jsonValue(quoted) ?? quoted.slice(1, -1));
}
