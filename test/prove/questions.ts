import { cfrule } from "../../server/src/cfrule/language.ts";
import {
  compareMeanings,
  type Meaning,
  type Witness,
} from "../../server/src/core/meaning/meaning.ts";
import type { Relation, RelationName } from "../../server/src/core/meaning/relation.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { excluded } from "../support/relations.ts";
import type { Condition } from "./conditions.ts";
import { longest, type Possible, type Smt } from "./smt.ts";
import { asFilter, filterOf, ruleOf } from "./written.ts";

/** A language in which conditions can be written. */
export interface QuestionLanguage {
  readonly name: string;
  readonly meaningOf: (condition: Condition) => Meaning | undefined;
  readonly asWritten: (condition: Condition) => Condition;
}

export const filters: QuestionLanguage = {
  name: "filters",
  meaningOf: (it) => lpfilter.analyze(filterOf(it), defaultContext).meaning?.(),
  asWritten: asFilter,
};

export const rules: QuestionLanguage = {
  name: "rules",
  meaningOf: (it) => cfrule.analyze(ruleOf(it), defaultContext).meaning?.(),
  asWritten: (it) => it,
};

/** Which of two texts match the witness of each side. */
export const sides = {
  onlyFirst: "true false",
  onlySecond: "false true",
  both: "true true",
} as const;

export type ConditionPair = readonly [Condition, Condition];

export function relationOf(
  { meaningOf }: QuestionLanguage,
  [first, second]: ConditionPair,
): Relation<Witness> {
  const [a, b] = [meaningOf(first), meaningOf(second)];
  if (!a || !b) throw new Error("A condition has no meaning.");
  return compareMeanings(a, b);
}

/** The relation of two conditions, and the contradictions found by z3. */
export async function askSmt(
  language: QuestionLanguage,
  pair: ConditionPair,
  smt: Smt,
): Promise<{ readonly name: RelationName; readonly wrong: string | undefined }> {
  const relation = relationOf(language, pair);
  const { name } = relation;
  const possible = await smt.possible(language.asWritten(pair[0]), language.asWritten(pair[1]));
  const wrong = (Object.keys(sides) as (keyof Possible)[]).find((side) => {
    if (possible[side]) return excluded[name]?.includes(sides[side]);
    const witness = relation[side];
    return witness !== null && isShort(witness);
  });
  return { name, wrong: wrong && `${name}, but not for z3: ${wrong} ${JSON.stringify(pair)}` };
}

/** Whether the witness is within the length that z3 tries. */
function isShort(witness: Witness): boolean {
  const values = Object.values("line" in witness ? witness.line : witness.fields);
  const isRequestShort =
    "line" in witness || witness.request.length <= longest + "GET https:///".length;
  return isRequestShort && values.every((it) => String(it).length <= longest);
}
