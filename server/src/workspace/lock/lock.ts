import { isRecord } from "../../text/record.ts";

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
  /** The position of the rule according to its file, as in "before office". */
  readonly position?: string;
  /** The hash of these settings, as they were on the service after the push. */
  readonly hash?: string;
  readonly state: string;
}

export type Lock = Readonly<Record<string, Readonly<Record<string, LockEntry>>>>;

/** The rules of each ruleset in execution order, as last seen on the service. */
export type RulesetOrders = Readonly<Record<string, readonly string[]>>;

const version = 1;

export interface LockContents {
  readonly lock: Lock;
  readonly orders: RulesetOrders;
}

interface Damaged {
  readonly damage: string;
}

export function readLock(text: string): Lock | Damaged {
  const read = readContents(text);
  return "damage" in read ? read : read.lock;
}

/** Never throws. A file that cannot be read completely is not used at all, so that no entry is lost. */
export function readContents(text: string): LockContents | Damaged {
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
  const { resources, order = {} } = value;
  if (!isRecord(resources))
    return { damage: "It has no 'resources'. Restore it from version control." };
  return damageIn(resources, order) ?? { lock: resources as Lock, orders: order as RulesetOrders };
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
export function writeLock(lock: Lock, orders: RulesetOrders = {}): string {
  const files = sorted(lock)
    .filter(([, profiles]) => Object.keys(profiles).length > 0)
    .map(([path, profiles]) => {
      const rows = sorted(profiles).map(
        ([name, entry]) => `      ${JSON.stringify(name)}: ${entryText(entry)}`,
      );
      return `    ${JSON.stringify(path)}: {\n${rows.join(",\n")}\n    }`;
    });
  const resources = files.length === 0 ? "{}" : `{\n${files.join(",\n")}\n  }`;
  const order = ordersText(lock, orders);
  return `{\n  "version": ${version},\n  "resources": ${resources}${order}\n}\n`;
}

/** Only rulesets with a rule that has a file. One rule per line, to minimize merge conflicts. */
function ordersText(lock: Lock, orders: RulesetOrders): string {
  const entries = Object.values(lock).flatMap((it) => Object.values(it));
  const used = new Set(entries.map((it) => it.ruleset));
  const rows = sorted(orders)
    .filter(([ruleset]) => used.has(ruleset))
    .map(([ruleset, rules]) => {
      const lines = rules.map((it) => `      ${JSON.stringify(it)}`);
      return `    ${JSON.stringify(ruleset)}: [\n${lines.join(",\n")}\n    ]`;
    });
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
