import { executedIn, runningRulesets } from "../../api/rulesets.ts";
import { isUnavailable } from "../../api/service-error.ts";
import type { Fields, ListedRuleset, RemoteRuleset, RulesetRule, Scope } from "../../api/shapes.ts";
import { inOrder } from "../../core/configuration/order.ts";
import { isPhase, phaseSteps, ruleActions } from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import { shorten } from "../../text/shorten.ts";
import { scopesOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";

/** A ruleset that decides about requests: an entry point, or a custom ruleset that a rule executes. */
export interface RunningRuleset {
  readonly scope: Scope;
  readonly ruleset: RemoteRuleset;
}

/** The rulesets of a profile, and what is missing. */
export interface RulesetsInScope {
  readonly rulesets: readonly RunningRuleset[];
  readonly notRead: readonly NotRead[];
  /** The rulesets that `phases` of the profile leaves out, for users. */
  readonly excluded: readonly string[];
}

/** The parts that the credential may not read: a ruleset, or all of a zone or account. */
export interface NotRead {
  readonly scope: Scope;
  readonly ruleset?: ListedRuleset;
  readonly what: string;
  readonly why: string;
}

/** The rulesets of the profile's zone and account, in the order in which their phases run. Each is read once in a run. */
export async function rulesetsInScope(
  { place, service: { rulesets, secrets } }: Pick<Session, "place" | "service">,
  scopes: readonly Scope[] = scopesOf(place),
): Promise<RulesetsInScope> {
  const running: RunningRuleset[] = [];
  const notRead: NotRead[] = [];
  const excluded = new Set<string>();
  const orMissing = async <Value>(missing: Omit<NotRead, "why">, reading: Promise<Value>) => {
    try {
      return await reading;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      notRead.push({ ...missing, why: secrets.hide(error.message) });
      return undefined;
    }
  };
  for (const scope of scopes) {
    const all = { scope, what: `rulesets of ${levelOf(scope)}` };
    const listed = (await orMissing(all, rulesets.list(scope))) ?? [];
    const isWanted = (it: ListedRuleset) => place.phases?.includes(it.phase) !== false;
    for (const ruleset of listed)
      if (!isWanted(ruleset)) excluded.add(rulesetName({ scope, ruleset }));
    const found = await runningRulesets(
      inOrder(listed.filter(isWanted), ({ phase }) => phases.indexOf(phase)),
      (ruleset) =>
        orMissing(
          { scope, ruleset, what: rulesetName({ scope, ruleset }) },
          rulesets.whole(scope, ruleset),
        ),
      executedIn(running.map((it) => it.ruleset)),
    );
    running.push(...found.map((ruleset) => ({ scope, ruleset })));
  }
  return { rulesets: running, notRead, excluded: [...excluded] };
}

const phases: readonly string[] = phaseSteps.map((it) => it.phase);

function levelOf(scope: Scope): string {
  return "zone_id" in scope ? "the zone" : "the account";
}

/** For example "phase 'http_ratelimit' of the zone". */
export function rulesetName({ scope, ruleset }: { scope: Scope; ruleset: Fields }): string {
  const { kind, name, id, phase } = ruleset;
  const text = (it: unknown) => shorten(printable(String(it)));
  const own = kind === "custom" ? `custom ruleset ${text(name ?? id)} in ` : "";
  return `${own}phase ${text(phase)} of ${levelOf(scope)}`;
}

/** Files are for rules of the zone's entry points, with an action that needs no parameters but the parameters of `skip`. */
export function canHaveFile({ scope, ruleset }: RunningRuleset, { action }: RulesetRule): boolean {
  return (
    "zone_id" in scope &&
    ruleset.kind === "zone" &&
    isPhase(String(ruleset.phase)) &&
    ruleActions.rulesets.includes(action)
  );
}
