// The emulator of the stage, from the other side than the editor's: what it has, and how it is made to misbehave.
import { call } from "../../../scripts/start/emulator.mjs";
import { stage } from "./visit.ts";

export interface Job {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly filter: string | null;
}

export interface Rule {
  readonly id: string;
  readonly action: string;
  readonly filter: { readonly id: string; readonly expression: string };
}

export const { origin, host } = new URL(stage.service.baseUrl);

export function jobs(): Promise<Job[]> {
  return call(stage.service, "GET", "/logpush/jobs");
}

export function rules(): Promise<Rule[]> {
  return call(stage.service, "GET", "/firewall/rules");
}

export function filters(): Promise<{ readonly id: string }[]> {
  return call(stage.service, "GET", "/filters");
}

/** Changes how the emulator behaves. */
export async function configure(changes: Readonly<Record<string, unknown>>): Promise<void> {
  await control("PATCH", "", changes);
}

/** Forgets all that was pushed, and every change of its settings. */
export async function reset(): Promise<void> {
  await control("POST", "/reset");
}

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${origin}/__weir/control${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The emulator refuses it: ${await response.text()}`);
}

/** A colleague changes a rule. */
export async function changeRule(
  rule: Rule | undefined,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await call(stage.service, "PUT", `/firewall/rules/${rule?.id}`, { ...rule, ...changes });
}
