import { isRecord } from "../../text/record.ts";

/** The text of `weir.lock.json`: which remote resource each file became. It is committed, so it holds no secrets. */

export const lockName = "weir.lock.json";

/** What a file was pushed as. */
export const targets = ["jobs", "firewall-rules", "rulesets"] as const;
export type Target = (typeof targets)[number];

/** The last push went through. Any other state names the step that a push had reached. */
export const done = "done";

export interface LockEntry {
  readonly origin: string;
  readonly zone?: string;
  readonly account?: string;
  readonly target: Target;
  readonly job?: number;
  readonly rule?: string;
  readonly filter?: string;
  readonly ruleset?: string;
  /** A job or a filter that is to be deleted, as another has taken its place. */
  readonly old?: string | number;
  /** The filter was there before us, and stays when the rule goes. */
  readonly shared?: boolean;
  /** The settings that came from the file, so that one that has left the file can be told from one that never was there. */
  readonly fields?: readonly string[];
  /** Where the file said that its rule belongs in the ruleset, as in "before office". */
  readonly position?: string;
  /** Of these settings, as the push left them at the service. */
  readonly hash?: string;
  readonly state: string;
}

export type Lock = Readonly<Record<string, Readonly<Record<string, LockEntry>>>>;

const version = 1;

/** Never throws. What cannot be read whole is not used at all, so that nothing in it gets lost. */
export function readLock(text: string): Lock | { readonly damage: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    const conflict = /^(<{7}|={7}|>{7})/m.test(text);
    return {
      damage: conflict
        ? "It has unresolved merge conflicts. Resolve them; every line is independent."
        : "It is not valid JSON. Fix it, or restore it from version control.",
    };
  }
  if (!isRecord(value) || !Number.isInteger(value.version))
    return { damage: "It has no 'version'. Restore it from version control." };
  if (value.version !== version)
    return {
      damage: `It was written by a newer version of Weir (version ${value.version}). Update Weir.`,
    };
  return readResources(value.resources);
}

function readResources(resources: unknown): Lock | { readonly damage: string } {
  if (!isRecord(resources))
    return { damage: "It has no 'resources'. Restore it from version control." };
  for (const [path, profiles] of Object.entries(resources)) {
    if (!isRecord(profiles)) return damaged(path);
    for (const entry of Object.values(profiles)) if (!isEntry(entry)) return damaged(path);
  }
  return resources as Lock;
}

function damaged(path: string): { readonly damage: string } {
  return {
    damage: `The entry for '${path}' is invalid. Restore or remove it.`,
  };
}

/** Sorted, with one resource on a line, so that changes of two people meet as rarely as can be. */
export function writeLock(lock: Lock): string {
  const files = sorted(lock)
    .filter(([, profiles]) => Object.keys(profiles).length > 0)
    .map(([path, profiles]) => {
      const rows = sorted(profiles).map(
        ([name, entry]) => `      ${JSON.stringify(name)}: ${entryText(entry)}`,
      );
      return `    ${JSON.stringify(path)}: {\n${rows.join(",\n")}\n    }`;
    });
  const resources = files.length === 0 ? "{}" : `{\n${files.join(",\n")}\n  }`;
  return `{\n  "version": ${version},\n  "resources": ${resources}\n}\n`;
}

/** The order of the keys in a line. What a later Weir adds comes behind. */
const order: readonly string[] = [
  "origin",
  "zone",
  "account",
  "target",
  "job",
  "ruleset",
  "rule",
  "filter",
  "shared",
  "old",
  "position",
  "fields",
  "hash",
  "state",
] satisfies readonly (keyof LockEntry)[];

function entryText(entry: LockEntry): string {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const parts = Object.entries(entry)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${parts.join(", ")} }`;
}

function sorted<Value>(record: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Identifiers become parts of paths, so they are held to the letters that identifiers have. */
const identifier = (value: unknown) => typeof value === "string" && /^[\w-]{1,128}$/.test(value);
const text = (value: unknown) => typeof value === "string";
const whole = (value: unknown) => Number.isSafeInteger(value);

const optional: Readonly<
  Record<Exclude<keyof LockEntry, "origin" | "target" | "state">, (value: unknown) => boolean>
> = {
  zone: identifier,
  account: identifier,
  job: whole,
  rule: identifier,
  filter: identifier,
  ruleset: identifier,
  old: (value) => whole(value) || identifier(value),
  shared: (value) => typeof value === "boolean",
  position: text,
  fields: (value) => Array.isArray(value) && value.every(text),
  hash: text,
};

function isEntry(value: unknown): value is LockEntry {
  if (!isRecord(value)) return false;
  return (
    text(value.origin) &&
    text(value.state) &&
    targets.some((it) => it === value.target) &&
    Object.entries(optional).every(([name, fits]) => value[name] === undefined || fits(value[name]))
  );
}
