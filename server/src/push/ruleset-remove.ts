import type { RemoteRuleset } from "../api/shapes.ts";
import type { LockEntry } from "../workspace/lock.ts";
import type { Planned } from "./plan.ts";
import { gone, removalOf, removedIds } from "./removal.ts";
import { rulesetSettings } from "./ruleset-work.ts";
import type { Session } from "./session.ts";
import type { Slot } from "./slot.ts";

export async function planRulesetRemoval(
  slot: Slot,
  entry: LockEntry,
  session: Session,
): Promise<Planned> {
  const { rulesets } = session.service;
  const { zone = "", ruleset = "", rule = "" } = entry;
  const ruleIn = (it: RemoteRuleset | undefined) => it?.rules.find(({ id }) => id === rule);
  const again = async () => ruleIn(await rulesets.getAgain(zone, ruleset));
  // Whoever does not see the rule forgets it, so somebody looks twice.
  const found =
    ruleset === "" ? undefined : (ruleIn(await rulesets.get(zone, ruleset)) ?? (await again()));
  const title = found ? `Delete the rule ${rule}` : "Forget the rule";
  return {
    plan: {
      ...removalOf(slot, title, found && rulesetSettings(found), session),
      calls: found ? [`DELETE /zones/${zone}/rulesets/${ruleset}/rules/${rule}`] : [],
    },
    async run() {
      if (found) {
        await slot.during(
          { ...entry, state: "deleting-rule" },
          {
            what: `Delete the rule ${rule}`,
            send: () => rulesets.removeRule({ zone, ruleset, rule }).then(() => true),
            look: async () => ((await again()) || (await again()) ? undefined : true),
          },
        );
      }
      slot.remove();
      return gone(found !== undefined, removedIds(entry));
    },
  };
}
