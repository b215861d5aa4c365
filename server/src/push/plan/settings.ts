import { createHash } from "node:crypto";
import { quotedList } from "../../text/wording.ts";
import { withoutSecrets } from "../masking/destination.ts";
import { meantSetting, normalSetting } from "./normal.ts";

/** The flattened settings of a resource, such as `output_options.sample_rate`. Null and empty values are omitted. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Change {
  readonly name: string;
  /** Undefined when not set. */
  readonly before: unknown;
  readonly after: unknown;
  /** In an update: what the service uses where it is not set, if that is known. */
  readonly default?: unknown;
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
    .filter((name) => !isSame(remote, local, name))
    .map((name) => ({
      name,
      before: settingAt(remote, name),
      after: settingAt(local, name),
      ...defaultOf(remote, local, name),
    }));
}

function defaultOf(remote: Settings, local: Settings, name: string): Pick<Change, "default"> {
  const isSet = [remote, local].every((it) => settingAt(it, name) !== undefined);
  if (isSet || Object.keys(remote).length === 0) return {};
  const usual = meantSetting("expression" in remote ? { expression: "" } : {}, name);
  return usual === undefined || usual === "" ? {} : { default: usual };
}

/** Whether a setting means the same on both sides. A new resource mentions all of its settings. */
function isSame(remote: Settings, local: Settings, name: string): boolean {
  const isNew = Object.keys(remote).length === 0;
  const valueAt = isNew ? normalSetting : meantSetting;
  // The format of the output decides for both, whichever side mentions it.
  const around = { ...remote, ...local };
  return canonical(valueAt(remote, name, around)) === canonical(valueAt(local, name, around));
}

/** A sentence about the settings that mean the same on both sides, but are written differently. Empty if there are none. */
export function writtenDifferently(remote: Settings, local: Settings): string {
  const names = Object.keys(local).filter(
    (name) =>
      Object.hasOwn(remote, name) &&
      canonical(remote[name]) !== canonical(local[name]) &&
      isSame(remote, local, name),
  );
  if (names.length === 0) return "";
  return ` On the service, ${quotedList(names)} is written differently, with the same meaning.`;
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

/** A hash of what the named settings mean. Excludes secrets, because it is committed with the lock file. */
export function hashOf(settings: Settings, names: readonly string[]): string {
  const kept = Object.fromEntries(names.map((name) => [name, settingAt(settings, name)]));
  return hashWith(kept, names, meantSetting);
}

/** Whether a hash in the lock file is the hash of the settings. Earlier versions hashed what is written, not what is meant. */
export function hasHash(settings: Settings, names: readonly string[], hash: string): boolean {
  return hashOf(settings, names) === hash || hashWith(settings, names, settingAt) === hash;
}

function hashWith(
  settings: Settings,
  names: readonly string[],
  valueAt: (settings: Settings, name: string) => unknown,
): string {
  const kept = [...names].sort().flatMap((name): [string, unknown][] => {
    const value = valueAt(settings, name);
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
