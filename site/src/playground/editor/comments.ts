import { StreamLanguage, type StringStream } from "@codemirror/language";
import type { Kind } from "../kinds.ts";

/** Highlights comments. The server's semantic tokens cover everything else, but not comments in JSON. */
export function commentLanguage(kind: Kind): StreamLanguage<unknown> {
  const isRule = kind === "cfrule";
  return StreamLanguage.define<{ isInside: boolean }>({
    name: kind,
    startState: () => ({ isInside: false }),
    token: (stream, state) => (isRule ? ruleToken(stream) : jsonToken(stream, state)),
    languageData: {
      commentTokens: isRule ? { line: "#" } : { line: "//", block: { open: "/*", close: "*/" } },
      closeBrackets: { brackets: isRule ? ["(", "[", "{", '"'] : ["[", "{", '"'] },
    },
  });
}

const text = /^"(?:[^"\\]|\\.)*"?/;

function ruleToken(stream: StringStream): string | null {
  if (stream.match(/^#.*/)) return "comment";
  if (!stream.match(text)) stream.next();
  return null;
}

function jsonToken(stream: StringStream, state: { isInside: boolean }): string | null {
  if (state.isInside || stream.match("/*")) {
    state.isInside = !stream.skipTo("*/");
    if (state.isInside) stream.skipToEnd();
    else stream.match("*/");
    return "comment";
  }
  if (stream.match(/^\/\/.*/)) return "comment";
  if (stream.match(/^(?:true|false|null)\b/)) return "atom";
  if (!stream.match(text)) stream.next();
  return null;
}
