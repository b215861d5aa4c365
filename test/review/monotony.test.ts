import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";

/** Less input never makes a stronger claim: the change opens what was blocked, and no damage of a file hides that. */

const admin = 'http.host eq "shop.example.com" and starts_with(http.request.uri.path, "/admin")';
const phase = "http_request_firewall_custom";

/** The rules of a side. A later rule shows where a file ends too early. */
function rulesOf(isProtected: boolean) {
  const last = { ref: "bots", expression: "ssl", action: "log", enabled: true };
  const first = { ref: "admin", expression: admin, action: "block", enabled: true };
  return isProtected ? [first, last] : [last];
}

const ruleset = (isProtected: boolean) => ({
  ...{ kind: "zone", name: "waf", phase, zone_id: "0a1b" },
  rules: rulesOf(isProtected),
});

function planOf(before: unknown, after: unknown, actions: readonly string[]) {
  const other = { address: "aws_x.y", type: "aws_x", mode: "managed", change: { actions: [] } };
  const change = { actions, before, after, after_unknown: {}, after_sensitive: false };
  const about = { type: "cloudflare_ruleset", mode: "managed", name: "waf", change };
  const own = { address: "cloudflare_ruleset.waf", ...about };
  return JSON.stringify({ format_version: "1.2", resource_changes: [other, own], errored: false });
}

const hclRule = ({ ref, expression, action }: ReturnType<typeof rulesOf>[number]) =>
  `{ ref = "${ref}", action = "${action}", expression = ${JSON.stringify(expression)} }`;
const terraform = (isProtected: boolean) => `resource "cloudflare_ruleset" "waf" {
  kind    = "zone"
  zone_id = "0a1b"
  phase   = "${phase}"
  rules = [
    ${rulesOf(isProtected).map(hclRule).join(",\n    ")}
  ]
}
`;

const yamlRules = (isProtected: boolean) =>
  rulesOf(isProtected)
    .map(
      ({ ref, expression, action }) =>
        `  - ref: ${ref}\n    action: ${action}\n    expression: ${JSON.stringify(expression)}\n`,
    )
    .join("");

/** One file for each side. In YAML, a text that ends too early may be valid; then nothing can be known. */
const formats: Readonly<Record<string, readonly [name: string, text: (on: boolean) => string]>> = {
  JSON: ["waf.json", (on) => JSON.stringify(ruleset(on), undefined, 1)],
  "JSON of the API": ["waf.json", (on) => JSON.stringify({ result: [ruleset(on)] })],
  "Terraform as JSON": [
    "waf.tf.json",
    (on) => JSON.stringify({ resource: { cloudflare_ruleset: { waf: ruleset(on) } } }),
  ],
  Terraform: ["waf.tf", terraform],
  YAML: ["waf.yaml", (on) => `kind: zone\nphase: ${phase}\nrules:\n${yamlRules(on)}`],
  octorules: ["shop.yaml", (on) => `waf_custom_rules:\n${yamlRules(on)}`],
  rules: ["admin.cfrule", (on) => `# @action ${on ? "block" : "log"}\n# @ref admin\n${admin}\n`],
};

const forbid = ["--forbid", "block->allow"];

/** Undetectable: valid YAML whose rules are whole, and nothing at all. */
function isDetectable(name: string, cut: string): boolean {
  if (cut.trim() === "") return false;
  if (!name.endsWith(".yaml")) return true;
  return parseAllDocuments(cut).some((it) => it.errors.length > 0);
}

describe.each(Object.entries(formats))("a damaged file: %s", (_, [name, text]) => {
  const [before, after] = [text(true), text(false)];
  const arbitrary = fc.record({
    isBefore: fc.boolean(),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    damage: fc.constantFrom("cut", "cut in a folder", "bytes"),
  });

  test("the whole change is forbidden", async () => {
    using folder = new Folder({ [`before/${name}`]: before, [`after/${name}`]: after });
    expect((await weir(folder, ["review", "before", "after", ...forbid])).status).toBe(1);
  });

  test("no damage of one side hides it", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ isBefore, at, damage }) => {
        const whole = (isBefore ? before : after).trimEnd();
        const cut = whole.slice(0, Math.floor(at * whole.length));
        const file = damage === "bytes" ? Buffer.from(`${cut}\xff"`, "latin1") : cut;
        if (damage !== "bytes" && isBefore && !isDetectable(name, cut)) return;
        using folder = new Folder({
          [`before/${name}`]: isBefore ? file : before,
          [`after/${name}`]: isBefore ? after : file,
          "before/other.json": JSON.stringify({ ...ruleset(false), phase: "http_ratelimit" }),
          "after/other.json": JSON.stringify({ ...ruleset(false), phase: "http_ratelimit" }),
        });
        const sides = ["before", "after"].map((it) => (damage === "cut" ? `${it}/${name}` : it));
        const { status, out } = await weir(folder, ["review", ...sides, ...forbid]);
        expect([1, 2], `${damage} ${isBefore}: ${cut}\n${out}`).toContain(status);
        if (!isBefore) return;
        const request = "GET https://shop.example.com/admin";
        const traced = await weir(folder, ["trace", "--request", request, sides[0] ?? ""]);
        expect([1, 2], `${damage}: ${cut}\n${traced.out}`).toContain(traced.status);
        // Part of an expression may be an expression.
        if (name.endsWith(".cfrule") || cut === whole) return;
        const checked = await weir(folder, ["check", `before/${name}`]);
        expect([1, 2], `${damage}: ${cut}\n${checked.out}`).toContain(checked.status);
      }),
      { seed: 20_261_119, numRuns: times(8) },
    );
  });
});

test("a plan that is cut at any byte is refused", async () => {
  const plan = planOf(ruleset(true), ruleset(false), ["update"]);
  using whole = new Folder({ "plan.json": plan });
  expect((await weir(whole, ["review", "plan.json", ...forbid])).status).toBe(1);
  const cuts = fc.integer({ min: 1, max: plan.length - 1 });
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      using folder = new Folder({ "plan.json": plan.slice(0, at), "more.txt": "" });
      const { status, err } = await weir(folder, ["review", "plan.json", ...forbid]);
      expect([status, err], plan.slice(0, at)).toEqual([2, expect.stringMatching(/plan\.json:1:/)]);
      if (!plan.slice(0, at).includes('"format_version":')) return;
      expect((await weir(folder, ["check", "plan.json"])).out).toContain("error host-syntax");
    }),
    { seed: 20_261_119, numRuns: times(20) },
  );
});
