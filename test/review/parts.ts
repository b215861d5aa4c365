/** A configuration that blocks a request, its copy without the block, each as the readers take it, and damages of its parts. */

const phase = "http_request_firewall_custom";
const account = { account_id: "ac", phase };

type Body = Readonly<Record<string, unknown>>;
/** Of one side. The change is in one of them. */
export type Bodies = readonly (readonly [type: string, body: Body])[];

const block = {
  ...{ ref: "admin", action: "block", enabled: true, description: "Admins only" },
  action_parameters: { response: { status_code: 403, content: "no", content_type: "text/plain" } },
  expression: 'http.host eq "shop.example.com" and starts_with(http.request.uri.path, "/admin")',
};
const office = {
  ...{ ref: "office", action: "skip", enabled: true, logging: { enabled: true } },
  ...{ action_parameters: { ruleset: "current" }, expression: "ip.src in $office" },
};
const log = { ref: "bots", action: "log", expression: "ssl", enabled: true };
const list = { name: "office", kind: "ip", account_id: "ac", items: [{ ip: "203.0.113.7" }] };
const execution = { ref: "all", action: "execute", expression: "ssl", enabled: true };

export const changes: Readonly<Record<string, (isProtected: boolean) => Bodies>> = {
  "a rule that is removed": (isProtected) => [
    [
      "cloudflare_ruleset",
      {
        ...{ kind: "zone", name: "waf", zone_id: "0a1b", phase },
        rules: [office, ...(isProtected ? [block] : []), log],
      },
    ],
    ["cloudflare_list", list],
  ],
  "a rule of an executed ruleset": (isProtected) => [
    [
      "cloudflare_ruleset",
      {
        ...{ kind: "root", name: "root", ...account },
        rules: [{ ...execution, action_parameters: { id: "c1" } }],
      },
    ],
    [
      "cloudflare_ruleset",
      {
        ...{ id: "c1", kind: "custom", name: "inner", ...account },
        rules: [isProtected ? block : { ...block, action: "log", action_parameters: {} }],
      },
    ],
  ],
};

/** In place of a value that another tool fills in. */
const later = "(later)";

function asApi(bodies: Bodies): Body {
  const ofType = (name: string) => bodies.filter(([type]) => type === name).map(([, it]) => it);
  return { rulesets: ofType("cloudflare_ruleset"), lists: ofType("cloudflare_list") };
}

function asTerraform(bodies: Bodies): string {
  const rows = bodies.map(([type, body], index) => ({ [type]: { [`it${index}`]: body } }));
  const text = JSON.stringify({ resource: rows, variable: { later: {} } });
  return text.replaceAll(`"${later}"`, `"$\u007bvar.later}"`);
}

/** Values that are known only after apply are not in `after`. Before, values may be sensitive. */
function known(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((it) => known(it) ?? null);
  if (typeof value !== "object" || value === null) return value === later ? undefined : value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, known(it)]));
}

function unknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unknown);
  if (typeof value !== "object" || value === null) return value === later;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, unknown(it)]));
}

export function asPlan(before: Bodies, after: Bodies): string {
  const changesOf = after.map(([type, body], index) => ({
    ...{ address: `${type}.it${index}`, mode: "managed", type, name: `it${index}` },
    change: {
      ...{ actions: ["update"], before: before[index]?.[1], after: known(body) },
      before_sensitive: unknown(before[index]?.[1]),
      after_unknown: unknown(body),
    },
  }));
  return JSON.stringify({ format_version: "1.2", resource_changes: changesOf });
}

/** A value as HCL. Names of attributes need no quotes, and keys of objects may have them. */
function hcl(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(hcl).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const rows = Object.entries(value).map(([name, it]) => `${name} = ${hcl(it)}`);
  return `{\n${rows.join("\n")}\n}`;
}

function asHcl(bodies: Bodies): string {
  const blocks = bodies.map(
    ([type, body], index) => `resource "${type}" "it${index}" ${hcl(body)}`,
  );
  return `${blocks.join("\n")}\nvariable "later" {}\n`.replaceAll(`"${later}"`, "var.later");
}

/** Phases of one zone, and its lists. */
function asOctorules(bodies: Bodies): string {
  const { rulesets, lists } = asApi(bodies) as Readonly<Record<string, readonly Body[]>>;
  const document = { waf_custom_rules: rulesets?.[0]?.rules, lists };
  return JSON.stringify(document, undefined, 1).replaceAll(`"${later}"`, "!include later.yaml");
}

export const formats: Readonly<
  Record<string, readonly [name: string, text: (it: Bodies) => string]>
> = {
  JSON: ["a.json", (it) => JSON.stringify(asApi(it)).replaceAll(later, "{later}")],
  YAML: [
    "a.yaml",
    (it) => JSON.stringify(asApi(it), undefined, 1).replaceAll(`"${later}"`, "!include later.yaml"),
  ],
  "Terraform as JSON": ["a.tf.json", asTerraform],
  Terraform: ["a.tf", asHcl],
  octorules: ["a.yaml", asOctorules],
};

export type Path = readonly (string | number)[];
export type Parent = Record<string | number, unknown>;

export function pathsIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, it]) =>
    pathsIn(it, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return [at, ...inner];
}

export const damages: Readonly<Record<string, (parent: Parent, name: string | number) => void>> = {
  missing: (parent, name) => {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else delete parent[name];
  },
  null: (parent, name) => Object.assign(parent, { [name]: null }),
  "an empty list": (parent, name) => Object.assign(parent, { [name]: [] }),
  "an empty object": (parent, name) => Object.assign(parent, { [name]: {} }),
  "a number": (parent, name) => Object.assign(parent, { [name]: 7 }),
  "another text": (parent, name) => Object.assign(parent, { [name]: "other" }),
  "an empty text": (parent, name) => Object.assign(parent, { [name]: "" }),
  unknown: (parent, name) => Object.assign(parent, { [name]: later }),
};
const absent = ["missing", "null", "an empty list"];

/** A side that never had the rule has no change. */
export function isAnotherConfiguration(path: Path, damage: string): boolean {
  const ruleAt = path.indexOf("rules");
  return path.length <= (ruleAt === -1 ? 2 : ruleAt + 2) && path.at(-1) !== "phase"
    ? absent.includes(damage) && (ruleAt !== -1 || path.length === 2)
    : false;
}

/** A copy with one part that is another. */
export function damaged(bodies: Bodies, path: Path, damage: string): Bodies {
  const copy = structuredClone(bodies);
  let parent = copy as unknown as Parent;
  for (const name of path.slice(0, -1)) parent = parent[name] as Parent;
  damages[damage]?.(parent, path.at(-1) ?? "");
  return copy;
}
