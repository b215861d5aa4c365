import { ServiceError } from "./service-error.ts";
import type { RemoteRuleset } from "./shapes.ts";

/** How a ruleset is requested. */
export interface RulesetRequest {
  readonly zone: string;
  readonly phase?: string;
  readonly id?: string;
}

type Reading = Promise<RemoteRuleset | undefined>;

interface Kept {
  readonly request: RulesetRequest;
  readonly ruleset: Reading;
}

/** The rulesets read in one run, updated with our own changes: every write returns the whole ruleset. */
export class RulesetCache {
  private readonly read = new Map<string, Kept>();

  /** A ruleset by its ID and as the entry point of its phase are two readings: each confirms what the other lacks. */
  get(request: RulesetRequest, read: () => Reading): Reading {
    return this.read.get(keyOf(request))?.ruleset ?? this.again(request, read);
  }

  /** Always reads from the service. */
  again(request: RulesetRequest, read: () => Reading): Reading {
    return this.keep(request, read());
  }

  /** Makes a call that returns the ruleset, or nothing when nothing was changed. */
  async during(request: RulesetRequest, call: () => Reading): Reading {
    const ruleset = await this.settling(request.zone, call);
    if (!ruleset) return ruleset;
    if (request.id !== undefined && request.id !== ruleset.id) {
      this.forget(request.zone);
      throw new ServiceError("The service returned another ruleset.", "unknown");
    }
    this.keep(request, Promise.resolve(ruleset));
    await this.replace(request.zone, ruleset);
    return ruleset;
  }

  async withoutRule(
    zone: string,
    id: string,
    rule: string,
    call: () => Promise<void>,
  ): Promise<void> {
    await this.settling(zone, call);
    for (const { request, ruleset } of [...this.read.values()]) {
      const known = await ruleset.catch(() => undefined);
      if (request.zone !== zone || known?.id !== id) continue;
      const rules = known.rules.filter((it) => it.id !== rule);
      this.keep(request, Promise.resolve({ ...known, rules }));
    }
  }

  /** The same ruleset may also be cached under another request. */
  private async replace(zone: string, ruleset: RemoteRuleset): Promise<void> {
    for (const { request, ruleset: reading } of [...this.read.values()]) {
      const known = await reading.catch(() => undefined);
      if (request.zone === zone && known?.id === ruleset.id)
        this.keep(request, Promise.resolve(ruleset));
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

  private keep(request: RulesetRequest, ruleset: Reading): Reading {
    this.read.set(keyOf(request), { request, ruleset });
    // Callers that await the ruleset get the error.
    ruleset.catch(() => {});
    return ruleset;
  }

  /** Clears the cache of one zone or of all zones. */
  forget(zone?: string): void {
    for (const [key, { request }] of this.read)
      if (zone === undefined || request.zone === zone) this.read.delete(key);
  }
}

function keyOf({ zone, phase, id }: RulesetRequest): string {
  return JSON.stringify([zone, phase, id]);
}
