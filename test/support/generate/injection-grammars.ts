/** Grammars that VS Code injects into those of Terraform, YAML and Markdown, to color the rules and filters in them. */

interface Pattern {
  readonly [key: string]: unknown;
}

const rule: Pattern = {
  name: "meta.embedded.block.cfrule",
  patterns: [{ include: "source.cfrule" }],
};

/** Brackets are not nested in a string on one line, so that an unbalanced one does not color what follows. */
function inlineRule(quote: string): Pattern {
  const leaves = ["list", "number", "name", "operator", "comma"];
  return {
    name: "meta.embedded.inline.cfrule",
    patterns: [
      { name: "meta.interpolation.cfrule", match: String.raw`\$\{[^{}]*\}|\{\{.*?\}\}` },
      { name: "string.quoted.double.cfrule", match: `${quote}.*?${quote}` },
      ...leaves.map((it) => ({ include: `source.cfrule#${it}` })),
    ],
  };
}

const escapedQuote = String.raw`\\"`;
const quotedContent = String.raw`((?:[^"\\]|\\.)*)`;
const attribute = String.raw`\b((?:\w+_)?expression)\s*(=)\s*`;

/** `expression = "…"` and `expression = <<EOT`. */
export function terraformInjection(): object {
  const names = {
    "1": { name: "variable.other.readwrite.hcl" },
    "2": { name: "keyword.operator.assignment.hcl" },
  };
  const scopes = ["source.hcl", "source.hcl.terraform", "source.terraform", "source.opentofu"];
  return injection("terraform", scopes, [
    {
      match: `${attribute}(")${quotedContent}(")`,
      captures: {
        ...names,
        "3": { name: "punctuation.definition.string.begin.hcl" },
        "4": inlineRule(escapedQuote),
        "5": { name: "punctuation.definition.string.end.hcl" },
      },
    },
    {
      begin: String.raw`${attribute}(<<-?\s*(\w+))\s*$`,
      beginCaptures: { ...names, "3": { name: "keyword.control.heredoc.hcl" } },
      while: String.raw`^(?!\s*\4\s*$)`,
      contentName: rule.name,
      patterns: rule.patterns,
    },
  ]);
}

/** `expression: …`, plain or in quotes, and block scalars. */
export function yamlInjection(): object {
  const names = {
    "1": { name: "entity.name.tag.yaml" },
    "2": { name: "punctuation.separator.key-value.mapping.yaml" },
  };
  const key = String.raw`(?<![\w-])((?:\w+_)?expression)(:)[ \t]+`;
  const quoted = (quote: string, content: string, inner: Pattern): Pattern => ({
    match: `${key}(${quote})${content}(${quote})`,
    captures: {
      ...names,
      "3": { name: "punctuation.definition.string.begin.yaml" },
      "4": inner,
      "5": { name: "punctuation.definition.string.end.yaml" },
    },
  });
  return injection(
    "yaml",
    ["source.yaml"],
    [
      quoted('"', quotedContent, inlineRule(escapedQuote)),
      quoted("'", "((?:[^']|'')*)", inlineRule('"')),
      {
        match: String.raw`${key}(?![|>&*!"'#])(\S.*?)(?=\s+#|\s*$)`,
        captures: { ...names, "3": inlineRule('"') },
      },
      ...blockScalars.map((column) => ({
        begin: String.raw`(?<=^[ -]{${column}})${key}([|>][-+\d]*)[ \t]*$`,
        beginCaptures: { ...names, "3": { name: "keyword.control.flow.block-scalar.yaml" } },
        while: String.raw`(?<=^ {${column + 1}})|(?:^|\G)[ \t]*$`,
        contentName: rule.name,
        patterns: rule.patterns,
      })),
    ],
  );
}

/** The columns of keys with block scalars. Each has its own rule, as the YAML grammar has already read the indentation. */
const blockScalars = Array.from({ length: 17 }, (_, column) => column);

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
