/** Grammars that VS Code injects into the grammars of Terraform, YAML and Markdown, to color the rules and filters in them. */
import { jobResource, octorulesPhases, resources } from "../../../server/src/hosts/places.ts";
import {
  block,
  declarable,
  type Embedded,
  escaped,
  included,
  injection,
  inline,
  type Pattern,
  quotedContent,
  verbatim,
} from "./embedded-text.ts";

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
    ...declarable.flatMap(declaredHcl),
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
        "4": inline(language, escaped),
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

const anyName = String.raw`[\w.-]+`;

/** A string with the comment `weir: cfrule` at the end of its line, or on the line before. */
function declaredHcl(language: Embedded): Pattern[] {
  const mark = String.raw`(?:#|//)\s*weir:\s*${language}\b`;
  return [
    ...hclStrings(language, anyName, String.raw`(?=,?\s*${mark})`).filter((it) => it.match),
    {
      // With the line break, so that '\G' is the start of the next line.
      begin: String.raw`^\s*(${mark}.*)$\n?`,
      beginCaptures: { "1": { name: "comment.line.number-sign.weir" } },
      // At the end of the next line, or of the string that starts there.
      end: String.raw`(?<=[^\n])(?!\G)(?=$)`,
      patterns: [...hclStrings(language, anyName), ...included(hclScopes)],
    },
  ];
}

const columns = Array.from({ length: 17 }, (_, column) => column);

/** The scope of a list of rules. Other YAML files use the same names for other languages. */
const ownRules = "meta.rules.weir";

const ownKey = String.raw`(${[...octorulesPhases.keys()].join("|")})(:)(?=\s)`;
const declaration = String.raw`[ \t]*#\s*weir:\s*(?:${declarable.join("|")})\b`;

/** The scope of all lines between those that `yamlInjection` reads itself. */
const otherLines = "meta.lines.weir";
/** The scope of a comment and of the string after it. */
const declaredLines = "meta.declared.weir";

/**
 * The YAML grammar ends everything that started in a value at the next key. For comments about that key, its match is ended
 * before the comment. It can start again on any line, as in a Markdown code block.
 */
export function yamlLinesInjection(): object {
  const isOther = `^(?!${ownKey}|${declaration})`;
  return injection(
    "yaml.lines",
    [`source.yaml -${otherLines} -${declaredLines}`],
    [{ name: otherLines, begin: isOther, while: isOther, patterns: included(["source.yaml"]) }],
  );
}

/** Marks the lists of rules, and colors the strings that a comment declares. */
export function yamlInjection(): object {
  return injection(
    "yaml",
    ["source.yaml"],
    [
      {
        name: ownRules,
        begin: `^${ownKey}`,
        beginCaptures: yamlNames,
        while: String.raw`^(?=[ \t#-](?!--)|$)`,
        patterns: included(["source.yaml"]),
      },
      ...declarable.flatMap(declaredYaml),
    ],
    Object.fromEntries(declarable.map((it) => [it, afterComment(it)])),
  );
}

/** A string with the comment `weir: cfrule` at the end of its line, or on the line before. */
function declaredYaml(language: Embedded): Pattern[] {
  const mark = String.raw`#\s*weir:\s*${language}\b`;
  return [
    ...yamlLines(language, anyName, String.raw`(?=\s*${mark})`),
    ...yamlBlocks(language, anyName, String.raw`(?:[ \t]+(${mark}.*))`),
    commentLine(language, `${mark}.*`),
  ];
}

/** A comment and what is declared after it. With the line break, so that '\G' is the start of the next line. */
function commentLine(language: Embedded, comment: string): Pattern {
  return {
    name: declaredLines,
    begin: String.raw`^[ \t]*(${comment})$\n?`,
    beginCaptures: { "1": { name: "comment.line.number-sign.weir" } },
    // At the end of the next line, or at the start of the line after a block scalar.
    end: String.raw`(?!\G)(?:^|$)`,
    patterns: [{ include: `#${language}` }],
  };
}

/** The start of a line before the key, so that our patterns match before the patterns of YAML. */
const lineStart = String.raw`\G[ -]*`;

function afterComment(language: Embedded): Pattern {
  const patterns = [
    commentLine(language, "#.*"),
    ...yamlLines(language, anyName, "", lineStart),
    ...yamlBlocks(language, anyName, "", lineStart),
    ...included(["source.yaml"]),
  ];
  return { patterns };
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

/** Each column has its own rule, because the YAML grammar has already consumed the indentation. */
function yamlBlocks(language: Embedded, name: string, after = "", before = ""): Pattern[] {
  return columns.map((column) => ({
    begin: String.raw`${before}(?<=^[ -]{${column}})${yamlKey(name)}([|>][-+\d]*)${after}[ \t]*$`,
    beginCaptures: blockNames,
    while: insideBlock(column),
    ...block(language),
  }));
}

/** The lines in a block that is indented more than a column. */
function insideBlock(column: number): string {
  return String.raw`(?<=^ {${column + 1}})|(?:^|\G)[ \t]*$`;
}

/** Strings on one line, without block scalars. */
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
    quoted('"', quotedContent, inline(language, escaped)),
    quoted("'", "((?:[^']|'')*)", inline(language, verbatim)),
    {
      match: String.raw`${key}(?![|>&*!"'#])(\S.*?)(?=\s+#|\s*$)${after}`,
      captures: { ...yamlNames, "3": inline(language, verbatim) },
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
