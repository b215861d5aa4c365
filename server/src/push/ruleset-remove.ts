import type { RemoteRuleset } from "../api/shapes.ts";
import { rulePhase } from "../languages.ts";
import type { LockEntry } from "../workspace/lock.ts";
import { listed } from "./listed.ts";
import type { Planned } from "./plan.ts";
import { gone, removalOf, removedIds } from "./removal.ts";
import { ruleName } from "./rule-name.ts";
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
  const known = ruleset === "" ? undefined : await rulesets.get(zone, ruleset);
  const phase = typeof known?.phase === "string" ? known.phase : rulePhase;
  // The service shows a rule in its ruleset alone, which can be read by its phase as well.
  const found = await listed("rule", known?.rules ?? [], entry.rule, async () =>
    ruleIn(await rulesets.entryPoint(zone, phase)),
  );
  const title = found ? `Delete the rule ${ruleName(rulesetSettings(found))}` : "Forget the rule";
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
      return gone(found !== undefined, removedIds(entry));
    },
  };
}
