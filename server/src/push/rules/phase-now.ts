import type { RulesetRule } from "../../api/shapes.ts";
import { inOrder } from "../../core/configuration/order.ts";
import { ruleFinder } from "../../workspace/configuration/rule-named.ts";
import { isAt, locationOf } from "../session/place.ts";
import type { RunOrder } from "../session/run-order.ts";
import type { Session } from "../session/session.ts";

/** The ruleset of a phase as it is now, with a key for each rule: the path of its file, or its ID. */
export interface PhaseNow {
  readonly phase: string;
  /** In execution order, without rules that are deleted after the push. */
  readonly keys: readonly string[];
  /** The files of the run that are still to be pushed, from the current one on. */
  readonly left: readonly string[];
  idOf(key: string): string | undefined;
  /** The key of the rule that a position in a file refers to. */
  find(ref: string, from: string): string | undefined;
}

interface Ruleset {
  readonly phase: string;
  readonly rules: readonly RulesetRule[];
}

/** `own`: the rule that is about to be pushed. Without one, the run is about to begin. */
export function phaseNow(
  { phase, rules }: Ruleset,
  order: RunOrder,
  session: Session,
  own?: { readonly path: string; readonly id: string | undefined },
): PhaseNow {
  const owners = ownersIn(phase, order, session);
  if (own?.id !== undefined) {
    for (const [id, path] of owners) if (path === own.path) owners.delete(id);
    owners.set(own.id, own.path);
  }
  const isLeaving = (id: string) => order.prunes && order.orphans.has(owners.get(id) ?? "");
  const keyOf = ({ id }: RulesetRule) => owners.get(id) ?? id;
  const ids = new Map(rules.map((it) => [keyOf(it), it.id]));
  const start = own ? order.paths.indexOf(own.path) : 0;
  const left = order.paths
    .slice(Math.max(start, 0))
    .filter((it) => order.rules.get(it)?.phase === phase);
  const fresh = left.filter((it) => !ids.has(it));
  // An orphan may be the rule of a renamed file, which is known only when that file is pushed.
  const namesOrphans = !order.prunes && fresh.length === 0;
  const staying = rules.filter((it) => !isLeaving(it.id));
  const named = [
    ...staying.map((it) => {
      const key = keyOf(it);
      const isFile = ids.get(key) === it.id && key !== it.id;
      const files = isFile && (namesOrphans || !order.orphans.has(key)) ? [key] : [];
      return { key, id: it.id, ref: order.rules.get(key)?.ref ?? it.ref, files };
    }),
    ...fresh.map((key) => ({ key, id: undefined, ref: order.rules.get(key)?.ref, files: [key] })),
  ];
  const inFiles = ruleFinder(
    named.filter((it) => order.rules.has(it.key)),
    (it) => it,
  );
  const others = ruleFinder(named, (it) => it);
  return {
    phase,
    left,
    keys: staying.map(keyOf),
    idOf: (key) => ids.get(key),
    find: (ref, from) => (inFiles(ref, from) ?? others(ref, from))?.key,
  };
}

/** The files of rules, by ID. */
function ownersIn(
  phase: string,
  { rules, renamed }: RunOrder,
  { lock, place }: Session,
): Map<string, string> {
  const location = locationOf(place, "rulesets", { zone_id: place.zone ?? "" });
  // A deleted file may still have an entry for a rule that another file has adopted.
  const entries = inOrder(lock.entries(place.profile), ([path]) => Number(rules.has(path)));
  return new Map(
    entries.flatMap(([old, entry]) => {
      const path = renamed.get(old) ?? old;
      const isOfPhase = (rules.get(path)?.phase ?? phase) === phase;
      return entry.rule && isOfPhase && isAt(entry, location) ? [[entry.rule, path]] : [];
    }),
  );
}
