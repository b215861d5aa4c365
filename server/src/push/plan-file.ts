import { randomBytes } from "node:crypto";
import { isRecord, jsonValue } from "../text/record.ts";
import { quotedList } from "../text/wording.ts";
import type { Plan } from "./plan/plan.ts";
import { type ChangeJson, type PlanJson, planJson } from "./plan/plan-json.ts";
import { canonical } from "./plan/settings.ts";
import type { ProfilePlace } from "./session/place.ts";
import type { PushChoices } from "./session/session.ts";
import { isSameCall } from "./simulation/announcement.ts";

/** A plan on disk, to be reviewed and carried out later. Contains no secrets: values of variables and keys are masked. */
export interface PlanFile {
  readonly version: 1;
  readonly options: PlanOptions;
  readonly resources: readonly PlannedResource[];
}

/** The options of the push that decide what is sent. */
export type PlanOptions = Pick<PushChoices, "job" | "action" | "inline">;

export interface PlannedResource extends PlanJson {
  /** Relative to the working folder, with `/`. */
  readonly path: string;
  readonly profile: string;
  readonly place: PlannedPlace;
  readonly title: string;
  /** A hash of the state on the service; null when there was none. */
  readonly basis: string | null;
  /** Tells whether the secrets in the file are still the same. Not set if it has none. */
  readonly secrets?: SecretsHash;
}

interface SecretsHash {
  readonly salt: string;
  readonly hash: string;
}

interface PlannedPlace {
  readonly origin: string;
  readonly zone: string | null;
  readonly account: string | null;
  readonly target: string;
}

export function plannedResource(path: string, plan: Plan, place: ProfilePlace): PlannedResource {
  const { title, basis = null } = plan;
  return {
    path,
    profile: place.profile,
    place: placeJson(place),
    title,
    basis,
    ...secretsOf(plan, randomBytes(16).toString("hex")),
    ...planJson(plan),
  };
}

function secretsOf({ hashSecrets }: Plan, salt: string): Pick<PlannedResource, "secrets"> {
  return hashSecrets ? { secrets: { salt, hash: hashSecrets(salt) } } : {};
}

function placeJson({ address, zone, account, rulesTarget }: ProfilePlace): PlannedPlace {
  const { origin } = address;
  return { origin, zone: zone ?? null, account: account ?? null, target: rulesTarget };
}

/** Why a plan can no longer be carried out: what has changed since it was made. Undefined if it still applies. */
export function staleReason(
  planned: PlannedResource,
  plan: Plan,
  place: ProfilePlace,
): string | undefined {
  const now = plannedResource(planned.path, plan, place);
  if (now.profile !== planned.profile)
    return `The plan is for profile '${planned.profile}', not '${now.profile}'.`;
  if (canonical(now.place) !== canonical(planned.place))
    return `Profile '${now.profile}' has changed since the plan was created.`;
  if (now.basis !== planned.basis) return "The service has changed since the plan was created.";
  const { secrets } = secretsOf(plan, planned.secrets?.salt ?? "");
  if (secrets?.hash !== planned.secrets?.hash)
    return "The file has changed since the plan was created: a secret in 'destination_conf'.";
  if (isEqual(now, planned, "planned") && isEqual(now, planned, "changes")) {
    // Other resources, such as a shared filter, may require different calls for the same changes.
    return isEqual(now, planned, "calls")
      ? undefined
      : "The service has changed since the plan was created.";
  }
  const names = differingNames(now.changes, planned.changes);
  if (names.every((it) => it === "position") && names.length > 0)
    return "The order of the rules has changed since the plan was created, in the files or on the service.";
  const what = names.length === 0 ? "" : `: ${quotedList(names)}`;
  return `The file has changed since the plan was created${what}.`;
}

function isEqual(a: PlannedResource, b: PlannedResource, name: keyof PlannedResource): boolean {
  return canonical(a[name]) === canonical(b[name]);
}

function differingNames(a: readonly ChangeJson[], b: readonly ChangeJson[]): string[] {
  const names = new Set([...a, ...b].map((it) => it.name));
  const at = (changes: readonly ChangeJson[], name: string) =>
    canonical(changes.filter((it) => it.name === name));
  return [...names].filter((it) => at(a, it) !== at(b, it));
}

/** Whether a plan, made at its turn, is what was planned. The IDs of new resources are only known then. */
export function isAsPlanned(plan: Plan, planned: PlannedResource): boolean {
  const now = planJson(plan);
  return (
    now.planned === planned.planned &&
    canonical(now.changes) === canonical(planned.changes) &&
    now.calls.length === planned.calls.length &&
    planned.calls.every((it, i) => isSameCall(it, now.calls[i] ?? ""))
  );
}

/** Reads a plan file. Returns the reason if the text is not one. */
export function readPlanFile(text: string): PlanFile | { readonly error: string } {
  const value = jsonValue(text);
  if (!isRecord(value) || typeof value.version !== "number")
    return { error: "Expected a plan from 'weir push --dry-run --out'." };
  if (value.version !== 1)
    return { error: `Plan version ${value.version} is not supported. Create a new plan.` };
  const { resources, options } = value;
  const isValid = Array.isArray(resources) && resources.every(isResource) && isOptions(options);
  return isValid
    ? (value as unknown as PlanFile)
    : { error: "The plan is damaged. Create a new plan." };
}

function isOptions(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { job = "", action = "", inline = false } = value;
  return typeof job === "string" && typeof action === "string" && typeof inline === "boolean";
}

function isResource(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["path", "profile", "planned", "title"].every((it) => typeof value[it] === "string") &&
    Array.isArray(value.changes) &&
    value.changes.every((it) => isRecord(it) && typeof it.name === "string") &&
    isRecord(value.place) &&
    isSecrets(value.secrets) &&
    Array.isArray(value.calls)
  );
}

function isSecrets(value: unknown): boolean {
  if (value === undefined) return true;
  return isRecord(value) && [value.salt, value.hash].every((it) => typeof it === "string");
}
