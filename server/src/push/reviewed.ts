import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  type Gap,
  joinConfigurations,
} from "../core/configuration/model.ts";
import { withRulesets } from "../core/configuration/replace.ts";
import { configurationIn, isRule } from "../languages.ts";
import { push } from "./push.ts";
import { inRunOrder } from "./rules/run-order.ts";
import type { Session } from "./session/session.ts";
import { versionsOf } from "./simulation/outcomes.ts";
import { simulateRun } from "./together.ts";

/**
 * The configuration of the service after a push of files. Each rule that the push leaves out is a gap. `service` is the
 * service's configuration now, and `files` the files' configuration: rules are pushed, and the rest replaces the service's.
 */
export async function afterPush(
  service: Configuration,
  files: Configuration,
  session: Session,
  /** The path below the folder of the session, for a path as shown. Undefined for a file elsewhere. */
  pathBelow: (shown: string) => string | undefined,
): Promise<Configuration> {
  const own = files.rulesets.flatMap(({ rules }) => rules.filter(isOfRuleFile));
  const pathOf = ({ place }: ConfiguredRule) => {
    const path = pathBelow(place?.path ?? "");
    return path !== undefined && session.isOwn(path) ? path : undefined;
  };
  const gapOf = (path: string, why: string): Gap => {
    const ruleset = files.rulesets.find(({ rules }) => rules.some((it) => it.place?.path === path));
    return { what: path, why, mayChange: ruleset ? reachOf(ruleset, session) : "everything" };
  };
  const shown = new Map(
    own.flatMap((it) => {
      const path = pathOf(it);
      return path === undefined ? [] : [[path, it] as const];
    }),
  );
  const real = { ...session, conversation: { ...session.conversation, choose: noAnswer } };
  const paths = [...shown.keys()].sort().map((path) => ({ session: real, path }));
  const { files: inOrder, orders } = await inRunOrder(paths, async (it) => it);
  const pushed = await simulateRun(
    {
      files: async () => inOrder,
      change: push,
      options: { orders },
    },
    undefined,
    real,
  );
  const { lock, place } = pushed.session;
  const fileOf = new Map(
    lock
      .entries(place.profile)
      .flatMap(([path, { rule }]) => (rule ? [[rule, path] as const] : [])),
  );
  const after = versionsOf(pushed.session).at(-1) ?? "";
  const placed = (rule: ConfiguredRule): ConfiguredRule => {
    const isNew = shown.has(rule.id ?? "");
    const file = shown.get(isNew ? (rule.id ?? "") : (fileOf.get(rule.id ?? "") ?? ""));
    if (!file) return { ...rule, place: servicePlace };
    const names = isNew ? { id: undefined, ref: file.ref } : {};
    return { ...rule, ...names, description: file.description, place: file.place };
  };
  const rulesets = configurationIn(after, "service.json").rulesets.map((it) => ({
    ...it,
    rules: it.rules.map(placed),
  }));
  const others = files.rulesets.filter((it) => !it.rules.some(isOfRuleFile));
  const configuration = withRulesets(
    withRulesets(service, { ...joinConfigurations([]), rulesets }),
    { ...files, rulesets: others },
  );
  const elsewhere = own.flatMap((it) =>
    pathOf(it) === undefined ? [gapOf(it.place?.path ?? "", "belongs to another 'weir.json'")] : [],
  );
  const refused = pushed.results.flatMap(({ path, refused, message }) =>
    refused ? [gapOf(shown.get(path)?.place?.path ?? path, `would not be pushed: ${message}`)] : [],
  );
  return { ...configuration, gaps: [...configuration.gaps, ...elsewhere, ...refused] };
}

/** Rules of another zone change nothing in the zone of the session. */
function reachOf({ zone, phase, level }: ConfiguredRuleset, { place }: Session): Gap["mayChange"] {
  const isElsewhere = zone !== undefined && place.zone !== undefined && zone !== place.zone;
  return isElsewhere ? "other products" : { phase, level };
}

const servicePlace = { path: "service", start: 0, end: 0 };
const noAnswer = async () => undefined;

function isOfRuleFile({ place }: ConfiguredRule): boolean {
  return place !== undefined && isRule(place.path);
}
