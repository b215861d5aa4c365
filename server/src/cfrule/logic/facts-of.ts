import type { Parsed } from "../syntax/parse.ts";
import { type Facts, noFacts } from "./facts.ts";
import { RuleReasoning } from "./reasoning.ts";
import { type RuleShape, shapeOf } from "./simple-rule.ts";

type Rule = Pick<Parsed, "text" | "root" | "form">;

interface Learned {
  readonly facts: Facts;
  readonly shape: RuleShape;
}

const known = new WeakMap<Parsed, Learned>();

/** Cached, because all checks and refactorings use it. */
function learnedOf(parsed: Parsed): Learned {
  let learned = known.get(parsed);
  if (!learned) {
    const shape = shapeOf(parsed.root);
    learned = { facts: shape.isSimple ? none : learn(parsed), shape };
    known.set(parsed, learned);
  }
  return learned;
}

export function factsOf({ parsed }: { readonly parsed: Parsed }): Facts {
  return learnedOf(parsed).facts;
}

/** Whether no field is tested twice on the path to any condition. */
export function isSimpleRule({ parsed }: { readonly parsed: Parsed }): boolean {
  return learnedOf(parsed).shape.isSimple;
}

/** Whether the solver may prove something that comparing pairs of conditions cannot. */
export function mayBeProved({ parsed }: { readonly parsed: Parsed }): boolean {
  const { shape } = learnedOf(parsed);
  return !shape.isSimple || shape.mayBeProved;
}

const none: Facts = noFacts();

/** The facts of a rule. A value expression has none. */
export function learn({ text, root, form }: Rule): Facts {
  return form === "value" ? none : new RuleReasoning(root, text).facts;
}
