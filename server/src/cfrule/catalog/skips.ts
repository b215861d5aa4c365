import { ruleProducts, type skipParameters } from "./actions.ts";
import type { PhaseName } from "./phases.ts";

/** The documented facts about a parameter of `skip`. */
export interface SkipFact {
  /** The names that it accepts. Undefined: IDs. */
  readonly takes?: readonly string[];
  /** The phases whose rules can have it. Undefined: all with the action. */
  readonly phases?: readonly PhaseName[];
  /** The levels whose rules can have it. Undefined: both. */
  readonly levels?: readonly ("account" | "zone")[];
  /** For rules of the account, the pages disagree whether it acts on the rules of the zone; Weir assumes that it does. */
  readonly isDisputed?: true;
}

const managed = ["http_request_firewall_managed"] as const;

export const skips: Readonly<Record<(typeof skipParameters)[number], SkipFact>> = {
  ruleset: { takes: ["current"] },
  rulesets: { phases: managed },
  phase: { takes: ["current"], phases: ["http_request_firewall_custom"], levels: ["zone"] },
  phases: {
    takes: ["http_ratelimit", "http_request_sbfm", "http_request_firewall_managed"],
    isDisputed: true,
  },
  products: { takes: ruleProducts },
  rules: { phases: managed },
};
