import { type Limits, serviceLimits } from "../../languages.ts";
import { type ErrorItem, refuseAny } from "../envelope.ts";
import { type Fault, readFault } from "../faults.ts";
import { between, Fields, flag, type Kind, listOf, text, whole } from "../shapes.ts";

/** What can be set at the start and changed while the emulator runs. None of it is part of the service. */
export interface Settings {
  /** Firewall rules in a zone, and rules in a ruleset. */
  readonly ruleQuota: number;
  /** Jobs in a zone or an account. */
  readonly jobQuota: number;
  /** Of a job's filter. The service calls its own numbers approximate. */
  readonly limits: Limits;
  /** Actions that the zone's plan does not have. */
  readonly unavailable: readonly string[];
  /** Whether destinations have to be proven to be the caller's own, of those that the public host asks it of. */
  readonly ownership: boolean;
  /** The public host has shut its firewall rules down, and answers 410. */
  readonly firewallRulesGone: boolean;
  /** Milliseconds before each answer. */
  readonly latency: number;
  readonly faults: readonly Fault[];
}

/** The quota of the largest plan, and the number of jobs that the public host gives to every zone. */
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

const shapes: Readonly<Record<Exclude<keyof Settings, "faults" | "limits">, Kind<unknown>>> = {
  ruleQuota: whole,
  jobQuota: whole,
  unavailable: listOf(text()),
  ownership: flag,
  firewallRulesGone: flag,
  latency: between(0, 600_000),
};

/** The changes that a body asks for. What is not a setting is refused, so that a slip in a name shows. */
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

const anything: Kind<unknown> = { wants: "an object", takes: (_): _ is unknown => true };
