import type { PartEvaluation } from "../../core/logic/confirmed.ts";
import type { Clash } from "../../core/logic/part.ts";
import * as core from "../../core/logic/reasoner.ts";
import { kept } from "../../core/solver/kept.ts";
import { hasHole, holesIn } from "../../text/hole.ts";
import { maxCharacters } from "../catalog/limits.ts";
import { serviceScheme } from "../catalog/scheme.ts";
import {
  compileRule,
  type Request,
  fieldsIn as requestFields,
  requestsAround,
  variablesOf,
} from "../evaluator.ts";
import { eachNode } from "../syntax/children.ts";
import type { Parsed } from "../syntax/parse.ts";
import type { Expression, Logical } from "../syntax/tree.ts";
import { isEach, truthType } from "../syntax/types.ts";
import { withAssumed } from "./assumed.ts";
import { Atoms, assumedFacts, urlFacts } from "./formula/field-facts.ts";
import { PartReader, type RuleFinding, type RuleNode } from "./part.ts";

/** The conclusions from the conditions of a rule. */
export function findingsIn({ text, root, problems }: Parsed): readonly RuleFinding[] {
  const hasProblems = problems.length > 0;
  const reader = new PartReader({ text, hasProblems });
  const part = reader.part(root, false);
  const hasHoles = hasHole(text);
  const isComplete = !hasProblems && !hasHoles && text.length <= 2 * maxCharacters;
  const findings = core.findingsIn(part, {
    facts: () => reader.facts(),
    assumptions: () => {
      const atoms = new Atoms(reader.formulas());
      return [...urlFacts(atoms), ...assumedFacts(atoms)];
    },
    isComplete,
    // A hole may contain an 'or' or an 'and', so nothing can be concluded about the whole rule.
    isExtended: hasHoles,
    isSilent: (it) => it.kind === "clash" && isReportedElsewhere(it),
    ...(hasHoles ? { isApart: separatedIn(text) } : undefined),
    evaluation: isComplete ? () => evaluationOf(root) : undefined,
  });
  return withAssumed(findings, part, text);
}

/** Empty sets, single stars, and regexes that match everything or are written between slashes are reported by other checks. */
function isReportedElsewhere({ members, truth, isWhole }: Clash<RuleNode>): boolean {
  const [only, second] = members;
  if (!only || second) return false;
  const { bare, operand, negated, isDenied } = only.node;
  // A condition that is true of every element tests whether there is one, unless none is needed.
  if (!isWhole && operand && isEach(operand) && (truth === "always") !== negated) return true;
  if (bare.kind !== "comparison") return false;
  const { operator, right } = bare;
  if (right.kind === "set") return right.items.length === 0;
  if (right.kind === "regex")
    return (truth === "always") !== isDenied || /^\/.*\/[a-z]*$/s.test(right.pattern);
  return operator.name.endsWith("wildcard") && right.kind === "string" && right.value === "*";
}

/** The documentation and the engine differ about 'ne' on a missing value: what is claimed must be true in both. */
export const missingReadings = ["false", "engine"] as const;

function evaluationOf(root: Expression): PartEvaluation<RuleNode> {
  return {
    samples: requestsAround(variablesOf(root, {}), serviceScheme),
    answers: ({ expression, negated }) => {
      // An element is no part of a request.
      if (truthType(expression)?.kind !== "Boolean") return () => [];
      const meanings = missingReadings.map((missing) => compileRule(expression, { missing }));
      return (sample) =>
        meanings.map((it) => {
          const holds = it.outcome(requestFields(sample as Request));
          return holds === "undetermined" ? undefined : holds !== negated;
        });
    },
  };
}

/** Whether a hole may contain an `or`, so that what is on its other side, or outside, is not joined with a condition. */
function separatedIn(text: string): (one: RuleNode, other: RuleNode) => boolean {
  const counts = new Map<Logical, readonly number[]>();
  const beforeIn = (logical: Logical) => kept(counts, logical, () => openBefore(logical, text));
  return ({ owner }, { owner: other }) => {
    const indexes = new Map<Logical, number>();
    for (let at = other; at; at = at.outer) indexes.set(at.logical, at.index);
    for (let at = owner; at; at = at.outer) {
      const before = beforeIn(at.logical);
      const index = indexes.get(at.logical);
      if (index !== undefined)
        return (
          (before[Math.max(index, at.index)] ?? 0) > (before[Math.min(index, at.index) + 1] ?? 0)
        );
      if (before.at(-1) !== 0) return true;
    }
    return false;
  };
}

/** For each operand, and for the end, how many before it have a hole outside of parentheses and strings. */
function openBefore({ operands }: Logical, text: string): readonly number[] {
  let count = 0;
  return [0, ...operands.map((it) => (hasBareHole(it, text) ? ++count : count))];
}

function hasBareHole(operand: Expression, text: string): boolean {
  if (operand.kind === "not") return hasBareHole(operand.operand, text);
  if (operand.kind === "group") return false;
  let left = holesIn(text.slice(operand.start, operand.end)).length;
  eachNode(operand, ({ kind, start, end }) => {
    if (kind === "string" || kind === "regex") left -= holesIn(text.slice(start, end)).length;
  });
  return left > 0;
}
