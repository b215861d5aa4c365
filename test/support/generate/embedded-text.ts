/** What the injected grammars of all hosts share: the colors inside an embedded text. */

export interface Pattern {
  readonly [key: string]: unknown;
}

export type Embedded = "cfrule" | "lpfilter";

/** Comments declare these languages. */
export const declarable: readonly Embedded[] = ["cfrule", "lpfilter"];

/** In a string that goes on over lines, such as a heredoc. */
export function block(language: Embedded): Pattern {
  return {
    contentName: `meta.embedded.block.${language}`,
    patterns: [interpolation(language), { include: `source.${language}` }],
  };
}

/** How the host writes the quotes and backslashes of a text. */
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

/** An injected grammar has no name for the one that it is injected into. Those that are not installed are ignored. */
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
