import type { Calls, WriteRequest } from "../../api/calls.ts";
import { resourcesOf, type Service } from "../../api/service.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { Fields, RemoteRuleset, RulesetRule, Scope } from "../../api/shapes.ts";
import { placeAmong } from "../../core/configuration/position.ts";
import { isPlaceholder, newId, newJobId, type SimulatedCall } from "./announcement.ts";

/** The service as calls would leave it. Reads it once, and changes only the copy in memory. */
export interface SimulatedService extends Service {
  /** The calls so far, in order. */
  readonly calls: readonly SimulatedCall[];
  /** The rulesets and rules that were read, before the calls and after each of them, as the service has them. */
  states(): readonly (readonly Fields[])[];
}

export function simulatedService(base: Service): SimulatedService {
  const memory = new Memory(base);
  const made: SimulatedCall[] = [];
  const simulated: Calls = {
    async read(path, decode, query) {
      const isNext = Number(query?.page ?? 1) > 1;
      return decode(isNext ? [] : await memory.read(partsOf(path)), undefined);
    },
    async write(request, decode) {
      const call = { ...request, answer: undefined as unknown };
      made.push(call);
      call.answer = await memory.write(request);
      return decode(call.answer);
    },
  };
  return {
    ...base,
    ...resourcesOf(simulated),
    calls: made,
    guarded: (_guard, run) => run(),
    states: () => memory.states(),
  };
}

type Item = Fields & { readonly id: string | number };
type Kind = "jobs" | "filters" | "rules";

/** A list of the service, or one of its items. */
interface Place {
  readonly kind: Kind;
  readonly owner: string;
  readonly id: string | undefined;
  readonly scope: Scope;
}

function partsOf(path: string): readonly string[] {
  return path.split("/").slice(1).map(decodeURIComponent);
}

function placeAt([level, owner = "", ...rest]: readonly string[]): Place | undefined {
  const scope = level === "zones" ? { zone_id: owner } : { account_id: owner };
  const [first, second] = rest;
  if (first === "filters") return { kind: "filters", owner, id: second, scope };
  const path = `${first}/${second}`;
  const kind = path === "firewall/rules" ? "rules" : path === "logpush/jobs" ? "jobs" : undefined;
  return kind && { kind, owner, id: rest[2], scope };
}

function notFound(): ServiceError {
  return new ServiceError("Not found.", "none", 404);
}

/** The state after calls. */
interface State {
  readonly lists: ReadonlyMap<string, readonly Item[]>;
  readonly rulesets: ReadonlyMap<string, RemoteRuleset>;
  readonly entryPoints: ReadonlyMap<string, string | undefined>;
  readonly isBefore?: boolean;
}

class Memory {
  private readonly past: State[] = [];
  private readonly lists = new Map<string, readonly Item[]>();
  private readonly rulesets = new Map<string, RemoteRuleset>();
  private readonly changed = new Set<string>();
  /** The ID of the entry point of each phase. */
  private readonly entryPoints = new Map<string, string | undefined>();
  private readonly rulesBefore = new Map<string, readonly Item[]>();
  private readonly rulesetsBefore = new Map<
    string,
    { readonly zone: string; readonly phase: string; readonly ruleset: RemoteRuleset | undefined }
  >();
  private created = 0;

  constructor(private readonly base: Service) {}

  states(): readonly (readonly Fields[])[] {
    return [{ ...this.copy(), isBefore: true }, ...this.past].map((it) => this.fieldsOf(it));
  }

  private copy(): State {
    return {
      lists: new Map(this.lists),
      rulesets: new Map(this.rulesets),
      entryPoints: new Map(this.entryPoints),
    };
  }

  /** Values that were read later are as they were before the calls. */
  private fieldsOf({ lists, rulesets, entryPoints, isBefore = false }: State): readonly Fields[] {
    const rules = [...this.rulesBefore].flatMap(([zone, before]) =>
      ((isBefore ? undefined : lists.get(keyOf("rules", zone))) ?? before).map((it) => ({
        ...it,
        zone_id: zone,
      })),
    );
    const bodies = [...this.rulesetsBefore].map(([key, { zone, phase, ruleset }]) => {
      const id = ruleset?.id ?? entryPoints.get(key) ?? "";
      const now = isBefore ? undefined : rulesets.get(id);
      return { ...{ kind: "zone", phase, zone_id: zone, rules: [] }, ...(now ?? ruleset) };
    });
    return [...rules, ...bodies];
  }

  async read(parts: readonly string[]): Promise<unknown> {
    const place = placeAt(parts);
    if (place) return place.id === undefined ? this.list(place) : this.item(place, place.id);
    const [, zone = "", , first, phase = ""] = parts;
    if (first === undefined) return this.base.rulesets.list({ zone_id: zone });
    const ruleset =
      first === "phases"
        ? await this.entryPoint(zone, phase)
        : await this.rulesetAsRead(zone, first);
    if (!ruleset) throw notFound();
    return ruleset;
  }

  async write(request: WriteRequest): Promise<unknown> {
    try {
      return await this.answer(request);
    } finally {
      this.past.push(this.copy());
    }
  }

  private async answer({ method, path, query, body }: WriteRequest): Promise<unknown> {
    const parts = partsOf(path);
    if (query?.dry_run === true) return null;
    const place = placeAt(parts);
    if (!place) return this.writeRuleset(method, parts, body as Fields);
    if (method !== "POST") return this.change(place, method, body as Fields);
    if (!Array.isArray(body)) return this.create(place, body as Fields);
    const all: Item[] = [];
    for (const it of body as Fields[]) all.push(await this.create(place, it));
    return all;
  }

  private async list({ kind, owner, scope }: Omit<Place, "id">): Promise<readonly Item[]> {
    const known = this.lists.get(keyOf(kind, owner));
    if (known) return known;
    const items: readonly Item[] =
      kind === "jobs" ? await this.base.jobs.list(scope) : await this.base[kind].list(owner);
    this.lists.set(keyOf(kind, owner), items);
    if (kind === "rules") this.rulesBefore.set(owner, items);
    return items;
  }

  /** The lists of a service may omit an item. */
  private async item(place: Place, id: string): Promise<Item> {
    const { kind, owner, scope } = place;
    const listed = (await this.list(place)).find((it) => String(it.id) === id);
    if (listed) return listed;
    const { jobs } = this.base;
    const before = kind === "jobs" ? await jobs.list(scope) : await this.base[kind].list(owner);
    const isDeleted = before.some((it) => String(it.id) === id);
    const other =
      isDeleted || isPlaceholder(id)
        ? undefined
        : kind === "jobs"
          ? await jobs.get(scope, Number(id))
          : await this.base[kind].get(owner, id);
    if (!other) throw notFound();
    return other;
  }

  private async create(place: Place, sent: Fields): Promise<Item> {
    const { kind, owner } = place;
    const items = await this.list(place);
    const { ownership_challenge: _secret, ...fields } = sent;
    const usual = kind === "jobs" ? { enabled: false } : { paused: false };
    this.created++;
    const id = kind === "jobs" ? newJobId(this.created) : newId(this.created);
    const filter = kind === "rules" ? { filter: await this.filterOf(place, fields) } : {};
    const item = { ...usual, ...fields, ...filter, id };
    this.lists.set(keyOf(kind, owner), [...items, item]);
    return item;
  }

  /** A rule has a filter of the zone, or one that is created with it. */
  private filterOf(place: Place, { filter }: Fields): Promise<Item> {
    const sent = filter as Fields;
    const filters: Place = { ...place, kind: "filters" };
    return sent.id === undefined ? this.create(filters, sent) : this.item(filters, String(sent.id));
  }

  private async change(place: Place, method: string, sent: Fields): Promise<unknown> {
    const { kind, owner, id = "" } = place;
    const old = await this.item(place, id);
    const items = await this.list(place);
    const put = (all: readonly Item[]) => this.lists.set(keyOf(kind, owner), all);
    if (method === "DELETE") {
      if (kind === "filters") await this.refuseUsed(place, id);
      put(items.filter((it) => it.id !== old.id));
      return { id: old.id };
    }
    const { ownership_challenge: _secret, ...fields } = sent;
    const filter = kind === "rules" ? { filter: await this.filterOf(place, fields) } : {};
    const whole = kind === "jobs" ? old : { paused: false };
    const item = { ...whole, ...fields, ...filter, id: old.id };
    put(items.map((it) => (it.id === old.id ? item : it)));
    if (kind === "filters") await this.changeInRules(place, item);
    return item;
  }

  private async changeInRules(place: Place, filter: Item): Promise<void> {
    const rules = await this.list({ ...place, kind: "rules" });
    this.lists.set(
      keyOf("rules", place.owner),
      rules.map((it) => ((it.filter as Item).id === filter.id ? { ...it, filter } : it)),
    );
  }

  private async refuseUsed(place: Place, id: string): Promise<void> {
    const rules = await this.list({ ...place, kind: "rules" });
    if (rules.some((it) => (it.filter as Item).id === id))
      throw new ServiceError("A rule uses the filter.", "none", 400);
  }

  private async entryPoint(zone: string, phase: string): Promise<RemoteRuleset | undefined> {
    const key = keyOf(zone, phase);
    if (!this.entryPoints.has(key)) {
      const ruleset = await this.base.rulesets.entryPoint(zone, phase);
      this.keep(zone, ruleset);
      this.entryPoints.set(key, ruleset?.id);
      if (!this.rulesetsBefore.has(key)) this.rulesetsBefore.set(key, { zone, phase, ruleset });
    }
    return this.rulesets.get(this.entryPoints.get(key) ?? "");
  }

  private async ruleset(zone: string, id: string): Promise<RemoteRuleset | undefined> {
    const known = this.rulesets.get(id);
    if (known || isPlaceholder(id)) return known;
    const ruleset = await this.base.rulesets.get(zone, id);
    this.keep(zone, ruleset);
    return ruleset;
  }

  /** Until a call changes it, a ruleset by its ID may have rules that its entry point omits. */
  private async rulesetAsRead(zone: string, id: string): Promise<RemoteRuleset | undefined> {
    const ruleset = await this.ruleset(zone, id);
    const isChanged = isPlaceholder(id) || this.changed.has(id);
    return isChanged ? ruleset : this.base.rulesets.get(zone, id);
  }

  private keep(zone: string, ruleset: RemoteRuleset | undefined): void {
    if (!ruleset || this.rulesets.has(ruleset.id)) return;
    this.rulesets.set(ruleset.id, ruleset);
    const phase = String(ruleset.phase);
    if (ruleset.kind === "zone")
      this.rulesetsBefore.set(keyOf(zone, phase), { zone, phase, ruleset });
  }

  private async writeRuleset(
    method: string,
    [, zone = "", what, id, , rule]: readonly string[],
    body: Fields,
  ): Promise<RemoteRuleset> {
    if (what !== "rulesets") throw new ServiceError("Weir cannot simulate this call.", "none");
    const old = id === undefined ? undefined : await this.ruleset(zone, id);
    if (id !== undefined && !old) throw notFound();
    const rules = this.rulesAfter(method, rule, old?.rules ?? [], body);
    const { rules: _new, ...about } = id === undefined ? body : {};
    const ruleset = { ...about, ...old, id: old?.id ?? newId(++this.created), rules };
    this.rulesets.set(ruleset.id, ruleset);
    this.changed.add(ruleset.id);
    if (id === undefined) this.entryPoints.set(keyOf(zone, String(body.phase)), ruleset.id);
    return ruleset;
  }

  private rulesAfter(
    method: string,
    id: string | undefined,
    rules: readonly RulesetRule[],
    body: Fields,
  ): readonly RulesetRule[] {
    const index = rules.findIndex((it) => it.id === id);
    if (id !== undefined && index === -1) throw notFound();
    const others = rules.filter((it) => it.id !== id);
    if (method === "DELETE") return others;
    if (Array.isArray(body.rules)) return body.rules.map((it) => this.newRule(it));
    const { position, ...fields } = body;
    const rule = this.newRule(fields, id);
    if (others.some((it) => it.ref === rule.ref))
      throw new ServiceError(
        `Another rule of the ruleset has the ref '${rule.ref}'. Nothing was sent.`,
        "none",
        400,
      );
    if (position === undefined)
      return others.toSpliced(id === undefined ? others.length : index, 0, rule);
    const place = placeAmong(
      position as { readonly index: number },
      others.map((it) => it.id),
    );
    if (place === undefined) throw new ServiceError("Unknown rule in 'position'.", "none", 400);
    return others.toSpliced(place, 0, rule);
  }

  private newRule(fields: Fields, id = newId(++this.created)): RulesetRule {
    return { ref: id, enabled: true, ...fields, id } as unknown as RulesetRule;
  }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
