import { type Calls, pathOf, undefinedIfNotFound } from "./calls.ts";
import { followCursors } from "./pages.ts";
import { RulesetCache } from "./ruleset-cache.ts";
import type { Fields, ListedRuleset, RemoteRuleset, Scope } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** Whether the service only validates the call or executes it. */
export type Mode = "judge" | "do";

/** Every write returns the updated ruleset, or nothing in a dry run. */
export interface Rulesets {
  /** The rulesets of a zone or an account, without their rules. Cached. */
  list(scope: Scope): Promise<readonly ListedRuleset[]>;
  /** A listed ruleset with its rules. Cached, also for the calls below. Undefined when it no longer exists. */
  whole(scope: Scope, listed: ListedRuleset): Promise<RemoteRuleset | undefined>;
  /** Undefined while the zone has no rules in the phase. Cached; `entryPointAgain` bypasses the cache. */
  entryPoint(zone: string, phase: string): Promise<RemoteRuleset | undefined>;
  entryPointAgain(zone: string, phase: string): Promise<RemoteRuleset | undefined>;
  /** Undefined when the identifier is unknown. Cached; `getAgain` bypasses the cache. */
  get(zone: string, ruleset: string): Promise<RemoteRuleset | undefined>;
  getAgain(zone: string, ruleset: string): Promise<RemoteRuleset | undefined>;
  /** Fails when an entry point was created in the meantime, so that existing rules are not replaced. */
  create(zone: string, phase: string, rule: Fields, mode: Mode): Promise<RemoteRuleset | undefined>;
  addRule(
    zone: string,
    ruleset: string,
    rule: Fields,
    mode: Mode,
  ): Promise<RemoteRuleset | undefined>;
  /** Replaces the whole rule. */
  changeRule(place: RulesetRulePath, rule: Fields, mode: Mode): Promise<RemoteRuleset | undefined>;
  deleteRule(place: RulesetRulePath): Promise<void>;
  /** Clears the cache. */
  forget(): void;
}

export interface RulesetRulePath {
  readonly zone: string;
  readonly ruleset: string;
  readonly rule: string;
}

export function rulesetsOf({ read, write }: Calls): Rulesets {
  const pathTo = (zone: string, ...parts: readonly string[]) =>
    pathOf("zones", zone, "rulesets", ...parts);
  const query = (mode: Mode) => (mode === "judge" ? { dry_run: true } : undefined);
  const answer = (mode: Mode) => (value: unknown) =>
    mode === "judge" ? undefined : shapes.ruleset(value);
  const known = new RulesetCache();
  const readPhase = (zone: string, phase: string) => () =>
    undefinedIfNotFound(read(pathTo(zone, "phases", phase, "entrypoint"), shapes.ruleset));
  const readAt = (path: string, id: string) => () =>
    undefinedIfNotFound(read(path, shapes.withId(id, shapes.ruleset)));
  const readOne = (zone: string, id: string) => readAt(pathTo(zone, id), id);
  const lists = new Map<string, Promise<readonly ListedRuleset[]>>();
  return {
    forget: () => {
      known.forget();
      lists.clear();
    },
    list: (scope) => {
      const path = rulesetsPath(scope);
      const listed =
        lists.get(path) ?? followCursors({ read }, path, shapes.list(shapes.listedRuleset));
      lists.set(path, listed);
      return listed;
    },
    whole: (scope, { id, kind, phase }) => {
      const path = rulesetsPath(scope);
      const zone = "zone_id" in scope ? scope.zone_id : path;
      const request = kind === "zone" ? { zone, phase } : { zone, id };
      return known.get(request, readAt(path + pathOf(id), id));
    },
    entryPoint: (zone, phase) => known.get({ zone, phase }, readPhase(zone, phase)),
    entryPointAgain: (zone, phase) => known.again({ zone, phase }, readPhase(zone, phase)),
    get: (zone, id) => known.get({ zone, id }, readOne(zone, id)),
    getAgain: (zone, id) => known.again({ zone, id }, readOne(zone, id)),
    create: (zone, phase, rule, mode) => {
      const body = { kind: "zone", name: "default", phase, rules: [rule] };
      const request = { method: "POST", path: pathTo(zone), query: query(mode), body } as const;
      return known.during({ zone, phase }, () => write(request, answer(mode)));
    },
    addRule: (zone, ruleset, body, mode) => {
      const path = pathTo(zone, ruleset, "rules");
      const request = { method: "POST", path, query: query(mode), body } as const;
      return known.during({ zone, id: ruleset }, () => write(request, answer(mode)));
    },
    changeRule: ({ zone, ruleset, rule }, body, mode) => {
      const path = pathTo(zone, ruleset, "rules", rule);
      const request = { method: "PATCH", path, query: query(mode), body } as const;
      return known.during({ zone, id: ruleset }, () => write(request, answer(mode)));
    },
    deleteRule: ({ zone, ruleset, rule }) => {
      const path = pathTo(zone, ruleset, "rules", rule);
      return known.withoutRule(zone, ruleset, rule, () =>
        write({ method: "DELETE", path }, shapes.anything),
      );
    },
  };
}

function rulesetsPath(scope: Scope): string {
  return "zone_id" in scope
    ? pathOf("zones", scope.zone_id, "rulesets")
    : pathOf("accounts", scope.account_id, "rulesets");
}

/**
 * The rulesets of a zone or an account that decide about requests: the entry points, and the custom rulesets that rules
 * execute. Each is read once. `read` reads a listed ruleset; `executed` has the IDs of rulesets that are executed from
 * elsewhere.
 */
export async function runningRulesets<Ruleset extends Fields>(
  listed: readonly ListedRuleset[],
  read: (listed: ListedRuleset) => Promise<Ruleset | undefined>,
  executed: ReadonlySet<string> = new Set(),
): Promise<readonly Ruleset[]> {
  const all = async (some: readonly ListedRuleset[]) =>
    (await Promise.all(some.map(read))).filter((it) => it !== undefined);
  const entryPoints = await all(listed.filter((it) => it.kind === "zone" || it.kind === "root"));
  const ids = new Set([...executed, ...executedIn(entryPoints)]);
  const custom = listed.filter((it) => it.kind === "custom" && ids.has(it.id));
  return [...entryPoints, ...(await all(custom))];
}

/** The IDs of the rulesets that rules execute, and a few others. */
export function executedIn(bodies: readonly Fields[]): ReadonlySet<string> {
  return new Set(
    [...JSON.stringify(bodies).matchAll(/"id":"([\w-]+)"/g)].map(([, id]) => id ?? ""),
  );
}
