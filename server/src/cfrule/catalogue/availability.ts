import type { Phase, PhaseName } from "./phases.ts";

/** What fields and functions say about where they can be used. */
export interface Availability {
  /** The only phases that have it. */
  readonly phases?: readonly PhaseName[];
  readonly response?: true;
  readonly body?: true;
  readonly product?: "network firewall" | "load balancing";
}

/** Load balancers have rules of their own, which are in no phase. */
export type Unavailable = "phase" | "product" | "response" | "body";

/** Why an expression of that phase cannot use it, or undefined when nothing is known against it. */
export function unavailableIn(it: Availability, phase: Phase): Unavailable | undefined {
  if (it.product === "load balancing") return "product";
  if (it.response && !phase.response) return "response";
  if (it.body && !phase.body) return "body";
  const named: readonly string[] | undefined = it.phases;
  return named && !named.includes(phase.name) ? "phase" : undefined;
}
