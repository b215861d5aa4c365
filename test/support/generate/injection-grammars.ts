/** Grammars that VS Code injects into those of Terraform, YAML and Markdown, to color the rules and filters in them. */
import { jobResource, octorulesPhases, resources } from "../../../server/src/hosts/places.ts";

interface Pattern {
  readonly [key: string]: unknown;
}

type Embedded = "cfrule" | "lpfilter";

/** In a string that goes on over lines, such as a heredoc. */
function block(language: Embedded): Pattern {
  return {
    contentName: `meta.embedded.block.${language}`,
    patterns: [interpolation(language), { include: `source.${language}` }],
  };
}

/** Brackets are not nested in a string on one line, so that an unbalanced one does not color what follows. */
function inline(language: Embedded, quote: string): Pattern {
  const leaves = {
    cfrule: ["list", "number", "name", "operator", "comma"],
    lpfilter: ["number", "constant", "colon"],
  };
  const property = {
    match: String.raw`${quote}(where|and|or|key|operator|value)${quote}(?=\s*:)`,
    captures: { "1": { name: "keyword.control.lpfilter" } },
  };
  return {
    name: `meta.embedded.inline.${language}`,
    patterns: [
      interpolation(language),
      ...(language === "lpfilter" ? [property] : []),
      { name: `string.quoted.double.${language}`, match: `${quote}.*?${quote}` },
      ...leaves[language].map((it) => ({ include: `source.${language}#${it}` })),
    ],
  };
}

function interpolation(language: Embedded): Pattern {
  return {
    name: `meta.interpolation.${language}`,
    match: String.raw`(?<!\$)\$\{[^{}]*\}|\{\{.*?\}\}`,
  };
}

const escapedQuote = String.raw`\\"`;
const quotedContent = String.raw`((?:[^"\\]|\\.)*)`;
const hclScopes = ["source.hcl.terraform", "source.terraform", "source.opentofu", "source.hcl"];
/** The scope of a resource that contains rules or a filter. Other resources use the same names for other languages. */
const ownResource = "meta.resource.weir";

/** Marks our resources, and colors the strings that a comment declares. */
export function terraformInjection(): object {
  const own = [...resources.keys(), jobResource].join("|");
  return injection("terraform", hclScopes, [
    {
      name: ownResource,
      // An empty match must not be repeated at its end, which is '\G'.
      begin: String.raw`^(?!\G)(?=resource\s+"(?:${own})")`,
      end: String.raw`(?<=^\})|^(?!\G)(?=\w)`,
      patterns: included(hclScopes),
    },
    ...declarable.flatMap((it) =>
      declared(it, "#|//", hclScopes, hclStrings, hclStrings(it, anyName)),
    ),
  ]);
}

/** Colors the arguments of our resources. */
export function resourceInjection(): object {
  return injection(
    "terraform.resource",
    [ownResource],
    [
      ...hclStrings("cfrule", String.raw`(?:\w+_)?expression|condition`),
      ...hclStrings("lpfilter", "filter"),
    ],
  );
}

/** `name = "…"` and `name = <<EOT`. */
function hclStrings(language: Embedded, name: string, after = ""): Pattern[] {
  const attribute = String.raw`(?<![\w.-])(${name})\s*(=)\s*`;
  const names = {
    "1": { name: "variable.other.readwrite.hcl" },
    "2": { name: "keyword.operator.assignment.hcl" },
  };
  return [
    {
      match: `${attribute}(")${quotedContent}(")${after}`,
      captures: {
        ...names,
        "3": { name: "punctuation.definition.string.begin.hcl" },
        "4": inline(language, escapedQuote),
        "5": { name: "punctuation.definition.string.end.hcl" },
      },
    },
    {
      begin: String.raw`${attribute}(<<-?\s*(\w+))\s*$`,
      beginCaptures: { ...names, "3": { name: "keyword.control.heredoc.hcl" } },
      while: String.raw`^(?!\s*\4\s*$)`,
      ...block(language),
    },
  ];
}

const declarable: readonly Embedded[] = ["cfrule", "lpfilter"];

const anyName = String.raw`[\w.-]+`;

/** A string with the comment `weir: cfrule` at the end of its line, or on the line before. */
function declared(
  language: Embedded,
  comment: string,
  hosts: readonly string[],
  strings: (language: Embedded, name: string, after?: string) => Pattern[],
  below: readonly Pattern[],
): Pattern[] {
  const mark = String.raw`(?:${comment})\s*weir:\s*${language}\b`;
  const onOneLine = strings(language, anyName, String.raw`(?=,?\s*${mark})`).filter(
    (it) => it.match,
  );
  return [
    ...onOneLine,
    {
      // With the line break, so that '\G' is the start of the next line.
      begin: String.raw`(?:^\s*|(?<=${anyIndentation}))(${mark}.*)$\n?`,
      beginCaptures: { "1": { name: "comment.line.number-sign.weir" } },
      // At the end of the next line, or of the string that starts there.
      end: String.raw`(?<=[^\n])(?!\G)(?=$)`,
      patterns: [...below, ...included(hosts)],
    },
  ];
}

/** An injected grammar has no name for the one that it is injected into. Those that are not installed are ignored. */
function included(scopes: readonly string[]): Pattern[] {
  return scopes.map((include) => ({ include }));
}

const columns = Array.from({ length: 17 }, (_, column) => column);

/** The grammar of the host may have read the indentation already. */
const indentations = columns.map((column) => `^ {${column}}`);
const anyIndentation = indentations.join("|");
/** Before a key on the first line after a comment. */
const firstKey = String.raw`\G[ -]*`;

/** The scope of a list of rules. Other YAML files use the same names for other languages. */
const ownRules = "meta.rules.weir";

/** Marks the lists of rules, and colors the strings that a comment declares. */
export function yamlInjection(): object {
  const keys = [...octorulesPhases.keys()].join("|");
  return injection(
    "yaml",
    ["source.yaml"],
    [
      {
        name: ownRules,
        begin: String.raw`^(${keys})(:)(?=\s)`,
        beginCaptures: yamlNames,
        while: String.raw`^(?=[ \t#-](?!--)|$)`,
        patterns: included(["source.yaml"]),
      },
      ...declarable.flatMap((it) => [
        ...declared(it, "#", ["source.yaml"], yamlLines, [
          ...yamlLines(it, anyName, "", firstKey),
          ...declaredBlocks(it),
        ]),
        ...yamlBlocks(it, anyName, String.raw`[ \t]+(#\s*weir:\s*${it}\b.*)$`),
      ]),
    ],
  );
}

/** Colors the expressions of rules. */
export function yamlRulesInjection(): object {
  return injection(
    "yaml.rules",
    [ownRules],
    yamlStrings("cfrule", String.raw`(?:\w+_)?expression`),
  );
}

function yamlStrings(language: Embedded, name: string): Pattern[] {
  return [...yamlLines(language, name), ...yamlBlocks(language, name)];
}

/** Each column has its own rule, as the YAML grammar has already read the indentation. */
function yamlBlocks(language: Embedded, name: string, after = String.raw`[ \t]*$`): Pattern[] {
  return columns.map((column) => ({
    begin: String.raw`(?<=^[ -]{${column}})${yamlKey(name)}([|>][-+\d]*)${after}`,
    beginCaptures: blockNames,
    while: insideBlock(column),
    ...block(language),
  }));
}

/**
 * Block scalars after a comment, and the lines after them. The pattern of a key ends on the line after the scalar; '\G' is not
 * there then. Only a new pattern sets it again, which the grammar of YAML needs.
 */
function declaredBlocks(language: Embedded): Pattern[] {
  return columns.flatMap((column) => [
    {
      begin: String.raw`${firstKey}(?<=^[ -]{${column}})${yamlKey(anyName)}([|>][-+\d]*)[ \t]*$`,
      beginCaptures: blockNames,
      end: String.raw`(?<=${indentations.slice(0, column + 1).join("|")})(?=\S)`,
      patterns: [
        // Ends what is not closed in the text.
        {
          begin: `(?<=^ {${column}})(?= )`,
          while: insideBlock(column),
          ...block(language),
        },
      ],
    },
    {
      begin: String.raw`(?!\G)(?<=^ {${column}})(?=\S)`,
      while: insideBlock(column - 1),
      patterns: included(["source.yaml"]),
    },
  ]);
}

/** The lines in a block that is indented more than a column. */
function insideBlock(column: number): string {
  return String.raw`(?<=^ {${column + 1}})|(?:^|\G)[ \t]*$`;
}

/** Without block scalars. */
function yamlLines(language: Embedded, name: string, after = "", before = ""): Pattern[] {
  const key = before + yamlKey(name);
  const quoted = (quote: string, content: string, inner: Pattern): Pattern => ({
    match: `${key}(${quote})${content}(${quote})${after}`,
    captures: {
      ...yamlNames,
      "3": { name: "punctuation.definition.string.begin.yaml" },
      "4": inner,
      "5": { name: "punctuation.definition.string.end.yaml" },
    },
  });
  return [
    quoted('"', quotedContent, inline(language, escapedQuote)),
    quoted("'", "((?:[^']|'')*)", inline(language, '"')),
    {
      match: String.raw`${key}(?![|>&*!"'#])(\S.*?)(?=\s+#|\s*$)${after}`,
      captures: { ...yamlNames, "3": inline(language, '"') },
    },
  ];
}

const yamlNames = {
  "1": { name: "entity.name.tag.yaml" },
  "2": { name: "punctuation.separator.key-value.mapping.yaml" },
};

const blockNames = {
  ...yamlNames,
  "3": { name: "keyword.control.flow.block-scalar.yaml" },
  "4": { name: "comment.line.number-sign.weir" },
};

function yamlKey(name: string): string {
  return String.raw`(?<![\w.-])(${name})(:)[ \t]+`;
}

const fences = { cfrule: "cfrule|wirefilter", lpfilter: "lpfilter", lpjob: "lpjob" };

/** Fenced code blocks, in the form that the grammar of Markdown has for other languages. */
export function markdownInjection(): object {
  const fenced = Object.entries(fences).map(([language, words]) => ({
    name: "markup.fenced_code.block.markdown",
    begin: `(^|\\G)(\\s*)(\`{3,}|~{3,})\\s*(?i:(${words})((?:\\s+|:|,|\\{|\\?)[^\`]*)?$)`,
    end: String.raw`(^|\G)(\2|\s{0,3})(\3)\s*$`,
    beginCaptures: {
      "3": { name: "punctuation.definition.markdown" },
      "4": { name: "fenced_code.block.language.markdown" },
      "5": { name: "fenced_code.block.language.attributes.markdown" },
    },
    endCaptures: { "3": { name: "punctuation.definition.markdown" } },
    patterns: [
      {
        begin: String.raw`(^|\G)(\s*)(?=\S|$)`,
        while: "(^|\\G)(?!\\s*[`~]{3,}\\s*$)",
        contentName: `meta.embedded.block.${language}`,
        patterns: [{ include: `source.${language}` }],
      },
    ],
  }));
  return injection("markdown", ["text.html.markdown"], fenced);
}

function injection(host: string, scopes: readonly string[], patterns: readonly Pattern[]): object {
  return {
    scopeName: `weir.${host}.injection`,
    injectionSelector: scopes.map((it) => `L:${it} -comment -string -meta.embedded`).join(", "),
    patterns,
  };
}
