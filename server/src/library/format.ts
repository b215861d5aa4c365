/** The part of the library that only formats. Its bundle is a tenth of the whole, because it needs neither checks nor hosts. */
import { formatRule, operatorSpellings } from "../cfrule/formatter.ts";
import { formatJson } from "../json/format/format.ts";
import { parseJson } from "../json/syntax/parse.ts";
import { applyEdits } from "../text/edit.ts";
import { alternatives } from "../text/wording.ts";
import { requireOptions } from "./arguments.ts";

export interface FormatOptions {
  readonly language: "lpfilter" | "lpjob" | "cfrule";
  /** How operators of rules are written: `and` and `eq`, or `&&` and `==`. Default: as written. */
  readonly operators?: "as-written" | "english" | "c-like" | undefined;
}

const layout = { tabSize: 2, insertSpaces: true };
const names = ["lpfilter", "lpjob", "cfrule"];

/** The formatted text. A text with syntax errors is returned unchanged. */
export function format(text: string, options: FormatOptions): string {
  if (typeof text !== "string") throw new TypeError("Expected a string as text.");
  requireOptions(options);
  const { language, operators = "as-written" } = options;
  if (!names.includes(language))
    throw new TypeError(`Unknown language '${language}'. Use ${alternatives(names)}.`);
  if (!operatorSpellings.includes(operators))
    throw new TypeError(
      `Unknown operators '${operators}'. Use ${alternatives(operatorSpellings)}.`,
    );
  if (language === "cfrule") return formatRule(text, operators, layout);
  return applyEdits(text, formatJson(parseJson(text), layout));
}
