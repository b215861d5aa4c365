import { ignoreDirective } from "../../../server/src/core/suppression/suppress.ts";
import { operators } from "../../../server/src/lpfilter/catalog/operators.ts";

interface Rule {
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly include?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
}

type Captures = Readonly<Record<string, Rule>>;

const quotedText = String.raw`"(?:[^"\\]|\\.)*"`;

/** A property ends where the next one starts, even if the comma between them, or its value, is missing. */
const propertyEnd = String.raw`(?=[,}\]]|${quotedText}\s*:)`;

/** Colors a filter until the language server has started, and where there is none. */
export function lpfilterGrammar(): object {
  return {
    name: "Log push filter",
    scopeName: "source.lpfilter",
    patterns: [include("value")],
    repository: {
      value: all("comments", "object", "array", "constant", "number", "string"),
      comments: { patterns: [blockComment, lineComment] },
      directives: { patterns: directives },
      object,
      key: property("key", fieldName),
      operator: property("operator", operatorName),
      keyword: property("where|and|or|value"),
      property: otherProperty,
      colon: { name: "punctuation.separator.dictionary.key-value.lpfilter", match: ":" },
      array,
      constant: {
        name: "constant.language.lpfilter",
        match: String.raw`\b(?:true|false|null)\b`,
      },
      number: {
        name: "constant.numeric.lpfilter",
        match: String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\b`,
      },
      string: quoted("string.quoted.double.lpfilter"),
      escapes: { patterns: escapes },
    },
  };
}

const object: Rule = {
  name: "meta.structure.dictionary.lpfilter",
  ...between(String.raw`\{`, String.raw`\}`, "punctuation.definition.dictionary"),
  patterns: [
    all("comments", "key", "operator", "keyword", "property", "string"),
    { name: "punctuation.separator.dictionary.pair.lpfilter", match: "," },
  ],
};

const array: Rule = {
  name: "meta.structure.array.lpfilter",
  ...between(String.raw`\[`, String.raw`\]`, "punctuation.definition.array"),
  patterns: [include("value"), { name: "punctuation.separator.array.lpfilter", match: "," }],
};

const lineComment: Rule = {
  name: "comment.line.double-slash.lpfilter",
  begin: "//",
  end: "$",
  beginCaptures: { "0": { name: "punctuation.definition.comment.lpfilter" } },
  patterns: [include("directives")],
};

const blockComment: Rule = {
  name: "comment.block.lpfilter",
  ...between(String.raw`/\*`, String.raw`\*/`, "punctuation.definition.comment"),
  patterns: [include("directives")],
};

const directives: readonly Rule[] = [
  {
    match: String.raw`(@dataset)\b(?:[ \t]+([^\s*]+))?`,
    captures: {
      "1": { name: "keyword.control.directive.lpfilter" },
      "2": { name: "entity.name.type.dataset.lpfilter" },
    },
  },
  {
    match: ignoreDirective.source,
    captures: {
      "0": { name: "keyword.control.directive.lpfilter" },
      "2": { patterns: [{ name: "constant.other.code.lpfilter", match: "[a-z0-9-]+" }] },
    },
  },
];

const escapes: readonly Rule[] = [
  {
    name: "constant.character.escape.lpfilter",
    match: String.raw`\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})`,
  },
  { name: "invalid.illegal.unrecognized-string-escape.lpfilter", match: String.raw`\\.?` },
];

const fieldName: Rule = quoted("string.quoted.double.lpfilter", "variable.other.property.lpfilter");

/** Operators are only recognized here; elsewhere, `"in"` is an ordinary string. */
const operatorName: Rule = {
  name: "string.quoted.double.lpfilter",
  match: `(")(${operators.map((it) => escaped(it.name)).join("|")})(")`,
  captures: {
    "1": { name: "punctuation.definition.string.begin.lpfilter" },
    "2": { name: "keyword.operator.comparison.lpfilter" },
    "3": { name: "punctuation.definition.string.end.lpfilter" },
  },
};

/** Themes color property names by the scope of JSON, and editors treat them as strings. */
const propertyName = "string.quoted.double.lpfilter support.type.property-name.json.lpfilter";

const otherProperty: Rule = {
  begin: quotedText,
  end: propertyEnd,
  beginCaptures: { "0": { name: propertyName, patterns: [include("escapes")] } },
  patterns: [include("colon"), include("value")],
};

/** A property of the language. Its value may have its own rule. */
function property(names: string, value?: Rule): Rule {
  return {
    begin: `"(${names})"`,
    end: propertyEnd,
    beginCaptures: {
      "0": { name: propertyName },
      "1": { name: "keyword.control.lpfilter" },
    },
    patterns: [include("colon"), ...(value ? [value] : []), include("value")],
  };
}

/** A string. Without a closing quote, it ends with its line. */
function quoted(name: string, contentName?: string): Rule {
  return {
    name,
    ...(contentName ? { contentName } : {}),
    begin: '"',
    end: '"|$',
    beginCaptures: { "0": { name: "punctuation.definition.string.begin.lpfilter" } },
    endCaptures: { "0": { name: "punctuation.definition.string.end.lpfilter" } },
    patterns: [include("escapes")],
  };
}

function between(begin: string, end: string, scope: string): Rule {
  return {
    begin,
    end,
    beginCaptures: { "0": { name: `${scope}.begin.lpfilter` } },
    endCaptures: { "0": { name: `${scope}.end.lpfilter` } },
  };
}

function all(...names: string[]): Rule {
  return { patterns: names.map(include) };
}

function include(name: string): Rule {
  return { include: `#${name}` };
}

function escaped(word: string): string {
  return word.replace(/[^\w!]/g, "\\$&");
}
