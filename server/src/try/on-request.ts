import type { RequestFields } from "../core/request-trial.ts";
import { evaluateTree } from "../core/trial-tree.ts";
import { Lines } from "../text/lines.ts";
import { rangeOf, type TriedCondition, type TryResult, writtenIn } from "./report.ts";
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
  const ended = new Set<string>();
  const texts = subjects.flatMap(textsIn).filter(isRule);
  const ordered = [...texts].sort((a, b) => (a.place?.order ?? 0) - (b.place?.order ?? 0));
  const results = new Map(
    ordered.map((it) => [it, resultOf(it, requestFor(it.subject), ended, explain)]),
  );
  return { version: 1, results: texts.flatMap((it) => results.get(it) ?? []) };
}

/** Also true for a rule that cannot be parsed. */
function isRule({ rule, dataset, output, filterFile, trial }: TriedText): boolean {
  const isOfLines = dataset !== undefined || output !== undefined || filterFile !== undefined;
  return rule !== undefined || (!isOfLines && trial === undefined);
}

function resultOf(
  { subject, language, region, error, rule, place }: TriedText,
  request: RequestFields,
  ended: Set<string>,
  explain: boolean,
): TryResult {
  const lines = new Lines(subject.text);
  const start = {
    path: subject.path,
    language,
    ...(region && { range: rangeOf(region, lines) }),
  };
  if (!rule) return { ...start, error: error ?? "The rule cannot be evaluated." };
  const outcome = rule.outcome(request);
  const set = place && `${subject.file} ${place.set}`;
  const isReached = set === undefined || !ended.has(set);
  if (set !== undefined && isReached && outcome && place?.terminates) ended.add(set);
  return {
    ...start,
    kept: outcome ? 1 : 0,
    undetermined: outcome === undefined ? 1 : 0,
    ...(set !== undefined && { reached: isReached ? 1 : 0 }),
    ...(explain && { conditions: conditionsOf(rule, request, subject.text) }),
    missed: rule.missed(request),
    facts: rule.facts(request),
  };
}

function conditionsOf(
  rule: NonNullable<TriedText["rule"]>,
  request: RequestFields,
  text: string,
): readonly TriedCondition[] {
  const lines = new Lines(text);
  const answers = rule.answers(request);
  const { decides } = evaluateTree(rule.tree, answers);
  return rule.conditions.map((span, index) => ({
    range: rangeOf(span, lines),
    text: writtenIn(text, span),
    holds: answers[index] ? 1 : 0,
    decides: decides[index] ? 1 : 0,
  }));
}
