import { HighlightStyle, StreamLanguage, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Kind } from "../kinds.ts";

/** The server's semantic tokens cover our languages, except comments in JSON, and nothing in files of other tools. */
interface Syntax {
  readonly lineComment: string;
  readonly hasBlockComments: boolean;
  /** The name of a property, at the start of what is left of a line. */
  readonly key?: RegExp;
  /** Where strings are not colored by the server. */
  readonly hasPlainStrings: boolean;
  readonly brackets: readonly string[];
}

const ours = { hasPlainStrings: false, hasBlockComments: true, lineComment: "//" };
const host = { hasPlainStrings: true, hasBlockComments: false, lineComment: "#" };
const json = { brackets: ["[", "{", '"'] };

const syntaxes: Readonly<Record<Kind, Syntax>> = {
  lpfilter: { ...ours, ...json },
  lpjob: { ...ours, ...json },
  cfrule: { ...ours, hasBlockComments: false, lineComment: "#", brackets: ["(", "[", "{", '"'] },
  terraform: { ...host, ...json, hasBlockComments: true, key: /^[A-Za-z_][\w-]*(?=\s*[={])/ },
  yaml: { ...host, ...json, key: /^[A-Za-z_][\w-]*(?=:(?:\s|$))/ },
  json: { ...host, ...json, lineComment: "//", key: /^"(?:[^"\\]|\\.)*"(?=\s*:)/ },
};

export function languageFor(kind: Kind): StreamLanguage<unknown> {
  const syntax = syntaxes[kind];
  const { lineComment, hasBlockComments, brackets } = syntax;
  return StreamLanguage.define<{ isInside: boolean }>({
    name: kind,
    startState: () => ({ isInside: false }),
    token: (stream, state) => tokenIn(stream, state, syntax),
    languageData: {
      commentTokens: {
        line: lineComment,
        ...(hasBlockComments && { block: { open: "/*", close: "*/" } }),
      },
      closeBrackets: { brackets },
    },
  });
}

const text = /^"(?:[^"\\]|\\.)*"?/;

function tokenIn(stream: StringStream, state: { isInside: boolean }, syntax: Syntax) {
  const { lineComment, hasBlockComments, key, hasPlainStrings } = syntax;
  if (state.isInside || (hasBlockComments && stream.match("/*"))) {
    state.isInside = !stream.skipTo("*/");
    if (state.isInside) stream.skipToEnd();
    else stream.match("*/");
    return "comment";
  }
  if (stream.match(lineComment)) {
    stream.skipToEnd();
    return "comment";
  }
  if (key && stream.match(key)) return "propertyName";
  if (stream.match(text)) return hasPlainStrings ? "string" : null;
  if (stream.match(/^\w+/)) return /^(?:true|false|null)$/.test(stream.current()) ? "atom" : null;
  stream.next();
  return null;
}

export const colors = HighlightStyle.define([
  { tag: tags.comment, class: "token-comment" },
  { tag: tags.atom, class: "token-keyword" },
  { tag: tags.propertyName, class: "token-property" },
  { tag: tags.string, class: "token-string" },
]);
