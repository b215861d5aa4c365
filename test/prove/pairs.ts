import fc from "fast-check";
import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import {
  compareMeanings,
  type Meaning,
  type Witness,
} from "../../server/src/core/meaning/meaning.ts";
import type { Relation } from "../../server/src/core/meaning/relation.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { requests, rule } from "../cfrule/random-rules.ts";
import { pairs as filterPairs } from "../lpfilter/random-filters.ts";
import { excluded } from "../support/relations.ts";
import { sides } from "./questions.ts";

/** Two texts, and which of them match each of some lines or requests, as `true false`. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
  readonly sides: () => Iterable<string>;
}

/** The result for a pair. */
export interface Judged {
  readonly relation: Relation<Witness>;
  /** Undefined if nothing contradicts the relation. */
  readonly wrong: string | undefined;
}

/** Undefined for texts without a meaning. */
export function judge(
  pair: TextPair,
  meaningOf: (text: string) => Meaning | undefined,
): Judged | undefined {
  const [a, b] = [meaningOf(pair.first), meaningOf(pair.second)];
  if (!a || !b) return undefined;
  const relation = compareMeanings(a, b);
  return { relation, wrong: contradictionOf(relation, pair, a, b) };
}

export function contradictionOf(
  relation: Relation<Witness>,
  { sides: sidesOf }: TextPair,
  a: Meaning,
  b: Meaning,
): string | undefined {
  for (const which of ["onlyFirst", "onlySecond", "both"] as const) {
    const witness = relation[which];
    if (!witness) continue;
    const is = `${a.matches(witness)} ${b.matches(witness)}`;
    if (is !== sides[which]) return `${which} is ${is}: ${JSON.stringify(witness)}`;
  }
  for (const it of sidesOf()) if (excluded[relation.name]?.includes(it)) return it;
  return undefined;
}

export interface Kind {
  readonly name: string;
  readonly pairs: fc.Arbitrary<TextPair>;
  readonly meaningOf: (text: string) => Meaning | undefined;
  /** The maximum share of pairs with an unknown result, from 0 to 1. */
  readonly mostUnknown: number;
}

const filters: fc.Arbitrary<TextPair> = filterPairs.map(({ first, second, lines }) => ({
  first,
  second,
  *sides() {
    const [a, b] = [first, second].map((it) => lpfilter.analyze(it, defaultContext).meaning?.());
    for (const line of lines) yield `${a?.matches({ line })} ${b?.matches({ line })}`;
  },
}));

const rules: fc.Arbitrary<TextPair> = fc.tuple(rule, rule).map(([first, second]) => ({
  first,
  second,
  *sides() {
    for (const missing of ["false", "engine"] as const) {
      const [a, b] = [first, second].map((it) => compile(parse(it).root, { missing }));
      for (const it of requests) yield `${a?.(it)} ${b?.(it)}`;
    }
  },
}));

export const kinds: readonly Kind[] = [
  {
    name: "filters",
    pairs: filters,
    meaningOf: (text) => lpfilter.analyze(text, defaultContext).meaning?.(),
    mostUnknown: 0.001,
  },
  {
    name: "rules",
    pairs: rules,
    meaningOf: (text) => cfrule.analyze(text, defaultContext).meaning?.(),
    mostUnknown: 0.05,
  },
];
