import { utf8Length } from "../../text/lines.ts";
import type { Json } from "../syntax/parse.ts";
import { Scanner } from "../syntax/scan.ts";
import { minifiedLength } from "./minify.ts";

/** The UTF-8 length of a text as pushed. Computed on each keystroke, so that text is not created. */
export function pushedLength(json: Json): number {
  const { root, text, length, isCut } = json;
  if (!root) return 0;
  if (isCut) return tokensLength(text.slice(root.start, root.end));
  return length ?? minifiedLength(root, text);
}

/** For a text without a complete tree: everything except whitespace and comments. */
function tokensLength(text: string): number {
  const scanner = new Scanner(text);
  let bytes = 0;
  for (scanner.next(); scanner.kind !== "end"; scanner.next()) {
    const { start, end, isAscii } = scanner;
    bytes += isAscii ? end - start : utf8Length(text.slice(start, end));
  }
  return bytes;
}
