import { ServiceError } from "./service-error.ts";
import type { RemoteRuleset } from "./shapes.ts";

/** How a ruleset is requested. */
export interface Way {
  readonly zone: string;
  readonly phase?: string;
  readonly id?: string;
}

type Reading = Promise<RemoteRuleset | undefined>;

/** The rulesets read in one run, updated with our own changes: every write returns the whole ruleset. */
export class KnownRulesets {
  private readonly read = new Map<string, { readonly way: Way; readonly ruleset: Reading }>();

  get(way: Way, read: () => Reading): Reading {
    return this.read.get(keyOf(way))?.ruleset ?? this.again(way, read);
  }

  /** Always reads from the service. */
  again(way: Way, read: () => Reading): Reading {
    return this.keep(way, read());
  }

  /** Makes a call that returns the ruleset, or nothing when nothing was changed. */
  async during(way: Way, call: () => Reading): Reading {
    const ruleset = await this.settling(way.zone, call);
    if (!ruleset) return ruleset;
    if (way.id !== undefined && way.id !== ruleset.id) {
      this.forget(way.zone);
      throw new ServiceError("The service returned another ruleset.", "unknown");
    }
    this.keep(way, Promise.resolve(ruleset));
    await this.replace(way.zone, ruleset);
    return ruleset;
  }

  async withoutRule(
    zone: string,
    id: string,
    rule: string,
    call: () => Promise<void>,
  ): Promise<void> {
    await this.settling(zone, call);
    for (const { way, ruleset } of [...this.read.values()]) {
      const known = await ruleset.catch(() => undefined);
      if (way.zone !== zone || known?.id !== id) continue;
      const rules = known.rules.filter((it) => it.id !== rule);
      this.keep(way, Promise.resolve({ ...known, rules }));
    }
  }

  /** The same ruleset may also be cached under another request. */
  private async replace(zone: string, ruleset: RemoteRuleset): Promise<void> {
    for (const { way, ruleset: reading } of [...this.read.values()]) {
      const known = await reading.catch(() => undefined);
      if (way.zone === zone && known?.id === ruleset.id) this.keep(way, Promise.resolve(ruleset));
    }
  }

  private async settling<Value>(zone: string, call: () => Promise<Value>): Promise<Value> {
    try {
      return await call();
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.effect === "none";
      if (!isRefused) this.forget(zone);
      throw error;
    }
  }

  private keep(way: Way, ruleset: Reading): Reading {
    // Callers that await the ruleset get the error.
    ruleset.catch(() => {});
    this.read.set(keyOf(way), { way, ruleset });
    return ruleset;
  }

  /** Clears the cache of one zone or of all zones. */
  forget(zone?: string): void {
    for (const [key, { way }] of this.read)
      if (zone === undefined || way.zone === zone) this.read.delete(key);
  }
}

function keyOf({ zone, phase, id }: Way): string {
  return JSON.stringify([zone, phase, id]);
}
