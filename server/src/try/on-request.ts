import { inOrder } from "../core/configuration/order.ts";
import type { RequestFields } from "../core/trial.ts";
import { evaluateTree } from "../core/trial-tree.ts";
import { Lines } from "../text/lines.ts";
import type { TriedCondition, TryResult } from "./answer.ts";
import { rangeOf, reachOf, writtenIn } from "./report.ts";
import { type Reach, RuleOrder } from "./rule-order.ts";
import { type Subject, type TriedText, textsIn } from "./subject.ts";

/** The JSON output of `weir try --request`; its shape is part of the public contract. */
export interface RequestAnswer {
  readonly version: 1;
  readonly results: readonly TryResult[];
}

/** Tries the rules of the subjects on one request; filters and jobs need log lines and are skipped. */
export function answerOnRequest(
  subjects: readonly Subject[],
  requestFor: (subject: Subject) => RequestFields,
  explain: boolean,
): RequestAnswer {
  const order = new RuleOrder();
  const texts = subjects.flatMap(textsIn).filter(isRule);
  const results = new Map(
    inOrder(texts, (it) => it.place?.order).map((it) => [
      it,
      resultOf(it, requestFor(it.subject), order, explain),
    ]),
  );
  return { version: 1, results: texts.flatMap((it) => results.get(it) ?? []) };
}

/** Also true for a rule that cannot be parsed. */
function isRule({ rule, dataset, output, filterFile, trial }: TriedText): boolean {
  const isOfLines = dataset !== undefined || output !== undefined || filterFile !== undefined;
  return rule !== undefined || (!isOfLines && trial === undefined);
}

function resultOf(
  tried: TriedText,
  request: RequestFields,
  order: RuleOrder,
  explain: boolean,
): TryResult {
  const { subject, language, region, error, rule, place } = tried;
  const lines = new Lines(subject.text);
  const start = {
    path: subject.path,
    language,
    ...(region && { range: rangeOf(region, lines) }),
  };
  const outcome = rule?.outcome(request);
  const reach = order.add(tried, outcome);
  if (!rule) return { ...start, error: error ?? "The rule cannot be evaluated." };
  return {
    ...start,
    kept: outcome ? 1 : 0,
    undetermined: outcome === undefined ? 1 : 0,
    ...(place && reach && reachOf(place, countsOf(reach))),
    ...(explain && { conditions: conditionsOf(rule, request, subject.text) }),
    missed: rule.missed(request),
    facts: rule.facts(request),
  };
}

function countsOf({ isReached, mayBeReached, acts, mayAct }: Reach) {
  return {
    reached: Number(isReached),
    reachedAtMost: Number(mayBeReached),
    acts: Number(acts),
    actsAtMost: Number(mayAct),
  };
}

function conditionsOf(
  rule: NonNullable<TriedText["rule"]>,
  request: RequestFields,
  text: string,
): readonly TriedCondition[] {
  const lines = new Lines(text);
  const answers = rule.answers(request);
  const { outcome, decides } = evaluateTree(rule.tree, answers);
  return rule.conditions.map((span, index) => ({
    range: rangeOf(span, lines),
    text: writtenIn(text, span),
    holds: answers[index] ? 1 : 0,
    decides: decides[index] ? 1 : 0,
    keeps: decides[index] && outcome ? 1 : 0,
  }));
}
