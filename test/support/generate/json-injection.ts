/** Grammars that VS Code injects into the grammars of JSON, to color the rules and filters in it. */
import { fields } from "../../../server/src/cfrule/catalog/fields.ts";
import { phases } from "../../../server/src/cfrule/catalog/phases.ts";
import { jobResource, resources } from "../../../server/src/hosts/places.ts";
import {
  declarable,
  type Embedded,
  escaped,
  injection,
  inline,
  type Pattern,
  quotedContent,
} from "./embedded-text.ts";

const scopes = ["source.json", "source.json.comments"];
/** A Terraform resource, or the rules of a ruleset whose phase came before them. */
const ownResource = "meta.resource.weir";
/** Rules of a ruleset whose phase is not known yet. Other JSON files have such lists too. */
const someRules = "meta.rules.weir";
const ruleSet = "meta.ruleset.weir";

const propertyName = "string.json support.type.property-name.json";
const colon = { name: "punctuation.separator.dictionary.key-value.json", match: ":" };
const stringStart = "string.quoted.double.json punctuation.definition.string.begin.json";
const stringEnd = "string.quoted.double.json punctuation.definition.string.end.json";

/** Marks our resources and rules, and colors the strings that show or declare what they are. */
export function jsonInjection(): object {
  const dictionary = "meta.structure.dictionary.json";
  // Rulesets, jobs and resources are in the outermost object, or in one directly inside.
  const tooDeep = `-(${dictionary} ${dictionary} ${dictionary}) -${ownResource} -${ruleSet}`;
  return injection(
    "json",
    scopes.map((it) => `${it} ${tooDeep}`),
    [
      property([...resources.keys(), jobResource].join("|"), [included("value")], ownResource),
      ...phaseProperties(),
      property("rules", [included("value")], someRules),
      property("filter", [
        text("lpfilter", String.raw`(?=\s*\{\s*\\"where\\")`),
        included("value"),
      ]),
    ],
  );
}

/** Colors the strings that comments declare. */
export function jsonDeclaredInjection(): object {
  return injection("json.declared", scopes, declarable.flatMap(declared));
}

/** Colors the strings of our resources and rules. */
export function jsonResourceInjection(): object {
  return injection(
    "json.resource",
    [ownResource],
    [
      property(String.raw`(?:\w+_)?expression|condition`, [text("cfrule"), included("value")]),
      property("filter", [text("lpfilter"), included("value")]),
    ],
  );
}

/**
 * Colors expressions that contain a rule field, or likely one with a typo. `ssl`, `true` and `false` are also words of other
 * languages, so they only count at the start of an expression.
 */
export function jsonRulesInjection(): object {
  const dotted = fields.map((it) => it.name.split(".")).filter((it) => it.length > 1);
  const first = [...new Set(dotted.map(([name]) => name))].sort().join("|");
  const hasDotted = String.raw`(?:[^"\\]|\\.)*?(?<![\w.])(?:${first})\.[a-z]`;
  const startsWithWord = String.raw`(?:[(!\s]|not\b)*(?:ssl|true|false)(?:"|[)\s]+(?:"|(?:and|or|xor)\b|&&|\|\||\^\^))`;
  const hasField = `(?=${hasDotted}|${startsWithWord})`;
  return injection(
    "json.rules",
    [someRules],
    [property(String.raw`(?:\w+_)?expression`, [text("cfrule", hasField), included("value")])],
  );
}

/** The rest of an object after its phase. The rules of an unknown phase are not colored. */
function phaseProperties(): Pattern[] {
  const known = phases.map((it) => it.name).join("|");
  const rest = (value: string, more: readonly Pattern[]): Pattern => ({
    name: ruleSet,
    begin: String.raw`("phase")(?=\s*:\s*${value})`,
    beginCaptures: { "1": { name: propertyName } },
    end: String.raw`(?=\})`,
    patterns: [...more, ...members],
  });
  const rules = property("rules", [included("value")], ownResource);
  return [rest(`"(?:${known})"`, [rules]), rest('"', [])];
}

/** A property with one of the names, up to its comma. */
function property(names: string, value: readonly Pattern[], name?: string): Pattern {
  return {
    ...(name === undefined ? {} : { name }),
    begin: String.raw`("(?:${names})")(?=\s*(?::|$))`,
    beginCaptures: { "1": { name: propertyName } },
    end: String.raw`(,)|(?=\})`,
    endCaptures: { "1": { name: "punctuation.separator.dictionary.pair.json" } },
    patterns: [colon, ...value],
  };
}

/** A string that contains one of our languages. */
function text(language: Embedded, where = ""): Pattern {
  return {
    match: `(")${where}${quotedContent}(")`,
    captures: {
      "1": { name: stringStart },
      "2": inline(language, escaped),
      "3": { name: stringEnd },
    },
    // Grammars that only captures include are not loaded.
    patterns: [{ include: `source.${language}` }],
  };
}

/** The members of an object, as in the JSON grammar. */
const members: readonly Pattern[] = [
  included("objectkey"),
  included("comments"),
  {
    name: "meta.structure.dictionary.value.json",
    begin: ":",
    beginCaptures: { "0": { name: colon.name } },
    end: String.raw`(,)|(?=\})`,
    endCaptures: { "1": { name: "punctuation.separator.dictionary.pair.json" } },
    patterns: [included("value")],
  },
];

function included(name: string): Pattern {
  return { include: `source.json#${name}` };
}

/** A string with the comment `weir: cfrule` at the end of its line, or on the line before. */
function declared(language: Embedded): Pattern[] {
  const mark = String.raw`//\s*weir:\s*${language}\b`;
  const anyName = String.raw`(?:[^"\\]|\\.)*`;
  const anyString = [text(language), included("value")];
  const named = property(anyName, anyString);
  return [
    { ...named, begin: String.raw`("${anyName}")(?=\s*:\s*"${anyName}"\s*,?\s*${mark})` },
    {
      // With the line break, so that '\G' is the start of the next line.
      begin: String.raw`^\s*(${mark}.*)$\n?`,
      beginCaptures: { "1": { name: "comment.line.double-slash.weir" } },
      // At the end of the next line, or of the value that starts there.
      end: String.raw`(?<=[^\n])(?!\G)(?=$)|(?=[\]}])`,
      patterns: [{ ...named, begin: String.raw`("${anyName}")(?=\s*:)` }, ...anyString],
    },
  ];
}
