import type { Phase, PhaseName } from "./phases.ts";

/** Where fields and functions are available. */
export interface Availability {
  /** The only phases in which it is available. */
  readonly phases?: readonly PhaseName[];
  readonly response?: true;
  readonly body?: true;
  readonly product?: "network firewall" | "load balancing";
}

/** Load balancer rules are not in any phase. */
export type Unavailable = "phase" | "product" | "request" | "response" | "body";

/** Fields of HTTP requests, which packets do not have. */
const aboutRequest = /^(?:(?:raw\.)?http\.|ssl$|cf\.(?!colo\.|metal\.))/;

/** Why it is unavailable in the phase; undefined if available or unknown. */
export function unavailableIn(
  it: Availability & { readonly name: string },
  phase: Phase,
): Unavailable | undefined {
  if (it.product === "load balancing") return "product";
  if (phase.packets && aboutRequest.test(it.name)) return "request";
  if (it.response && !phase.response) return "response";
  if (it.body && !phase.body) return "body";
  const named: readonly string[] | undefined = it.phases;
  return named && !named.includes(phase.name) ? "phase" : undefined;
}
