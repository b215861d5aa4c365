import { whyUnknown } from "../../compare/why-unknown.ts";
import { witnessText } from "../../core/meaning/describe-relation.ts";
import {
  type Difference,
  type MeaningChange,
  meaningChange,
} from "../../core/meaning/difference.ts";
import type { Meaning, Statement, Witness } from "../../core/meaning/meaning.ts";
import { compareWork } from "../../core/meaning/relation.ts";
import { Budget } from "../../core/solver/budget.ts";
import { and } from "../../core/solver/formula.ts";
import { solve } from "../../core/solver/solve.ts";
import { type FileContext, languageFor } from "../../languages.ts";
import { parseExactly, writeExactly } from "../../text/exact-integers.ts";
import { printable } from "../../text/printable.ts";
import { textResources } from "./describe.ts";
import type { Change } from "./settings.ts";

/** The effect of a change on the lines that a filter keeps, or the requests that an expression matches. */
export interface MeaningText {
  /** In one sentence, with examples. */
  readonly text: string;
  /** For a question: the losses before the gains, with examples only where no condition describes them. */
  readonly effects: readonly string[];
  /** Nothing is left of what it kept or matched. */
  readonly losesAll?: boolean;
}

/** Undefined if no filter or expression changes. */
export function describeMeaningChange(
  changes: readonly Change[],
  contextOf: () => FileContext,
): MeaningText | undefined {
  for (const { name, before, after } of changes) {
    const resource = textResources.get(name);
    if (!resource || typeof before !== "string" || typeof after !== "string") continue;
    const language = languageFor(resource);
    const context = contextOf();
    const was = language.analyze(before, context).meaning?.();
    const is = language.analyze(after, context).meaning?.();
    const words = resource === "rule" ? requests : lines;
    const why = obstacle(was, is);
    if (!was || !is || why) return unknownText(words, why);
    const read = (text: string) => language.analyze(text, context).meaning?.();
    const change = meaningChange(is, was, read);
    if (change.relation === "unknown") return unknownText(words, whyUnknown(was, is));
    const losesAll = change.lost !== undefined && isAllLost(change.relation, is);
    return {
      text: sentenceOf(change, words),
      effects: effectsOf(change, words, losesAll),
      losesAll,
    };
  }
  return undefined;
}

/** A text that matches nothing is narrower than every other one. */
function isAllLost(relation: MeaningChange["relation"], is: Meaning): boolean {
  if (relation === "disjoint") return true;
  if (relation !== "narrower") return false;
  const whole = and(is.formula, ...is.facts(is.terms));
  return solve(whole, new Budget(compareWork)).kind === "impossible";
}

function obstacle(was: Meaning | undefined, is: Meaning | undefined): string | undefined {
  if (!was || !is) return "The file or the service has errors, or parts that are filled in later.";
  if (was.scope === is.scope) return undefined;
  return `It was for ${was.scope}, and is for ${is.scope}.`;
}

interface Words {
  readonly keeps: string;
  readonly kept: string;
  readonly what: string;
}

export const lines: Words = { keeps: "Keeps", kept: "kept", what: "lines" };
export const requests: Words = { keeps: "Matches", kept: "matched", what: "requests" };

/** Without an example, only the relation is told. Losses come first. */
export function sentenceOf({ relation, gained, lost }: MeaningChange, words: Words): string {
  const { keeps, kept, what } = words;
  const now = gained && gainedText(gained, words, relation === "disjoint" ? "now" : "also");
  const before = lost && lostText(lost, words);
  const more = gained?.where?.form === "within" && whereText(gained) ? "more: " : "";
  const both = [before, now].filter((it) => it !== undefined).join(", but ");
  const details = both === "" ? "" : `: ${both}`;
  switch (relation) {
    case "equal":
      return sameText(words);
    case "wider":
      return `${keeps} everything it ${kept}, and ${now === undefined ? "more" : more + now}.`;
    case "narrower":
      return `${keeps} less than before${details}.`;
    case "overlapping":
      return `${keeps} other ${what} than before${details}.`;
    case "disjoint":
      return `${keeps} nothing that it ${kept}${details}.`;
    case "unknown":
      return unknownText(words).text;
  }
}

function sameText({ what }: Words): string {
  return `The same ${what} as before: only the text changes.`;
}

function effectsOf(change: MeaningChange, words: Words, losesAll: boolean): readonly string[] {
  const { relation, gained, lost } = change;
  const { keeps, kept } = words;
  if (relation === "equal") return [sameText(words)];
  const effects = [
    ...(losesAll ? [`${keeps} nothing that it ${kept}.`] : []),
    ...(lost && !losesAll ? [`${sentence(lostText(lost, words, false), keeps)}.`] : []),
    ...(gained
      ? [`${sentence(gainedText(gained, words, losesAll ? "now" : "also", false), keeps)}.`]
      : []),
  ];
  return effects.length > 0 ? effects : [sentenceOf(change, words)];
}

/** As in "No longer keeps lines where …". Texts that have a verb only get a capital letter. */
function sentence(text: string, keeps: string): string {
  const verb = text.replace(/^(no longer|also|now) /, `$1 ${keeps.toLowerCase()} `);
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}

/** No word about a change would read as if there were none. */
function unknownText({ what }: Words, why?: string): MeaningText {
  const text = `Weir cannot tell which ${what} change.${why === undefined ? "" : ` ${why}`}`;
  return { text, effects: [text] };
}

function gainedText(
  gained: Difference,
  { keeps, what }: Words,
  also: string,
  withExample = true,
): string {
  const where = whereText(gained);
  const such = `such as ${shown(gained.witness)}`;
  const example = withExample ? `, ${such}` : "";
  switch (where && gained.where?.form) {
    case "exact":
      return `${also} ${what} where ${where}${example}`;
    case "within":
      return `of the ${what} it now ${keeps.toLowerCase()}, those where ${where} are new${example}`;
    case "all":
      return `now all ${what} where ${where}${example}`;
    default:
      return `${also} ${what} ${such}`;
  }
}

function lostText(lost: Difference, { kept, what }: Words, withExample = true): string {
  const where = whereText(lost);
  const such = `such as ${shown(lost.witness)}`;
  const example = withExample ? `, ${such}` : "";
  switch (where && lost.where?.form) {
    case "exact":
      return `no longer ${what} where ${where}${example}`;
    case "within":
      return `of the ${what} it ${kept}, no longer those where ${where}${example}`;
    case "all":
      return `no longer all ${what} where ${where}${example}`;
    default:
      return `no longer ${what} ${such}`;
  }
}

/** Longer conditions are harder to read than the example alone. */
const longest = 200;

function whereText({ where }: Difference): string | undefined {
  const parts = where?.statements.map(shownStatement) ?? [];
  const text = parts.join(parts.some((it) => it.includes(" or ")) ? ", and " : " and ");
  return text !== "" && text.length <= longest ? printable(text) : undefined;
}

/** "is none of" needs more than two values. */
function shownStatement({ text, shown: usual }: Statement): string {
  if (!text.includes('"operator":"!in"')) return usual;
  const { key, value } = parseExactly(text) as { key?: unknown; value?: unknown };
  if (!Array.isArray(value) || value.length !== 2) return usual;
  const [first, second] = value.map(writeExactly);
  return `${key} is neither ${first} nor ${second}`;
}

function shown(witness: Witness): string {
  const text = witnessText(witness);
  return "line" in witness ? text : `'${text}'`;
}
