import type { CostAnswer, JobCost } from "../../cost/answer.ts";
import { share } from "./amounts.ts";
import type { CostArguments } from "./arguments.ts";

/** Why the budget or the growth is not proved to be within its limit. Without evidence, it is not. */
export function brokenLimits(
  { budget, jobs, interrupted }: CostAnswer,
  { growth }: Pick<CostArguments, "growth">,
): readonly string[] {
  return [
    ...budgetProblem(budget),
    ...(growth === undefined
      ? []
      : jobs.flatMap((it) => growthProblem(it, growth, interrupted === true))),
  ];
}

function budgetProblem(budget: CostAnswer["budget"]): readonly string[] {
  if (!budget) return [];
  const { cost, usdPerMonth } = budget;
  if (cost === null)
    return ["'--budget' cannot be judged, because there is no price for each of the jobs."];
  return cost > usdPerMonth
    ? [`A month costs $${cost.toFixed(2)}, more than the $${usdPerMonth.toFixed(2)} of '--budget'.`]
    : [];
}

function growthProblem(
  { path, against, sends, error }: JobCost,
  most: number,
  isPartial: boolean,
): readonly string[] {
  if (error !== undefined) return [];
  const why = isPartial
    ? "the logs were not read to their end"
    : !against || (against.lines === 0 && sends.lines === 0)
      ? "there are no lines of both times"
      : undefined;
  if (why !== undefined || !against)
    return [`${path}: '--max-growth' cannot be judged, because ${why}.`];
  if (against.growth === null)
    return [`${path} sends ${sends.lines} lines, and none in the time before.`];
  return against.growth > most
    ? [`${path} grew by ${share(against.growth)}, more than the ${share(most)} of '--max-growth'.`]
    : [];
}
