import fc from "fast-check";
import { expect, test } from "vitest";
import type { Refactoring } from "../../server/src/core/analysis.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext, type FileContext } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { holeCharacter, replaceHoles } from "../../server/src/text/hole.ts";
import { rule } from "../cfrule/random-rules.ts";
import { Random } from "../conformance/random.ts";
import { samples } from "../lpfilter/random-filters.ts";
import { times } from "../support/long.ts";
import { filters, type Judge, rules } from "./evaluators.ts";

const context: FileContext = { ...defaultContext, hasHoles: true };
const seed = 20_261_117;

interface Holed {
  readonly text: string;
  readonly contents: readonly string[];
}

const inRules = [
  'http.host eq "a" or ssl',
  'http.host eq "a" and ssl',
  "not ssl",
  "ssl",
  "not",
  "and",
  "or ssl",
  "and ssl",
  "ssl or",
  "ssl and",
  ") or (",
  "(",
  ")",
  '"a"',
  '"a" "b"',
  "http.host",
  "",
  "a",
  "eq",
  'eq "a" or http.host',
  "192.0.2.1",
  "404",
  "{",
  "http.response.code eq 404 xor ssl",
];

const inFilters = [
  '{"key":"ClientCountry","operator":"eq","value":"a"}',
  '{"key":"ClientCountry","operator":"eq","value":"a"},{"key":"ClientCountry","operator":"eq","value":"b"}',
  '"a"',
  '"a","b"',
  "1",
  "",
  "a",
  "],[",
  '"or":[]',
  '"value":"b",',
  ',"value":"b"',
  '","value":"b',
];

/** The text with holes in place of words, between words, and inside of them. */
function withHoles(text: string, random: Random, pool: readonly string[]): Holed {
  const pieces = text.match(/[\w.]+|\s+|[^\w\s.]/g) ?? [];
  const contents: string[] = [];
  const hole = () => {
    contents.push(random.pick(pool));
    return holeCharacter(contents.length - 1);
  };
  for (let left = 1 + random.below(2); left > 0; left--) {
    const at = random.below(pieces.length);
    const piece = pieces[at] ?? "";
    const kind = random.below(4);
    if (kind === 0) pieces[at] = hole();
    else if (kind === 1) pieces[at] = `${piece}${hole()}`;
    else if (kind === 2) pieces[at] = `${piece} ${hole()} `;
    else pieces.splice(at, 1 + random.below(12), hole());
  }
  // In the order of the text.
  const joined = pieces.join("");
  const order = [...joined].filter((it) => it >= "\ufdd0" && it <= "\ufdef");
  return { text: joined, contents: order.map((it) => contents[it.charCodeAt(0) - 0xfdd0] ?? "") };
}

/** By its character, because an edit may move a hole. */
function filled(text: string, from: Holed): string {
  const by = new Map<string, string>();
  replaceHoles(from.text, (hole, index) => {
    by.set(hole, from.contents[index] ?? "");
    return "";
  });
  return replaceHoles(text, (hole) => by.get(hole) ?? "");
}

function keepsMeaning<Sample>(
  judge: Judge<Sample>,
  holed: Holed,
  after: string,
  random: Random,
  why: string,
) {
  const [text, changed] = [filled(holed.text, holed), filled(after, holed)];
  const [was, is] = [judge.read(text), judge.read(changed)];
  if (!was) return false;
  const shown = `${why}\n${JSON.stringify(holed.contents)} in\n${holed.text}\n→ ${after}\n${text}\n→ ${changed}`;
  if (!is) throw new Error(`${shown}\nis refused`);
  for (const sample of judge.samplesFor([text, changed], random))
    if (was.answer(sample) !== is.answer(sample))
      throw new Error(`${shown}\ngives ${is.answer(sample)} for ${was.answer(sample)}`);
  return true;
}

/** Edits that the user may apply without a thought. */
function safeEdits(found: readonly Diagnostic[], offered: readonly Refactoring[]) {
  const fixes = found.flatMap(({ code, fixes }) =>
    fixes
      .filter((it) => !it.guess)
      .map(({ edits, title }) => ({ edits, why: `${code}: ${title}` })),
  );
  const kept = offered
    .filter(
      (it) =>
        it.kind === "refactor.rewrite" && !/^(?:Negate|Wrap|Change|Remove 'not')/.test(it.title),
    )
    .map(({ title, edits }) => ({ edits, why: title }));
  return [...fixes, ...kept];
}

function tryHoles<Sample>(
  judge: Judge<Sample>,
  text: string,
  pool: readonly string[],
  random: Random,
): boolean {
  const holed = withHoles(text, random, pool);
  const fixed = fixAll(judge.language, holed.text, context, { style: true });
  let judged = fixed !== holed.text && keepsMeaning(judge, holed, fixed, random, "all fixes");
  const analysis = judge.language.analyze(holed.text, context);
  const at = random.below(holed.text.length);
  for (const { edits, why } of safeEdits(
    analysis.diagnostics(),
    analysis.refactorings({ start: at, end: at }),
  )) {
    judged = keepsMeaning(judge, holed, applyEdits(holed.text, edits), random, why) || judged;
  }
  const formatted = analysis.format({ tabSize: 2, insertSpaces: true });
  if (formatted) keepsMeaning(judge, holed, applyEdits(holed.text, formatted), random, "format");
  return judged;
}

test.each([
  ["rules", rules, rule, inRules],
  ["filters", filters, samples.map((it) => it.text), inFilters],
] as const)(
  "safe edits of %s keep the meaning for any content of holes",
  (_, judge, texts, pool) => {
    const random = new Random(seed);
    let judged = 0;
    for (const text of fc.sample<string>(texts, { seed, numRuns: times(4) }))
      for (let i = 0; i < 4; i++)
        if (tryHoles(judge as Judge<unknown>, text, pool, random)) judged++;
    expect(judged).toBeGreaterThan(times(0, 20));
  },
);
