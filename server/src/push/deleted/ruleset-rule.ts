import type { RemoteRuleset } from "../../api/shapes.ts";
import { customPhase } from "../../languages.ts";
import { type LockEntry, lockName } from "../../workspace/lock/lock.ts";
import { findListed } from "../plan/listed.ts";
import type { Planned } from "../plan/plan.ts";
import { ruleName } from "../rules/name.ts";
import { rulesetSettings } from "../rules/ruleset-work.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { Session } from "../session/session.ts";
import { deletedIds, deletionDone, deletionPlan } from "./deletion.ts";

export async function planRulesetRuleDeletion(
  slot: LockSlot,
  entry: LockEntry,
  session: Session,
): Promise<Planned> {
  const { rulesets } = session.service;
  const { zone = "", ruleset = "", rule = "" } = entry;
  const ruleIn = (it: RemoteRuleset | undefined) => it?.rules.find(({ id }) => id === rule);
  const known = ruleset === "" ? undefined : await rulesets.get(zone, ruleset);
  const phase =
    typeof known?.phase === "string" ? known.phase : await listedPhase(ruleset, zone, session);
  // The service returns rules only as part of their ruleset, which can also be read by phase.
  const found = await findListed("rule", known?.rules ?? [], entry.rule, async () =>
    ruleIn(await rulesets.entryPoint(zone, phase)),
  );
  const title = found
    ? `Delete rule ${ruleName(rulesetSettings(found))}`
    : `Remove rule from '${lockName}'`;
  return {
    plan: deletionPlan(slot, title, found && rulesetSettings(found), session),
    async run() {
      if (found) {
        await slot.during(
          { ...entry, state: "deleting-rule" },
          {
            what: `Delete rule ${ruleName(rulesetSettings(found))}`,
            send: () => rulesets.deleteRule({ zone, ruleset, rule }).then(() => true),
            look: async () => {
              const isLeft = ruleIn(await rulesets.getAgain(zone, ruleset));
              return isLeft || ruleIn(await rulesets.entryPointAgain(zone, phase))
                ? undefined
                : true;
            },
          },
        );
      }
      slot.remove();
      session.lock.removeFromOrder(ruleset, rule);
      const position = (known?.rules.findIndex((it) => it.id === rule) ?? -1) + 1;
      const was = { kind: "ruleset-rule", zone, phase, ruleset, before: found } as const;
      const undo = { ...was, after: undefined, entry, ...(position > 0 && { position }) };
      return { ...deletionDone(found !== undefined, deletedIds(entry)), ...(found && { undo }) };
    },
  };
}

/** Of a ruleset that could not be read by its ID, which alone does not prove that it is gone. */
async function listedPhase(id: string, zone: string, { service }: Session): Promise<string> {
  const all = await service.rulesets.list({ zone_id: zone });
  return all.find((it) => it.id === id)?.phase ?? customPhase;
}
