// Direct access to the emulator of the stage: its resources, and its faults.
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

/** Resets the resources and the settings of the emulator. */
export async function reset(): Promise<void> {
  await control("POST", "/reset");
}

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${origin}/__weir/control${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The emulator refused the request: ${await response.text()}`);
}

/** Changes a rule on the service, as a colleague would. */
export async function changeRule(
  rule: Rule | undefined,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await call(stage.service, "PUT", `/firewall/rules/${rule?.id}`, { ...rule, ...changes });
}
