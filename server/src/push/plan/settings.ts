import { createHash } from "node:crypto";
import { withoutSecrets } from "../masking/destination.ts";

/** The flattened settings of a resource, such as `output_options.sample_rate`. Null and empty values are omitted. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Change {
  readonly name: string;
  /** Undefined when not set. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The last of several equal names wins. */
export function settingsFrom(entries: Iterable<readonly [name: string, value: unknown]>): Settings {
  const last = Object.fromEntries(entries);
  return Object.fromEntries(
    Object.entries(last).filter(([, it]) => it !== undefined && it !== null && it !== ""),
  );
}

/** Changes that bring the service in line with the file. Settings not in the file are kept. */
export function changesTo(
  remote: Settings,
  local: Settings,
  removed: readonly string[] = [],
): Change[] {
  return [...new Set([...Object.keys(local), ...removed])]
    .map((name) => ({ name, before: settingAt(remote, name), after: settingAt(local, name) }))
    .filter(({ before, after }) => canonical(before) !== canonical(after));
}

/** Whether the service already has the changed values. */
export function hasAll(remote: Settings, changes: readonly Change[]): boolean {
  const wanted = Object.fromEntries(changes.map(({ name, after }) => [name, after]));
  return changesTo(remote, wanted).length === 0;
}

/** Settings sent by the last push and since removed from the file. */
export function removedSince(fields: readonly string[] | undefined, local: Settings): string[] {
  return (fields ?? []).filter((it) => !Object.hasOwn(local, it));
}

/** A hash of the named settings. Excludes secrets, because it is committed with the lock file. */
export function hashOf(settings: Settings, names: readonly string[]): string {
  const kept = [...names].sort().flatMap((name): [string, unknown][] => {
    const value = settingAt(settings, name);
    if (value === undefined) return [];
    const isSecret = name === "destination_conf" && typeof value === "string";
    return [[name, isSecret ? withoutSecrets(value) : value]];
  });
  return `sha256-${createHash("sha256").update(canonical(kept)).digest("hex")}`;
}

/** A hash of all settings, without secrets. */
export function stateOf(settings: Settings): string {
  return hashOf(settings, Object.keys(settings));
}

/** Equal values serialize equally, regardless of property order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const rows = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, it]) => `${JSON.stringify(name)}:${canonical(it)}`);
  return `{${rows.join(",")}}`;
}

function settingAt(settings: Settings, name: string): unknown {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}
