import { directives } from "../../../server/src/cfrule/catalog/directives.ts";
import { fields } from "../../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../../server/src/cfrule/catalog/functions.ts";
import { comparisons, logicals } from "../../../server/src/cfrule/catalog/operators.ts";
import { ignoreDirective } from "../../../server/src/core/suppression/suppress.ts";

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

/** Colors a rule until the language server has started, and where there is none. */
export function cfruleGrammar(): object {
  return {
    name: "Rule expression",
    scopeName: "source.cfrule",
    patterns: [include("expression")],
    repository: {
      expression: all(
        "comment",
        "regex",
        "string",
        "group",
        "set",
        "index",
        "list",
        "number",
        "name",
        "operator",
        "comma",
      ),
      comment,
      regex: { patterns: [rawRegex, quotedRegex] },
      string: { patterns: [rawString, quotedString] },
      escape: { patterns: escapes },
      group: between(String.raw`\(`, String.raw`\)`, "punctuation.section.group"),
      set: between(String.raw`\{`, String.raw`\}`, "punctuation.section.set"),
      index: {
        ...between(String.raw`\[`, String.raw`\]`, "punctuation.section.index"),
        patterns: [
          { name: "keyword.operator.each.cfrule", match: String.raw`\*` },
          include("expression"),
        ],
      },
      list: { name: "variable.other.list.cfrule", match: String.raw`\$[\w.]*` },
      number: { patterns: numbers },
      name: { patterns: names },
      operator: { patterns: symbols },
      comma: { name: "punctuation.separator.arguments.cfrule", match: "," },
    },
  };
}

const comment: Rule = {
  name: "comment.line.number-sign.cfrule",
  begin: "#",
  end: "$",
  beginCaptures: { "0": { name: "punctuation.definition.comment.cfrule" } },
  patterns: [
    {
      match: String.raw`\G[ \t]*(@(?:${directives.map((it) => it.name).join("|")}))(?![\w-])[ \t]*(.*)`,
      captures: {
        "1": { name: "keyword.control.directive.cfrule" },
        "2": { name: "string.unquoted.directive.cfrule" },
      },
    },
    {
      match: ignoreDirective.source,
      captures: {
        "0": { name: "keyword.control.directive.cfrule" },
        "2": { patterns: [{ name: "constant.other.code.cfrule", match: "[a-z0-9-]+" }] },
      },
    },
  ],
};

const matching = String.raw`(?<![\w.])(matches(?![\w.])|~)\s*`;
const matchingName = { name: "keyword.operator.wordlike.comparison.cfrule" };
const opening = { name: "punctuation.definition.string.begin.cfrule" };
const closing = { "0": { name: "punctuation.definition.string.end.cfrule" } };

/** A string without a closing quote ends with its line; otherwise it would color the rest of the file. */
const quotedRegex: Rule = {
  contentName: "string.regexp.cfrule",
  begin: `${matching}(")`,
  end: '"|$',
  beginCaptures: { "1": matchingName, "2": opening },
  endCaptures: closing,
  patterns: [
    { name: "constant.character.escape.regexp.cfrule", match: String.raw`\\.` },
    { name: "constant.other.character-class.cfrule", match: String.raw`\[(?:[^\]\\]|\\.)*\]` },
  ],
};

const rawRegex: Rule = {
  contentName: "string.regexp.cfrule",
  begin: `${matching}(r(#*)")`,
  end: String.raw`"\3|$`,
  beginCaptures: { "1": matchingName, "2": opening },
  endCaptures: closing,
  patterns: [{ name: "constant.character.escape.regexp.cfrule", match: String.raw`\\[^"]` }],
};

const quotedString: Rule = {
  name: "string.quoted.double.cfrule",
  begin: '"',
  end: '"|$',
  beginCaptures: { "0": opening },
  endCaptures: closing,
  patterns: [include("escape")],
};

const rawString: Rule = {
  name: "string.quoted.raw.cfrule",
  begin: String.raw`(?<![\w.])r(#*)"`,
  end: String.raw`"\1|$`,
  beginCaptures: { "0": opening },
  endCaptures: closing,
};

const escapes: readonly Rule[] = [
  {
    name: "constant.character.escape.cfrule",
    match: String.raw`\\(?:["\\]|x[0-9A-Fa-f]{2}|[0-3][0-7]{2})`,
  },
  // Wildcard patterns have their own escapes, so no other escape is marked as invalid here.
  { name: "constant.character.escape.cfrule", match: String.raw`\\[*]` },
];

const ipv4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const ipv6 = `(?:[0-9A-Fa-f]{1,4}:|:(?=:))(?:[0-9A-Fa-f]{0,4}:)*(?:${ipv4}|[0-9A-Fa-f]{0,4})`;
const integer = String.raw`-?(?:0x[0-9A-Fa-f]+|\d+)`;

const numbers: readonly Rule[] = [
  {
    name: "constant.numeric.address.cfrule",
    match: String.raw`(?<![\w.:])(?:${ipv4}|${ipv6})(?:/\d+|\.\.(?:${ipv4}|${ipv6}))?(?![\w:])`,
  },
  {
    name: "constant.numeric.integer.cfrule",
    match: String.raw`(?<![\w.])${integer}(?:\.\.${integer})?(?![\w.])`,
  },
];

const names: readonly Rule[] = [
  {
    name: "support.function.cfrule",
    match: String.raw`${words(functions.map((it) => it.name))}(?=\s*\()`,
  },
  // Themes do not color operators, except words.
  { name: "keyword.operator.wordlike.logical.cfrule", match: words(logicals.map((it) => it.name)) },
  {
    name: "keyword.operator.wordlike.comparison.cfrule",
    match: words(comparisons.map((it) => it.name)),
  },
  { name: "constant.language.cfrule", match: words(["true", "false"]) },
  {
    name: "variable.other.property.cfrule",
    match: words(fields.filter((it) => !it.pseudo).map((it) => it.name)),
  },
  { name: "entity.name.function.cfrule", match: String.raw`(?<![\w.])[A-Za-z_][\w.]*(?=\s*\()` },
  { name: "variable.other.cfrule", match: String.raw`(?<![\w.])[A-Za-z_][\w.]*` },
];

/** Logical operators come first; otherwise '&&' would match as two '&'. */
const symbols: readonly Rule[] = [
  {
    name: "keyword.operator.logical.cfrule",
    match: `${alternatives(logicals.flatMap((it) => [...it.symbols]))}(?!=)`,
  },
  {
    name: "keyword.operator.comparison.cfrule",
    match: alternatives(comparisons.flatMap((it) => [...it.symbols])),
  },
];

function words(all: readonly string[]): string {
  return String.raw`(?<![\w.])${alternatives(all)}(?![\w.])`;
}

/** The longest first, because one may be a prefix of another. */
function alternatives(all: readonly string[]): string {
  const sorted = [...all].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `(?:${sorted.map((it) => it.replace(/[^\w ]/g, "\\$&")).join("|")})`;
}

function between(begin: string, end: string, scope: string): Rule {
  return {
    begin,
    end,
    beginCaptures: { "0": { name: `${scope}.begin.cfrule` } },
    endCaptures: { "0": { name: `${scope}.end.cfrule` } },
    patterns: [include("expression")],
  };
}

function all(...included: string[]): Rule {
  return { patterns: included.map(include) };
}

function include(name: string): Rule {
  return { include: `#${name}` };
}
