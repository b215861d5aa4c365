import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";

/** A change opens what was blocked. No part that is missing, empty, of another type or not known makes it look allowed. */

const phase = "http_request_firewall_custom";
const account = { account_id: "ac", phase };

type Body = Readonly<Record<string, unknown>>;
/** Of one side. The change is in one of them. */
type Bodies = readonly (readonly [type: string, body: Body])[];

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

const changes: Readonly<Record<string, (isProtected: boolean) => Bodies>> = {
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

/** What is known only after apply is not in `after`. Before, values may be sensitive. */
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

function asPlan(before: Bodies, after: Bodies): string {
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

const formats: Readonly<Record<string, readonly [name: string, text: (it: Bodies) => string]>> = {
  JSON: ["a.json", (it) => JSON.stringify(asApi(it)).replaceAll(later, "{later}")],
  YAML: [
    "a.yaml",
    (it) => JSON.stringify(asApi(it), undefined, 1).replaceAll(`"${later}"`, "!include later.yaml"),
  ],
  "Terraform as JSON": ["a.tf.json", asTerraform],
};

type Path = readonly (string | number)[];
type Parent = Record<string | number, unknown>;

function pathsIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, it]) =>
    pathsIn(it, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return [at, ...inner];
}

const damages: Readonly<Record<string, (parent: Parent, name: string | number) => void>> = {
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
function isAnotherConfiguration(path: Path, damage: string): boolean {
  const ruleAt = path.indexOf("rules");
  return path.length <= (ruleAt === -1 ? 2 : ruleAt + 2) && path.at(-1) !== "phase"
    ? absent.includes(damage) && (ruleAt !== -1 || path.length === 2)
    : false;
}

async function statusOf(format: string, before: Bodies, after: Bodies) {
  const [name, textOf] = formats[format] ?? [];
  using folder = new Folder(
    name && textOf
      ? { [`before/${name}`]: textOf(before), [`after/${name}`]: textOf(after) }
      : { "plan.json": asPlan(before, after) },
  );
  const sides = name ? ["before", "after"] : ["plan.json"];
  return await weir(folder, ["review", ...sides, "--forbid", "block->allow"]);
}

const cases = Object.keys(changes).flatMap((change) =>
  [...Object.keys(formats), "a plan"].map((format) => [change, format] as const),
);

describe.each(cases)("%s: %s", (change, format) => {
  const sides = [true, false].map((it) => changes[change]?.(it) ?? []);
  const [before = [], after = []] = sides;
  // The resources themselves are those of the API, or of Terraform.
  const all = sides.flatMap((bodies, side) =>
    pathsIn(bodies)
      .filter((it) => it.length > 2)
      .flatMap((path) => Object.keys(damages).map((damage) => ({ side, path, damage }))),
  );
  const arbitrary = fc.constantFrom(
    ...all.filter((it) => it.side === 1 || !isAnotherConfiguration(it.path, it.damage)),
  );

  test("the whole change is forbidden", async () => {
    expect((await statusOf(format, before, after)).status).toBe(1);
  });

  test("no damage hides it", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ side, path, damage }) => {
        const damaged = structuredClone(sides[side] ?? []);
        let parent = damaged as unknown as Parent;
        for (const name of path.slice(0, -1)) parent = parent[name] as Parent;
        damages[damage]?.(parent, path.at(-1) ?? "");
        const both = side === 0 ? ([damaged, after] as const) : ([before, damaged] as const);
        const { status, out, err } = await statusOf(format, ...both);
        const where = `${path.join(".")} of side ${side} is ${damage}\n${out}${err}`;
        expect([1, 2], where).toContain(status);
      }),
      { seed: 20_261_119, numRuns: times(40, 1_000) },
    );
  });
});
