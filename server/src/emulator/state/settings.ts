import { type Limits, serviceLimits } from "../../languages.ts";
import { type ErrorItem, refuseAny } from "../envelope.ts";
import { type Fault, readFault } from "../faults.ts";
import { between, Fields, flag, listOf, text, type Validator, whole } from "../shapes.ts";

/** Options at the start that can be changed while the emulator runs. Not part of the service. */
export interface Settings {
  /** Maximum firewall rules per zone, and rules per ruleset. */
  readonly ruleQuota: number;
  /** Maximum jobs per zone or account. */
  readonly jobQuota: number;
  /** Limits of a job's filter. The service documents them as approximate. */
  readonly limits: Limits;
  /** Actions that the zone's plan does not include. */
  readonly unavailable: readonly string[];
  /** Whether to require proof of ownership for the destinations for which the public host requires it. */
  readonly ownership: boolean;
  /** The public host has retired firewall rules and responds with 410. */
  readonly firewallRulesGone: boolean;
  /** Milliseconds before each response. */
  readonly latency: number;
  readonly faults: readonly Fault[];
}

/** The quota of the largest plan, and the public host's number of jobs per zone. */
export const defaultSettings: Settings = {
  ruleQuota: 1000,
  jobQuota: 4,
  limits: serviceLimits,
  unavailable: [],
  ownership: false,
  firewallRulesGone: false,
  latency: 0,
  faults: [],
};

const shapes: Readonly<Record<Exclude<keyof Settings, "faults" | "limits">, Validator<unknown>>> = {
  ruleQuota: whole,
  jobQuota: whole,
  unavailable: listOf(text()),
  ownership: flag,
  firewallRulesGone: flag,
  latency: between(0, 600_000),
};

/** The changes requested by a body. Unknown settings are rejected, so that typos are noticed. */
export function readChanges(body: unknown): Partial<Settings> {
  const problems: ErrorItem[] = [];
  const fields = new Fields(body, "", problems);
  for (const name of Object.keys(fields.values)) {
    if (!Object.hasOwn(defaultSettings, name)) fields.note(name, `Unknown setting '${name}'.`);
  }
  const changes: Record<string, unknown> = fields.known(shapes);
  if (fields.has("limits")) {
    const limits = fields.inside("limits").known({ operators: whole, bytes: whole });
    changes.limits = { ...serviceLimits, ...limits };
  }
  const faults = fields.take("faults", listOf(anything));
  if (faults) changes.faults = faults.map((it, i) => readFault(it, `/faults/${i}`, problems));
  refuseAny(400, problems);
  return changes;
}

const anything: Validator<unknown> = { wants: "an object", takes: (_): _ is unknown => true };
