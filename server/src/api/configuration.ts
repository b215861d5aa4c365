import {
  anyList,
  type Configuration,
  type ConfiguredRuleset,
  emptyConfiguration,
  type Gap,
  type GapReach,
  type UrlNormalization,
} from "../core/configuration/model.ts";
import { configurationIn, type RulesTarget } from "../languages.ts";
import { type Calls, pathOf } from "./calls.ts";
import { followCursors } from "./pages.ts";
import { type Rulesets, runningRulesets } from "./rulesets.ts";
import { isUnavailable, ServiceError } from "./service-error.ts";
import * as shapes from "./shapes.ts";
import type { ZoneResources } from "./zone-resources.ts";

/** The configuration of a zone and its account on the service. */
export interface ServiceConfiguration {
  /** The path of each rule is `service`. */
  readonly configuration: Configuration;
  /** The parts that the credential may not read, for users. */
  readonly notRead: readonly string[];
}

/** The zone and the account of a profile. The account of a zone is asked for. */
export interface ConfiguredPlace {
  readonly zone?: string | undefined;
  readonly account?: string | undefined;
  readonly rulesTarget?: RulesTarget | undefined;
}

/** Reads the items of a list only if a rule names it, here or in `also`. */
export type ReadConfiguration = (
  place: ConfiguredPlace,
  also?: Configuration,
) => Promise<ServiceConfiguration>;

export const servicePath = "service";

/** The most that the service sends at once. */
const itemsPerPage = 500;

export function configurationOf(
  calls: Calls,
  { rules, rulesets }: Pick<ZoneResources, "rules"> & { readonly rulesets: Rulesets },
): ReadConfiguration {
  return (place, also = emptyConfiguration) => new Reading(calls, rules, rulesets, place).all(also);
}

async function whole(rulesets: Rulesets, scope: shapes.Scope, listed: shapes.ListedRuleset) {
  const ruleset = await rulesets.whole(scope, listed);
  if (ruleset) return ruleset;
  throw new ServiceError("It was deleted in the meantime.", "none", 404);
}

class Reading {
  private readonly gaps: Gap[] = [];

  constructor(
    private readonly calls: Calls,
    private readonly rules: ZoneResources["rules"],
    private readonly rulesets: Rulesets,
    private readonly place: ConfiguredPlace,
  ) {}

  async all(also: Configuration): Promise<ServiceConfiguration> {
    const { zone, rulesTarget } = this.place;
    const about = zone === undefined ? undefined : await this.zone(zone);
    const account = this.place.account ?? about?.account;
    if (zone !== undefined && account === undefined && about)
      this.miss(`The account of zone '${zone}'`, "it is not known", ["everything"]);
    const usesRules = zone !== undefined && rulesTarget === "firewall-rules";
    const [ofZone, ofAccount, firewallRules, normalization] = await Promise.all([
      zone === undefined ? [] : this.running({ zone_id: zone }),
      account === undefined ? [] : this.ofAccount(account),
      usesRules ? this.rules.list(zone) : [],
      zone === undefined ? undefined : this.normalization(zone),
    ]);
    const bodies = [
      ...ofAccount,
      ...ofZone,
      ...firewallRules.map((it) => ({ ...it, zone_id: zone })),
    ];
    const names = namesIn([bodies, also.rulesets]);
    const lists = account === undefined ? [] : await this.lists(account, names);
    const found = configurationIn(JSON.stringify({ rulesets: bodies, lists }), "service.json");
    return {
      configuration: {
        rulesets: found.rulesets.map(fromService),
        lists: found.lists,
        normalizations: normalization ? [{ ...normalization, zone }] : [],
        zones: zone !== undefined && about?.name ? { [zone]: about.name } : {},
        // Items that could not be read are a gap already.
        gaps: [...this.gaps, ...found.gaps.filter((it) => typeof it.mayChange === "string")],
      },
      notRead: [...new Set(this.gaps.map(({ what, why }) => `${what} could not be read: ${why}`))],
    };
  }

  private zone(zone: string) {
    return this.orUnread(
      `The name and the account of zone '${zone}'`,
      this.calls.read(pathOf("zones", zone), (result) => {
        const account = shapes.fields(shapes.fields(result).account ?? {});
        const { id } = account;
        return {
          name: shapes.zone(result).name,
          account: typeof id === "string" && id !== "" ? id : undefined,
        };
      }),
      [this.place.account === undefined ? "everything" : "other products"],
    );
  }

  private normalization(zone: string): Promise<UrlNormalization | undefined> {
    return this.orUnread(
      `The URL normalization of zone '${zone}'`,
      this.calls.read(pathOf("zones", zone, "url_normalization"), normalization),
      ["everything"],
    );
  }

  private async ofAccount(account: string): Promise<readonly shapes.Fields[]> {
    const found = this.running({ account_id: account });
    const what = `The rulesets of account '${account}'`;
    return (await this.orUnread(what, found, ["everything"])) ?? [];
  }

  /** The entry points of all phases, and the rulesets of our own that they execute. */
  private async running(scope: shapes.Scope): Promise<readonly shapes.Fields[]> {
    const { rulesets } = this;
    const level = "zone_id" in scope ? "zone" : "account";
    const found = await runningRulesets(await rulesets.list(scope), (listed) => {
      const { id, name, phase } = listed;
      const what = `The ruleset '${String(name ?? id)}' of phase '${phase}'`;
      return this.orUnread(what, whole(rulesets, scope, listed), [{ phase, level }]);
    });
    return found.map((it) => ({ ...it, ...scope }));
  }

  private async lists(account: string, names: ReadonlySet<string>): Promise<readonly object[]> {
    const path = ["accounts", account, "rules", "lists"] as const;
    const listed = await this.orUnread(
      `The lists of account '${account}'`,
      followCursors(this.calls, pathOf(...path), shapes.list(shapes.place)),
      [anyList, ...names].map((list) => ({ list })),
    );
    const wanted = (listed ?? []).filter((it) => names.has(it.name));
    return Promise.all(
      wanted.map(async ({ id, name, kind }) => {
        const items = await this.orUnread(
          `The items of list '${name}'`,
          followCursors(this.calls, pathOf(...path, id, "items"), shapes.list(shapes.fields), {
            per_page: itemsPerPage,
          }),
          [{ list: name }],
        );
        return { name, kind, ...(items && { items }) };
      }),
    );
  }

  private async orUnread<Value>(
    what: string,
    reading: Promise<Value>,
    mayChange: readonly GapReach[],
  ): Promise<Value | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.miss(what, error.message, mayChange);
      return undefined;
    }
  }

  /** No push changes it, so it is the same before and after one. */
  private miss(what: string, why: string, reaches: readonly GapReach[]): void {
    for (const mayChange of reaches) this.gaps.push({ what, why, mayChange, content: what });
  }
}

function normalization(result: unknown): UrlNormalization {
  const { type, scope } = shapes.fields(result);
  const isKnown =
    (type === "rfc3986" || type === "cloudflare") &&
    (scope === "none" || scope === "incoming" || scope === "both");
  if (!isKnown) throw new shapes.UnexpectedShapeError();
  return { type, scope };
}

/** Names of lists, in expressions and as the list of a redirect; and of a few other things, which are no lists. */
function namesIn(bodies: unknown): ReadonlySet<string> {
  const text = JSON.stringify(bodies);
  return new Set(
    [...text.matchAll(/\$(\w+)|"name":"(\w+)"/g)].map(([, list, name]) => list ?? name ?? ""),
  );
}

function fromService(ruleset: ConfiguredRuleset): ConfiguredRuleset {
  const place = { path: servicePath, start: 0, end: 0 };
  return { ...ruleset, rules: ruleset.rules.map((it) => ({ ...it, place })) };
}
