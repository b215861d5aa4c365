import type { LogTest } from "../core/log-test.ts";
import type { FileContext } from "../languages.ts";
import type { RunEvents } from "../try/run.ts";
import { runnerFor, runTry } from "../try/try.ts";
import type { ResolvedTry, TryRequest } from "../try/try-request.ts";
import type { CostAnswer } from "./answer.ts";
import { explainingFields } from "./atoms.ts";
import { type CostCounting, CostCounts } from "./cost-counts.ts";
import { CostTally } from "./cost-tally.ts";
import { type CostQuestion, costAnswer } from "./report.ts";

/** Log fields that are read besides the fields of the jobs: suggestions may be about any of them. */
export function fieldsToRead(
  datasets: ReadonlySet<string>,
  { extraFields }: Pick<FileContext, "extraFields">,
  keeps: readonly LogTest[],
): readonly string[] {
  const explaining = [...datasets].flatMap((it) => explainingFields(it, extraFields));
  return [...new Set([...explaining.map((it) => it.name), ...keeps.flatMap(fieldsIn)])];
}

function fieldsIn(test: LogTest): readonly string[] {
  return test.kind === "condition" ? [test.field] : test.parts.flatMap(fieldsIn);
}

/** Reads the logs once, on this thread, and answers what the texts cost. */
export async function runCost(
  request: TryRequest,
  resolved: ResolvedTry,
  counting: Omit<CostCounting, "isCounted">,
  question: CostQuestion,
  events: RunEvents,
): Promise<{ readonly cost: CostAnswer; readonly hasErrors: boolean }> {
  const current = new Set(resolved.texts);
  const counts = new CostCounts({ ...counting, isCounted: (it) => current.has(it) });
  const run = runnerFor(request.subjects, {
    workers: 1,
    makeTally: (...args) => new CostTally(counts, ...args),
  });
  const tried = await runTry(request, resolved, events, run);
  const { errors = [] } = tried.logs;
  const unread = errors.map(({ path, message }) => `${path}: ${message}`);
  const cost = costAnswer(tried, resolved.texts, counts, question);
  return {
    cost: { ...cost, notes: [...unread, ...cost.notes] },
    hasErrors: errors.length > 0,
  };
}
