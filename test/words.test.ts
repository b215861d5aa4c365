import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Phrases that readers would not search for, and the term of the field. Precise enough to need no exceptions. */
const avoid: readonly (readonly [phrase: RegExp, use: string])[] = [
  [/\b[Mm]end(s|ed|ing)\b|\bmend\b|\bMend [a-z]/, "fix"],
  [/\bone right answer\b/i, "safe fix"],
  [/\bstands?\b(?!-)/i, "is, appears, represents"],
  [/\b(take|takes|taken|took|taking) back\b/i, "undo"],
  [/\b(held|hold|holds) against\b/i, "compared with"],
  [/\bsmall letters?\b|\bsmallLetters?\b/i, "lowercase"],
  [/\b(in|with) capitals\b|\bcapitals only\b/i, "uppercase"],
  [/\b(laid|lays) out\b|\bone layout\b/i, "formatted"],
  [/\bgood for\b/i, "valid for, has access to"],
  [/\bswitched (on|off)\b/i, "enabled, disabled"],
  [/\bnowadays\b/i, "now"],
  [/\bbeforehand\b/i, "before, in advance"],
  [/\b(mis)?spelt\b/i, "spelled"],
  [/\bwhole numbers?\b/i, "integer"],
  [/\btruth values?\b/i, "Boolean"],
  [/\bsilenc(e|es|ed|ing)\b/i, "suppress"],
  [/\bjoiners?\b|[a-z]Joiners?\b/, "logical operator"],
  [/\bquarrel/i, "conflict"],
  [/\bmistakes?\b/i, "error, problem"],
  [/(?<!\bthere )\b(is|are) none\b(?! of)/i, "is not a …"],
  [/' is no (?!longer\b)/, "is not a …, unknown …"],
  [/\bNo (field|operator|dataset|function) is named\b/, "Unknown …"],
  [/\b(here|and this) stands\b/i, "found"],
  [/\bthe service takes\b/i, "accepts; the limit is"],
  [/\b(has|have) need of\b/i, "needs"],
  [/\bminds? (the )?(letter )?case\b|\bletter case counts\b/i, "is case-sensitive"],
  [/\bvariables? of the environment\b/i, "environment variable"],
  [/\b(whoever|nobody|somebody|anybody)\b/i, "no one, the user, another process; or the passive"],
  [/\banew\b/i, "again"],
  [/\bwhite space\b/i, "whitespace"],
  [/\b(Wishes|Manner|Desk)\b/, "the conventional noun, such as PushOptions"],
  [/\bwhat is wrong with\b/i, "the problems of"],
  [/\b(a|another|each|first|its|newest|the) findings?\b/i, "diagnostic, problem"],
  [/\bkeeps? quiet\b/i, "suppress"],
  [/\bunasked\b/i, "without asking, automatically"],
  [/\bthe service (makes|made)\b/i, "creates"],
  [/\btrue or false belongs\b/i, "expected a Boolean"],
  [/\b(lie|lies|lay) (after|before|behind)\b/i, "is after, is before"],
  [/\brules? of an account\b/i, "account-level rule"],
  [/\bwhere things go\b|\bprofile that counts\b/i, "profile, active profile"],
  [/\bknows? nothing of\b/i, "does not have, is not in"],
  [/\bof its own accord\b/i, "by itself, automatically"],
  [/\bseldom\b/i, "rarely"],
  [/\bnothing is lost\b/i, "is kept"],
  [/\b(do|does) no harm\b/i, "is harmless, is ignored"],
];

/** In documents only: sentences that a reader has to read twice, and British spelling. */
const avoidInDocuments: readonly (readonly [phrase: RegExp, use: string])[] = [
  [/\bthat of\b|\bthose of\b|\b[Tt]he same one\b/, "the noun again"],
  [
    /\b(is|are) named\b|\bit is said\b|\bsays it\b(?! accepts)/,
    "'Weir lists …', 'the message says …'",
  ],
  [/(?:^|[.:] |[-*] )What (?!does|do|can|if)\w.*\.$/, "the noun as the subject"],
  [/\bonly to be had\b|\badvises? to\b|\bagain with each key\b|\boutcome so\b/, "plain words"],
  [/\bof an earlier text\b/, "of an earlier version"],
  [/\b[Tt]he service's (documentation|description|engine)\b/, "Cloudflare's"],
  [
    /\bcatalogue|\bcancell(?!ation)|\banalys(ed|es|ing)\b|\bnormalised(?!-path)/,
    "American spelling",
  ],
  [/\b(colour|behaviour|neighbour|licence|recognis|summaris)/, "American spelling"],
];

/** Also in messages and in comments. Plural nouns and identifiers of others, such as `cancellable`, are no errors. */
const avoidInCode: readonly (readonly [phrase: RegExp, use: string])[] = [
  [/\b(is|are) named\b(?! (after|like)\b)|\bit is said\b/, "'the message lists …'"],
  [/\bonly to be had\b|\badvises? to\b|\bagain with each key\b|\boutcome so\b/, "plain words"],
  [/\bof an earlier text\b/, "of an earlier version"],
  [/\b[Tt]he service's (documentation|description|engine)\b/, "Cloudflare's"],
  [/\bcatalogue|\bcancelled\b|\banalys(ed|ing)\b|\bnormalised(?!-path)/, "American spelling"],
  [/\b(colour|behaviour|neighbour|licence|recognis|summaris|prioritis)/, "American spelling"],
];

/** Nouns that a reader has to look up. */
const avoidInMessages = /\bthat of\b|\bthose of\b|\b[Tt]he same one\b/;

/** Also clauses in place of a noun, but not questions. */
const avoidInComments = new RegExp(
  String.raw`(?:\/\/|\*|[.:]) What (?!.*\?)|${avoidInMessages.source}`,
);

const documents = [
  ...["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "package.nls.json"],
  ...["docs", "editors", "samples", "scripts/package", "walkthrough"]
    .flatMap(below)
    .filter((it) => !it.endsWith(".mjs")),
];

const texts = [
  ...["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "action.yml"],
  ...[".pre-commit-hooks.yaml", "package.json", "package.nls.json"],
  ...[
    "client/src",
    "docs",
    "editors",
    "l10n",
    "samples",
    "schemas",
    "scripts",
    "server/src",
    "site/build",
    "site/src",
    "test",
    "views/src",
  ].flatMap(below),
  ...["language-configuration", "walkthrough"].flatMap(below),
];

function below(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((it) => `${folder}/${it.replaceAll("\\", "/")}`)
    .filter((it) =>
      /\.(tsx?|mjs|cjs|js|json|md|html|lua|el|toml|rs|lpfilter|lpjob|cfrule)$/.test(it),
    )
    .filter((it) => it !== "test/words.test.ts");
}

/** The data of tests quotes invalid input, so only comments and titles are checked there. Lines keep their numbers. */
function proseOf(path: string): string {
  const text = readFileSync(join(root, path), "utf8");
  return path.startsWith("test/") ? text.replace(/^.*$/gm, commentOrTitle) : text;
}

function commentOrTitle(line: string): string {
  return (
    /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*|\b(?:test|describe)\b.*|^\s*\](?: as const)?\)\(".*/.exec(
      line,
    )?.[0] ?? ""
  );
}

test("the texts of the repository are found", () => {
  for (const one of ["README.md", "server/src/core/diagnostic.ts", "docs/diagnostics.md"])
    expect(texts).toContain(one);
});

describe("no text uses these phrases", () => {
  const contents = texts.map((path) => [path, proseOf(path)] as const);

  test.each(avoid)("%s, but: %s", (phrase) => {
    const found = contents.flatMap(([path, text]) =>
      phrase.test(text) ? linesWith(phrase, path, text) : [],
    );
    expect(found).toEqual([]);
  });
});

describe("no document uses these phrases", () => {
  test.each(avoidInDocuments)("%s, but: %s", (phrase) => {
    const found = documents.flatMap((path) =>
      linesWith(phrase, path, readFileSync(join(root, path), "utf8")),
    );
    expect(found).toEqual([]);
  });
});

describe("no code, message or comment uses these phrases", () => {
  const contents = texts
    .filter((it) => /\.(tsx?|mjs|json)$/.test(it))
    .map((path) => [path, proseOf(path)] as const);

  test.each(avoidInCode)("%s, but: %s", (phrase) => {
    const found = contents.flatMap(([path, text]) => linesWith(phrase, path, text));
    // The code that keeps its old name.
    expect(found.filter((it) => !it.includes("renamedCodes"))).toEqual([]);
  });

  test.each([
    ["message", avoidInMessages, messagesOf, /^(server|client|views|site)\/|^l10n/],
    ["comment", avoidInComments, commentOf, /\.(tsx?|mjs)$/],
  ] as const)("that a reader of a %s has to look up", (_, phrase, partOf, where) => {
    const sources = contents.filter(([path]) => where.test(path));
    const found = sources.flatMap(([path, text]) =>
      linesWith(phrase, path, text.replace(/^.*$/gm, partOf)),
    );
    expect(found).toEqual([]);
  });
});

function commentOf(line: string): string {
  return /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/.exec(line)?.[0] ?? "";
}

/** The strings of a line that are sentences, without comments. */
function messagesOf(line: string): string {
  if (/^\s*(\/\/|\/?\*)/.test(line)) return "";
  const code = line.replace(/\s\/\/ .*$/, "");
  const strings = code.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return strings.filter((it) => it.includes(" ")).join(" ");
}

function linesWith(phrase: RegExp, path: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, i) => (phrase.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : []));
}

test.each([
  ["/** What a push would change. */", true],
  ["  // The text. What follows is kept.", true],
  ["const end = 1; // The end is that of the rule.", true],
  ["/** What does a push change? */", false],
  ['const text = "What that of is";', false],
])("%s: %s", (line, isFound) => {
  expect(avoidInComments.test(commentOf(line))).toBe(isFound);
});

test.each([
  ["  // A comment.", "  // A comment."],
  [" * Of several lines.", " * Of several lines."],
  ["  const a = 1; // Behind code.", " // Behind code."],
  ['  test("a title", () => {', 'test("a title", () => {'],
  ['  ])("a title of %s", () => {', '  ])("a title of %s", () => {'],
  ['  expect(said).toBe("Data.");', ""],
])("of '%s' in a test, '%s' is checked", (line, prose) => {
  expect(commentOrTitle(line)).toBe(prose);
});

test.each([
  "'AND' is no operator.",
  "Expected an address, and this is none.",
  "No field is named 'x'.",
  "'lt' takes a number, and here stands '500'.",
  "What stands after '@action'.",
  "'key' stands twice.",
  "'ssl' stands alone.",
  "'key' stands without quotes.",
  "A value is where something true or false belongs.",
  "Mend what has one right answer.",
  "The text was mended.",
  "Give files the one layout.",
  "The file is laid out.",
  "It is held against the service.",
  "It minds letter case.",
  "Names have small letters.",
  "Methods are in capitals.",
  "Take back the last push.",
  "It is good for no zone.",
  "The moment lies before that.",
  "The service takes 512 characters.",
  "The service makes a job.",
  "interface Wishes",
  "type Manner",
  "class Desk",
  "They quarrel.",
  "Find what is wrong with filters.",
  "The first finding.",
  "The file has mistakes.",
  "Silence a warning.",
  "Keep quiet about a code.",
  "The joiner of a group.",
  "A whole number.",
  "A job that is switched off.",
  "Say where things go.",
  "The profile that counts.",
  "Somebody has changed it.",
  "The lock knows nothing of it.",
  "A rule of an account.",
  "A variable of the environment.",
  "Agree beforehand.",
  "Always 0 nowadays.",
])("'%s' is found", (quaint) => {
  expect(avoid.some(([phrase]) => phrase.test(quaint))).toBe(true);
});

test.each([
  "The SQL is tested, that of transformers too.",
  "The fixes are those of warnings.",
  "The same one is used.",
  "Files that cannot be read are named.",
  "If all lines are needed, it is said.",
  "- What is not created now is checked, too.",
  "It is only to be had from the vendor.",
  "According to the service's documentation.",
  "Facts of the catalogues.",
  "The run was cancelled.",
  "The behaviour.",
])("'%s' is found in documents", (foreign) => {
  expect(avoidInDocuments.some(([phrase]) => phrase.test(foreign))).toBe(true);
});

test.each([
  ["'AND' is no operator.", "'AND' is no longer an operator."],
  ["Mend what is wrong.", "Recommended."],
  ["Here stands 500.", "The standard format."],
  ["The address is none.", "There is none. Is none of these."],
  ["It minds letter case.", "It is case-sensitive."],
  ["Silenced by a comment.", "Silent."],
])("'%s' is found, '%s' is not", (quaint, plain) => {
  expect(avoid.some(([phrase]) => phrase.test(quaint))).toBe(true);
  expect(avoid.some(([phrase]) => phrase.test(plain))).toBe(false);
});
