import { type Calls, pathOf, undefinedIfNotFound } from "./calls.ts";
import { RulesetCache } from "./ruleset-cache.ts";
import type { Fields, RemoteRuleset } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** Whether the service only validates the call or executes it. */
export type Mode = "judge" | "do";

/** Every write returns the updated ruleset, or nothing in a dry run. */
export interface Rulesets {
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
  const readOne = (zone: string, id: string) => () =>
    undefinedIfNotFound(read(pathTo(zone, id), shapes.withId(id, shapes.ruleset)));
  return {
    forget: () => known.forget(),
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
