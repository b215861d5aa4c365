import { draftRule, draftRuleSettings, readRuleFile } from "../drafts/rule.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf, ruleZone } from "../session/place.ts";
import type { RunOrder } from "../session/run-order.ts";
import type { Session } from "../session/session.ts";
import { simulate } from "../simulation/session.ts";
import { locate } from "./locate.ts";
import { rulesetSettings } from "./ruleset-work.ts";

/** The deleted files whose rules new files of a run take over without a question; and these files. */
export async function renamedInRun(
  { paths, rules, orphans }: RunOrder,
  session: Session,
): Promise<ReadonlyMap<string, string>> {
  const renamed = new Map<string, string>();
  if (orphans.size === 0) return renamed;
  const at = simulate(session);
  const quiet = { ...at, conversation: { ...at.conversation, choose: async () => undefined } };
  for (const path of paths.filter((it) => rules.has(it))) {
    const old = await takenOver(path, quiet);
    if (old !== undefined) renamed.set(old, path);
  }
  return renamed;
}

async function takenOver(path: string, session: Session): Promise<string | undefined> {
  const zone = ruleZone(session.place);
  const slot = new LockSlot(
    session,
    path,
    locationOf(session.place, "rulesets", { zone_id: zone }),
  );
  if (slot.entry) return undefined;
  try {
    const source = readRuleFile(path, session);
    const { rules = [] } = (await session.service.rulesets.entryPoint(zone, source.phase)) ?? {};
    const draft = await draftRule(source, session, { compareOnly: true }, undefined);
    const candidates = rules.map((it) => ({ id: it.id, settings: rulesetSettings(it) }));
    await locate(
      { slot, session, local: draftRuleSettings(draft) },
      candidates,
      async () => undefined,
    );
  } catch {
    // The push of this file reports the error.
    return undefined;
  }
  const { renamedFrom, entry } = slot;
  if (renamedFrom !== undefined && entry) slot.set(entry);
  return renamedFrom;
}
