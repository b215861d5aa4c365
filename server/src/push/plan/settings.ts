import { createHash } from "node:crypto";
import { withoutSecrets } from "../masking/destination.ts";

/** The settings of a resource, flat: `output_options.sample_rate` is one of them. What is null or empty is not there. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Change {
  readonly name: string;
  /** Undefined when it is not set. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Of two with one name the last counts. */
export function settingsFrom(entries: Iterable<readonly [name: string, value: unknown]>): Settings {
  const last = Object.fromEntries(entries);
  return Object.fromEntries(
    Object.entries(last).filter(([, it]) => it !== undefined && it !== null && it !== ""),
  );
}

/** What has to change so that the service has what the file says. What the file says nothing about stays. */
export function changesTo(
  remote: Settings,
  local: Settings,
  removed: readonly string[] = [],
): Change[] {
  return [...new Set([...Object.keys(local), ...removed])]
    .map((name) => ({ name, before: settingAt(remote, name), after: settingAt(local, name) }))
    .filter(({ before, after }) => canonical(before) !== canonical(after));
}

/** Whether the service has what the changes were to bring. */
export function hasAll(remote: Settings, changes: readonly Change[]): boolean {
  const wanted = Object.fromEntries(changes.map(({ name, after }) => [name, after]));
  return changesTo(remote, wanted).length === 0;
}

/** Settings that the last push sent and that have left the file since. */
export function removedSince(fields: readonly string[] | undefined, local: Settings): string[] {
  return (fields ?? []).filter((it) => !Object.hasOwn(local, it));
}

/** Of the named settings. Secrets have no part in it, as it is committed with the lock. */
export function hashOf(settings: Settings, names: readonly string[]): string {
  const kept = [...names].sort().flatMap((name): [string, unknown][] => {
    const value = settingAt(settings, name);
    if (value === undefined) return [];
    const isSecret = name === "destination_conf" && typeof value === "string";
    return [[name, isSecret ? withoutSecrets(value) : value]];
  });
  return `sha256-${createHash("sha256").update(canonical(kept)).digest("hex")}`;
}

/** Equal values give equal texts, whatever the order of their properties. */
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
