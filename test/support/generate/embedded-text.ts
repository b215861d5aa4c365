/** The patterns for embedded texts, shared by the injected grammars of all hosts. */

export interface Pattern {
  readonly [key: string]: unknown;
}

export type Embedded = "cfrule" | "lpfilter";

/** The languages that comments can declare. */
export const declarable: readonly Embedded[] = ["cfrule", "lpfilter"];

/** A text in a multi-line string, such as a heredoc. */
export function block(language: Embedded): Pattern {
  return {
    contentName: `meta.embedded.block.${language}`,
    patterns: [interpolation(language), { include: `source.${language}` }],
  };
}

/** The notation of quotes and backslashes in the host. */
interface Notation {
  readonly quote: string;
  readonly escape: string;
}

export const verbatim: Notation = { quote: '"', escape: String.raw`\\.` };

/** In a string with escapes: `\\\"` for `\"`. */
export const escaped: Notation = {
  quote: String.raw`\\"`,
  escape: String.raw`\\\\(?:\\.|[^"\\])|\\(?:u[0-9A-Fa-f]{4}|[^"\\])`,
};

/** The content of a string with escapes. */
export const quotedContent = String.raw`((?:[^"\\]|\\.)*)`;

/** Brackets are not nested in a string on one line, so that an unbalanced one does not color what follows. */
export function inline(language: Embedded, notation: Notation): Pattern {
  const leaves = {
    cfrule: ["list", "number", "name", "operator", "comma"],
    lpfilter: ["number", "constant", "colon"],
  };
  return {
    name: `meta.embedded.inline.${language}`,
    patterns: [
      interpolation(language),
      ...(language === "lpfilter" ? [property(notation)] : [rawString(notation)]),
      ...quotedString(language, notation),
      ...leaves[language].map((it) => ({ include: `source.${language}#${it}` })),
    ],
  };
}

function property({ quote }: Notation): Pattern {
  return {
    match: String.raw`${quote}(where|and|or|key|operator|value)${quote}(?=\s*:)`,
    captures: { "1": { name: "keyword.control.lpfilter" } },
  };
}

function rawString({ quote }: Notation): Pattern {
  return {
    name: "string.quoted.raw.cfrule",
    match: String.raw`(?<![\w.])r(#*)${quote}.*?${quote}\1`,
  };
}

function quotedString(language: Embedded, { quote, escape: escaping }: Notation): Pattern[] {
  const escapes = { name: `constant.character.escape.${language}`, match: escaping };
  return [
    {
      name: `string.quoted.double.${language}`,
      match: String.raw`${quote}((?:[^"\\]|${escaping})*)${quote}`,
      captures: { "1": { patterns: [escapes] } },
    },
    escapes,
  ];
}

function interpolation(language: Embedded): Pattern {
  return {
    name: `meta.interpolation.${language}`,
    match: String.raw`(?<!\$)\$\{[^{}]*\}|\{\{.*?\}\}`,
  };
}

/** An injected grammar cannot refer to its host grammar, so all possible ones are included. Missing ones are ignored. */
export function included(scopes: readonly string[]): Pattern[] {
  return scopes.map((include) => ({ include }));
}

export function injection(
  host: string,
  scopes: readonly string[],
  patterns: readonly Pattern[],
  repository?: Readonly<Record<string, Pattern>>,
): object {
  return {
    scopeName: `weir.${host}.injection`,
    injectionSelector: scopes.map((it) => `L:${it} -comment -string -meta.embedded`).join(", "),
    patterns,
    ...(repository ? { repository } : {}),
  };
}
