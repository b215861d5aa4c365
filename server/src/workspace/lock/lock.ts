import { isRecord, jsonValue } from "../../text/record.ts";

/** The format of `weir.lock.json`, which maps each file to its remote resource. It is committed, so it contains no secrets. */

export const lockName = "weir.lock.json";

/** The kinds of resources that files are pushed as. */
export const targets = ["jobs", "firewall-rules", "rulesets"] as const;
export type Target = (typeof targets)[number];

/** The last push succeeded. Any other state is the step that a push had reached. */
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
  /** The ID of a job or filter that was replaced and has to be deleted. */
  readonly old?: string | number;
  /** Whether Weir did not create the filter, so it is kept when the rule is deleted. */
  readonly shared?: boolean;
  /** The settings that came from the file, to distinguish a removed setting from one that was never in the file. */
  readonly fields?: readonly string[];
  /** Settings of the rule on the service without a directive in its file, as in "ratelimit". */
  readonly extra?: readonly string[];
  /** The hash of these settings. */
  readonly kept?: string;
  /** The position of the rule according to its file, as in "before office". */
  readonly position?: string;
  /** The hash of these settings, as they were on the service after the push. */
  readonly hash?: string;
  readonly state: string;
}

export type Lock = Readonly<Record<string, Readonly<Record<string, LockEntry>>>>;

/** The rules of each ruleset in execution order, as last seen on the service. */
export type RulesetOrders = Readonly<Record<string, readonly string[]>>;

/** The rules of a ruleset that no file can have, as the last pull saw them. */
export interface RecordedRules extends Pick<LockEntry, "origin" | "zone" | "account"> {
  readonly phase: string;
  /** In execution order; each is an ID and a hash of all settings, with a space between. */
  readonly rules: readonly string[];
}

/** By ruleset. */
export type Recorded = Readonly<Record<string, RecordedRules>>;

const version = 1;

export interface LockContents {
  readonly lock: Lock;
  readonly orders: RulesetOrders;
  readonly recorded: Recorded;
  /** The filters that pushes created, and that only rules without a file use. */
  readonly filters: readonly string[];
}

export const emptyLock: LockContents = { lock: {}, orders: {}, recorded: {}, filters: [] };

interface Damaged {
  readonly damage: string;
}

export function readLock(text: string): Lock | Damaged {
  const read = readContents(text);
  return "damage" in read ? read : read.lock;
}

/** Never throws. A file that cannot be read completely is not used at all, so that no entry is lost. */
export function readContents(text: string): LockContents | Damaged {
  const value = jsonValue(text.replace(/^\ufeff/, ""));
  if (value === undefined) {
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
  const { resources, order = {}, recorded = {}, filters = [] } = value;
  if (!isRecord(resources))
    return { damage: "It has no 'resources'. Restore it from version control." };
  if (!isRecord(recorded) || !Object.entries(recorded).every(isRecorded))
    return { damage: "Its 'recorded' is invalid. Restore or remove it." };
  if (!Array.isArray(filters) || !filters.every(identifier))
    return { damage: "Its 'filters' is invalid. Restore or remove it." };
  return (
    damageIn(resources, order) ?? {
      lock: resources as Lock,
      orders: order as RulesetOrders,
      recorded: recorded as Recorded,
      filters,
    }
  );
}

function isRecorded([ruleset, value]: readonly [string, unknown]): boolean {
  if (!identifier(ruleset) || !isRecord(value)) return false;
  const { origin, zone, account, phase, rules } = value;
  return (
    text(origin) &&
    [zone, account].every((it) => it === undefined || identifier(it)) &&
    text(phase) &&
    Array.isArray(rules) &&
    rules.every(text)
  );
}

function damageIn(resources: Readonly<Record<string, unknown>>, order: unknown) {
  for (const [path, profiles] of Object.entries(resources)) {
    if (!isRecord(profiles)) return damaged(path);
    for (const entry of Object.values(profiles)) if (!isEntry(entry)) return damaged(path);
  }
  const isOrder = (it: unknown) => Array.isArray(it) && it.every(identifier);
  if (!isRecord(order) || !Object.values(order).every(isOrder))
    return { damage: "Its 'order' is invalid. Restore or remove it." };
  return undefined;
}

function damaged(path: string): Damaged {
  return {
    damage: `The entry for '${path}' is invalid. Restore or remove it.`,
  };
}

/** Sorted, with one resource per line, to minimize merge conflicts. */
export function writeLock(
  lock: Lock,
  orders: RulesetOrders = {},
  recorded: Recorded = {},
  filters: readonly string[] = [],
): string {
  const files = sorted(lock)
    .filter(([, profiles]) => Object.keys(profiles).length > 0)
    .map(([path, profiles]) => {
      const rows = sorted(profiles).map(
        ([name, entry]) => `      ${JSON.stringify(name)}: ${entryText(entry)}`,
      );
      return `    ${JSON.stringify(path)}: {\n${rows.join(",\n")}\n    }`;
    });
  const resources = files.length === 0 ? "{}" : `{\n${files.join(",\n")}\n  }`;
  const kept =
    filters.length === 0 ? "" : `,\n  "filters": [\n${linesOf([...filters].sort())}\n  ]`;
  const rest = ordersText(lock, orders) + recordedText(recorded) + kept;
  return `{\n  "version": ${version},\n  "resources": ${resources}${rest}\n}\n`;
}

function recordedText(recorded: Recorded): string {
  const rows = sorted(recorded).map(([ruleset, { rules, ...about }]) => {
    const names = Object.entries(about).map(([name, it]) => `"${name}": ${JSON.stringify(it)}`);
    return `    ${JSON.stringify(ruleset)}: { ${names.join(", ")}, "rules": [\n${linesOf(rules)}\n    ] }`;
  });
  return rows.length === 0 ? "" : `,\n  "recorded": {\n${rows.join(",\n")}\n  }`;
}

function linesOf(texts: readonly string[]): string {
  return texts.map((it) => `      ${JSON.stringify(it)}`).join(",\n");
}

/** Only rulesets with a rule that has a file. One rule per line, to minimize merge conflicts. */
function ordersText(lock: Lock, orders: RulesetOrders): string {
  const entries = Object.values(lock).flatMap((it) => Object.values(it));
  const used = new Set(entries.map((it) => it.ruleset));
  const rows = sorted(orders)
    .filter(([ruleset]) => used.has(ruleset))
    .map(([ruleset, rules]) => `    ${JSON.stringify(ruleset)}: [\n${linesOf(rules)}\n    ]`);
  return rows.length === 0 ? "" : `,\n  "order": {\n${rows.join(",\n")}\n  }`;
}

/** The order of the keys in a line. Keys of later versions come last. */
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
  "extra",
  "kept",
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

/** Identifiers become parts of URL paths, so their characters are restricted. */
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
  extra: (value) => Array.isArray(value) && value.every(text),
  kept: text,
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
