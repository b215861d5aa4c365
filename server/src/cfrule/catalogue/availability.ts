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
export type Unavailable = "phase" | "product" | "request" | "response" | "body";

/** What says something about an HTTP request, of which packets know nothing. */
const aboutRequest = /^(?:(?:raw\.)?http\.|ssl$|cf\.(?!colo\.|metal\.))/;

/** Why an expression of that phase cannot use it, or undefined when nothing is known against it. */
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
