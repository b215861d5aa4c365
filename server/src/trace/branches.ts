import type { ConfiguredRule } from "../core/configuration/model.ts";
import { conditionOf } from "./condition.ts";
import { type RunResult, runTrace } from "./run.ts";
import type { Fork, TraceInput } from "./state.ts";
import type { TraceCondition, TraceOutcome } from "./types.ts";

/** How many cases of unknown rules are followed. */
const mostBranches = 8;

type Branch = { readonly run: RunResult } | Forked;

interface Forked extends Fork {
  readonly matched: Branch;
  readonly unmatched: Branch;
}

/** Follows a request in all cases of the rules whose matches are not known. */
export function followBranches(input: TraceInput): Pick<RunResult, "outcome" | "steps"> {
  let left = mostBranches - 1;
  const follow = (decided: ReadonlyMap<ConfiguredRule, boolean>): Branch => {
    const run = runTrace(input, decided);
    const { fork } = run;
    if (!fork) return { run };
    if (left === 0) return { run: withoutEnd(run, fork.field) };
    left--;
    const branch = {
      ...fork,
      matched: follow(new Map([...decided, [fork.rule, true]])),
      unmatched: follow(new Map([...decided, [fork.rule, false]])),
    };
    return keyOf(branch.matched) === keyOf(branch.unmatched) ? branch.unmatched : branch;
  };
  const { evidence } = input;
  if (!evidence) return resultOf(follow(new Map()));
  // The line names the rule that ended the request, so no other did.
  const named = evidence.namesRule ? runTrace(input, new Map(), true) : undefined;
  if (named && evidence.fits(named.outcome)) return named;
  const root = follow(new Map());
  const { outcome, steps } = resultOf(pruned(root, (it) => evidence.fits(it)) ?? root);
  const contradiction = evidence.contradiction(outcome, steps);
  if (contradiction === undefined) return { outcome, steps };
  return { outcome: { ...outcome, unknown: [...(outcome.unknown ?? []), contradiction] }, steps };
}

function resultOf(branch: Branch): Pick<RunResult, "outcome" | "steps"> {
  return { outcome: outcomeOf(branch), steps: lastOf(branch).steps };
}

/** Without outcomes that are not possible. Undefined if none is. */
function pruned(
  branch: Branch,
  isPossible: (outcome: TraceOutcome) => boolean,
): Branch | undefined {
  if (!("rule" in branch)) return isPossible(branch.run.outcome) ? branch : undefined;
  const [matched, unmatched] = [
    pruned(branch.matched, isPossible),
    pruned(branch.unmatched, isPossible),
  ];
  return matched && unmatched ? { ...branch, matched, unmatched } : (matched ?? unmatched);
}

function withoutEnd(run: RunResult, field: string): RunResult {
  const unknown = [`More than ${mostBranches} outcomes are possible. Set '${field}'.`];
  return { ...run, fork: undefined, outcome: { kind: "unknown", unknown } };
}

/** Equal for branches with the same outcome. */
function keyOf(branch: Branch): string {
  if ("rule" in branch) return JSON.stringify([keyOf(branch.matched), keyOf(branch.unmatched)]);
  const { because: _, assuming: __, ...rest } = branch.run.outcome;
  return JSON.stringify(rest);
}

/** The case in which no unknown rule matches, which goes furthest. */
function lastOf(branch: Branch): RunResult {
  return "rule" in branch ? lastOf(branch.unmatched) : branch.run;
}

function leavesOf(branch: Branch): readonly TraceOutcome[] {
  return "rule" in branch
    ? [...leavesOf(branch.matched), ...leavesOf(branch.unmatched)]
    : [branch.run.outcome];
}

function outcomeOf(branch: Branch): TraceOutcome {
  if (!("rule" in branch)) return branch.run.outcome;
  const leaves = leavesOf(branch);
  const { outcome } = lastOf(branch);
  const isCommon = (name: keyof TraceOutcome) =>
    leaves.every((it) => JSON.stringify(it[name]) === JSON.stringify(outcome[name]));
  const kept = isCommon("kind")
    ? Object.entries(outcome).filter(([name]) => isCommon(name as keyof TraceOutcome))
    : [];
  const conditions = [...conditionsOf(branch), ...(outcome.if ?? [])];
  const assuming = [...new Set(leaves.flatMap((it) => it.assuming ?? []))];
  const unknown = [...new Set(leaves.flatMap((it) => it.unknown ?? []))];
  return {
    ...Object.fromEntries(kept),
    kind: isCommon("kind") ? outcome.kind : "unknown",
    if: conditions,
    ...(assuming.length > 0 && { assuming }),
    ...(unknown.length > 0 && { unknown }),
  };
}

function conditionsOf(branch: Branch): readonly TraceCondition[] {
  if (!("rule" in branch)) return [];
  const { rule, name, field, open, isEffect, matched, unmatched } = branch;
  const isSame = kindOf(matched) === kindOf(unmatched);
  const without = isSame ? undefined : name;
  const own = conditionOf(
    rule,
    { field, name, open, ...(isEffect && { isEffect }) },
    wordOf(matched, without),
    wordOf(unmatched, without),
  );
  return [own, ...conditionsOf(branch.matched), ...conditionsOf(branch.unmatched)];
}

function kindOf(branch: Branch): string {
  return "rule" in branch ? "" : branch.run.outcome.kind;
}

/** With the rule that decides, unless the text beside the word has it. */
function wordOf(branch: Branch, without: string | undefined): string {
  if ("rule" in branch) return `depends on '${branch.name}'`;
  const { kind, by } = branch.run.outcome;
  return by === undefined || by === without ? kind : `${kind} by '${by}'`;
}
