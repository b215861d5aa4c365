import { printable } from "../text/printable.ts";
import { plural, quotedList } from "../text/wording.ts";
import { lockName } from "../workspace/lock/lock.ts";
import type { Result } from "./plan/plan.ts";
import { rulesetsInScope } from "./rules/in-scope.ts";
import { keptChanges, recordedRulesets } from "./rules/recorded.ts";
import type { Session } from "./session/session.ts";

/** A run that could not read something says so, and its exit code, too. */
export function notExamined(path: string, why: string, { place, service }: Session): Result {
  const message = service.secrets.hide(`Not examined: ${why}`);
  const { profile } = place;
  return { path, profile, outcome: "failed", ids: {}, message, isNotExamined: true };
}

/** The rulesets that were not read, because the credential may not, or because the profile excludes them. */
export async function scopeResults(session: Session): Promise<Result[]> {
  const { profile, rulesTarget } = session.place;
  if (rulesTarget !== "rulesets") return [];
  const { notRead, excluded } = await rulesetsInScope(session);
  const rows = notRead.map(({ what, why }) => notExamined(what, why, session));
  if (excluded.length === 0) return rows;
  const message = `Excluded by "phases" of the profile: ${excluded.join(", ")}.`;
  return [...rows, { path: "rulesets", profile, outcome: "skipped", ids: {}, message }];
}

/** How the rules that no file can have differ from the lock file, and which rulesets were not read. */
export async function ruleScopeResults(session: Session): Promise<Result[]> {
  if (session.place.rulesTarget !== "rulesets") return [];
  return [...(await recordedResults(session)), ...(await scopeResults(session))];
}

/** The lock file's records of rules that no file can have: unchanged rules, and rules that are no longer there. */
async function recordedResults(session: Session): Promise<Result[]> {
  const { profile } = session.place;
  const about = { profile, ids: {}, outcome: "skipped", drift: "unmanaged" } as const;
  const inScope = await rulesetsInScope(session);
  const recorded = recordedRulesets(session, inScope);
  const advice = `To accept this, run 'weir pull', which updates '${lockName}'.`;
  const kept = keptChanges(session, inScope).map(({ path, rule, names }): Result => {
    const what = `settings that no file can have have changed: ${quotedList(names)}`;
    const message = `In the rule of '${path}' on the service, ${what}. ${advice}`;
    return { ...about, ids: { rule: rule.id }, path: `rule ${rule.id}`, message };
  });
  const rows = recorded.flatMap(({ gone, phase, isReordered }): Result[] => [
    ...gone.map((id) => {
      const message = `The rule ${id} of phase '${phase}' no longer runs on the service. ${advice}`;
      return { ...about, path: `rule ${id}`, message };
    }),
    ...(isReordered
      ? [{ ...about, path: `phase ${phase}`, message: `Its rules are in another order. ${advice}` }]
      : []),
  ]);
  const same = recorded.flatMap((it) => it.same);
  if (same.length === 0) return [...kept, ...rows];
  const actions = [...new Set(same.map((it) => printable(it.action)))].sort().join(", ");
  const message = `${plural(same.length, "rule")} that no file can have: as the last pull recorded (${actions}).`;
  return [...kept, ...rows, { path: lockName, profile, outcome: "unchanged", ids: {}, message }];
}
