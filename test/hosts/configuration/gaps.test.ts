import { describe, expect, test } from "vitest";
import { notExaminedIn } from "../../../server/src/core/configuration/claim.ts";
import {
  type Configuration,
  shownExpression,
} from "../../../server/src/core/configuration/model.ts";
import { configurationIn } from "../../../server/src/languages.ts";
import { rule, rulesetsOf, traceOf } from "../../trace/support.ts";
import { memoryFiles } from "../terraform/memory-files.ts";

function read(texts: Readonly<Record<string, string>>, path = "a.tf"): Configuration {
  const terraform = { path: `/w/${path}`, files: memoryFiles(texts), shown: String };
  return configurationIn(texts[path] ?? "", path, "after", terraform);
}

const phase = "http_request_firewall_custom";
const block = { ref: "a", action: "block", expression: "true" };
const ruleset = { phase, kind: "zone", rules: [block] };

describe("resources that are not read", () => {
  test.each<[source: string, reach: string]>([
    ['resource "cloudflare_page_rule" "a" {\n target = "x"\n}', "other products"],
    ['resource "cloudflare_workers_route" "a" {\n pattern = "x"\n}', "other products"],
    ['resource "cloudflare_access_rule" "a" {\n mode = "block"\n}', "other products"],
    ['resource "cloudflare_snippet_rules" "a" {\n rules = []\n}', "other products"],
    ['resource "cloudflare_new_thing" "a" {\n expression = "ssl"\n}', "other products"],
    ['resource "cloudflare_new_thing" "a" {\n filter {\n id = 1\n }\n}', "other products"],
    ['resource "cloudflare_new_rules" "a" {\n phase = "x"\n rules = []\n}', "everything"],
  ])("%s", (source, reach) => {
    const found = read({ "a.tf": source });
    expect(found.gaps).toMatchObject([{ mayChange: reach, place: { path: "a.tf" } }]);
    expect(configurationIn(source, "a.tf").gaps).toMatchObject([{ mayChange: reach }]);
    expect(read({ "a.tf": source.replace("{", "{ #\n") }).gaps[0]?.content).toBe(
      found.gaps[0]?.content,
    );
    expect(read({ "a.tf": source.replace("{", "{\n x = 1") }).gaps[0]?.content).not.toBe(
      found.gaps[0]?.content,
    );
  });

  test("a value from elsewhere is part of the content", () => {
    const page = 'resource "cloudflare_page_rule" "a" {\n target = local.x\n}\n';
    const contents = ["1", "2"].map(
      (it) => read({ "a.tf": page, "b.tf": `locals {\n x = ${it}\n}` }).gaps[0]?.content,
    );
    expect(contents[0]).not.toBe(contents[1]);
  });

  test("others are no gaps", () => {
    const text = `resource "cloudflare_dns_record" "a" {\n name = "a"\n}
resource "cloudflare_logpush_job" "a" {\n filter = "{}"\n}
data "cloudflare_rulesets" "a" {\n filter {\n id = 1\n }\n}
resource "aws_thing" "a" {\n rules = []\n}`;
    expect(read({ "a.tf": text }).gaps).toEqual([]);
  });

  test("are counted by type", () => {
    const all = ["a", "b"].map((it) => `resource "cloudflare_page_rule" "${it}" {}`).join("\n");
    const list = 'resource "cloudflare_list" "l" {\n name = "l"\n}';
    expect(notExaminedIn(read({ "a.tf": `${all}\n${list}` }).gaps)).toEqual([
      "2 cloudflare_page_rule",
      "list 'l':3 (its items are managed elsewhere)",
    ]);
  });
});

describe("what decides where rules act", () => {
  const waf = (more: string) =>
    `variable "x" {}\nresource "cloudflare_ruleset" "waf" {\n${more}\n rules = [{ action = "block", expression = "true" }]\n}`;
  test.each<[what: string, text: string]>([
    ["an unknown phase", waf('phase = var.x\n kind = "zone"')],
    ["an unknown kind", waf(`phase = "${phase}"\n kind = var.x`)],
    [
      "an unknown normalization",
      'variable "x" {}\nresource "cloudflare_url_normalization_settings" "a" {\n scope = var.x\n}',
    ],
    ["a module that is not here", 'module "waf" {\n source = "git::https://a/cloudflare"\n}'],
    [
      "a module with an unknown source",
      'variable "x" {}\nmodule "waf" {\n source = var.x\n zone_id = 1\n}',
    ],
  ])("%s", (_, text) => {
    expect(read({ "a.tf": text }).gaps).toMatchObject([{ mayChange: "everything" }]);
  });

  test("how often a module that is not here is called with other rules", () => {
    const contents = ["ssl", "true"].map(
      (it) =>
        read({
          "a.tf": 'module "waf" {\n source = "a/waf/cloudflare"\n rules = local.rules\n}',
          "b.tf": `locals {\n rules = [{ expression = "${it}" }]\n}`,
        }).gaps[0]?.content,
    );
    expect(contents[0]).not.toBe(contents[1]);
  });

  test.each(["count = var.x", "for_each = var.x"])("rules may not be there: %s", (more) => {
    const found = read({ "a.tf": waf(`${more}\n phase = "${phase}"\n kind = "zone"`) });
    expect(traceOf(found, "GET https://a.example/").outcome).toMatchObject({ kind: "unknown" });
  });

  test("rules of a module that may not be called may not be there", () => {
    const found = read({
      "a.tf": 'variable "x" {}\nmodule "m" {\n source = "./m"\n count = var.x\n}',
      "m/m.tf": waf(`phase = "${phase}"\n kind = "zone"`),
    });
    expect(traceOf(found, "GET https://a.example/").outcome).toMatchObject({ kind: "unknown" });
  });
});

describe("plans", () => {
  interface Change {
    readonly actions: readonly string[];
    readonly before?: object | null;
    readonly after?: object | null;
    readonly [name: string]: unknown;
  }
  const plan = (change: Change, side: "before" | "after", more: object = {}, around: object = {}) =>
    configurationIn(
      JSON.stringify({
        format_version: "1.2",
        resource_changes: [
          {
            address: "cloudflare_ruleset.waf",
            mode: "managed",
            type: "cloudflare_ruleset",
            change,
            ...around,
          },
        ],
        ...more,
      }),
      "plan.json",
      side,
    );
  const expressions = ({ rulesets }: Configuration) =>
    rulesets.flatMap((it) => it.rules.map((one) => shownExpression(one.expression)));
  const other = { ...ruleset, rules: [{ ...block, expression: "ssl" }] };

  test.each<[what: string, change: Change, before: readonly string[], after: readonly string[]]>([
    ["no change", { actions: ["no-op"], before: ruleset, after: ruleset }, ["true"], ["true"]],
    ["a new one", { actions: ["create"], before: null, after: ruleset }, [], ["true"]],
    ["an update", { actions: ["update"], before: ruleset, after: other }, ["true"], ["ssl"]],
    ["a deletion", { actions: ["delete"], before: ruleset, after: null }, ["true"], []],
    [
      "a replacement",
      { actions: ["delete", "create"], before: ruleset, after: other },
      ["true"],
      ["ssl"],
    ],
    [
      "a replacement, the other way round",
      { actions: ["create", "delete"], before: ruleset, after: other },
      ["true"],
      ["ssl"],
    ],
    [
      "an import",
      { actions: ["update"], before: ruleset, after: other, importing: { id: "x" } },
      ["true"],
      ["ssl"],
    ],
    [
      "a resource that is forgotten",
      { actions: ["forget"], before: ruleset, after: null },
      ["true"],
      ["true"],
    ],
  ])("%s", (_, change, before, after) => {
    expect(expressions(plan(change, "before"))).toEqual(before);
    expect(expressions(plan(change, "after"))).toEqual(after);
  });

  test("a ruleset that is forgotten is marked as such, on the after side", () => {
    const change = { actions: ["forget"], before: ruleset, after: null };
    expect(plan(change, "after").rulesets[0]?.isForgotten).toBe(true);
    expect(plan(change, "before").rulesets[0]?.isForgotten).toBeUndefined();
  });

  test.each<[what: string, more: object, around: object]>([
    ["errors", { errored: true }, {}],
    ["another plan that follows", { complete: false }, {}],
  ])("%s: everything may change", (_, more, around) => {
    const change = { actions: ["delete"], before: ruleset, after: null };
    for (const side of ["before", "after"] as const)
      expect(plan(change, side, more, around).gaps).toMatchObject([{ mayChange: "everything" }]);
  });

  test("a deposed object is there before", () => {
    const change = { actions: ["delete"], before: ruleset, after: null };
    const around = { deposed: "1a2b" };
    expect(plan(change, "before", {}, around)).toMatchObject({
      rulesets: [],
      gaps: [{ mayChange: "everything" }],
    });
    expect(plan(change, "after", {}, around).gaps).toEqual([]);
  });

  test("a resource that is known after apply as a whole", () => {
    const change = { actions: ["create"], before: null, after: null, after_unknown: true };
    expect(plan(change, "after").gaps).toMatchObject([{ mayChange: "everything" }]);
    expect(plan(change, "after").gaps[0]?.content).toBeUndefined();
  });
});

describe("traces", () => {
  const gap = { what: "infra", why: "unread" };
  const configuration = rulesetsOf({ phase, kind: "zone", rules: [rule("a", "ssl", "block")] });
  test.each([
    ["everything", true],
    [{ phase }, true],
    ["other products", false],
    [{ list: "x" }, false],
  ] as const)("a gap of %j leaves the outcome open: %s", (mayChange, isOpen) => {
    const traced = traceOf(
      { ...configuration, gaps: [{ ...gap, mayChange }] },
      "GET http://a.example/",
    );
    expect(traced.outcome.unknown !== undefined).toBe(isOpen);
  });

  test("a kind that does not exist", () => {
    const traced = traceOf(
      rulesetsOf({ phase, kind: "zonal", rules: [rule("a", "true", "block")] }),
      "GET https://a.example/",
    );
    expect(traced.outcome).toMatchObject({
      kind: "unknown",
      notExamined: ["the rules of the unknown kind 'zonal'"],
    });
  });

  test("an action that does not exist", () => {
    const traced = traceOf(
      rulesetsOf({ phase, kind: "zone", rules: [rule("a", "true", "bllog")] }),
      "GET https://a.example/",
    );
    expect(traced.outcome.kind).toBe("unknown");
  });

  test("rules without a zone are taken as those of the zone, and a trace tells", () => {
    const zoneless = configurationIn(
      "waf_custom_rules:\n  - ref: a\n    action: log\n    expression: ssl\n",
      "octorules/shop.yaml",
    );
    const of = (zone: object) =>
      rulesetsOf({ ...ruleset, ...zone, rules: [rule("a", "ssl", "log")] });
    const assuming = (...all: readonly Configuration[]) =>
      traceOf(all, "GET https://a.example/").outcome.assuming;
    expect(assuming(zoneless, of({ zone_id: "z" }))).toEqual([
      "octorules/shop.yaml and zone z are one zone",
    ]);
    expect(assuming(zoneless)).toBeUndefined();
    expect(assuming(of({ zone_id: "z" }))).toBeUndefined();
  });

  test.each([
    [
      "blocked if",
      "cf.bot_management.score lt 30",
      'cf.bot_management.score lt 30 or http.request.uri.path contains "/.git/"',
    ],
    [
      "a group",
      "cf.bot_management.score lt 30",
      "(cf.bot_management.score lt 30 and ssl) or not ssl",
    ],
    [
      "two",
      "cf.bot_management.score lt 30 or cf.waf.score lt 5",
      'cf.bot_management.score lt 30 or http.host eq "b" or cf.waf.score lt 5',
    ],
    [
      "nested",
      "not (cf.bot_management.score lt 30 or cf.waf.score lt 5)",
      "ssl and not (cf.bot_management.score lt 30 or cf.waf.score lt 5)",
    ],
    [
      "holes",
      'http.host eq "${var.x}"',
      'http.host eq "${var.x}" or http.request.uri.path contains "/.git/"',
    ],
  ])("only what is not decided is a condition: %s", (_, expected, expression) => {
    const found = read({
      "a.tf": `variable "x" {}\nresource "cloudflare_ruleset" "waf" {
 phase = "${phase}"\n kind = "zone"
 rules = [{ ref = "a", action = "block", expression = ${JSON.stringify(expression)} }]\n}`,
    });
    const { outcome } = traceOf(found, "GET https://a.example/x");
    expect(outcome.if?.map((it) => it.expression)).toEqual([expected]);
  });
});

test("no character of a hole is shown", () => {
  const x = "${var.x}";
  const text = `variable "x" {}\nresource "cloudflare_ruleset" "waf" {
 phase = "http_request_firewall_custom"\n kind = "zone"\n name = "n ${x}"
 rules = [
  { ref = "r${x}", description = "d${x}", action = "block", expression = "http.host eq \\"${x}\\"" },
  { action = "block", expression = "http.host in {${x}}" },
  { action = "block", expression = <<-EOT
      http.host eq "${x}"
      or ip.src eq ${x}
    EOT
  },
  { action = "bl${x}", expression = "${x} and ssl" },
  { action = "skip", expression = "ssl", action_parameters = { ruleset = "cur${x}", phases = ["${x}a"] } },
  { action = "block", expression = "ssl and true", action_parameters = { response = { content = "a${x}", status_code = 400 } } },
 ]\n}`;
  const found = read({ "a.tf": text });
  const shown = found.rulesets.flatMap((it) =>
    it.rules.map((one) => shownExpression(one.expression)),
  );
  expect(shown).toHaveLength(6);
  for (const it of shown.slice(0, 4)) expect(it).toContain(x);
  const traced = JSON.stringify([traceOf(found, "GET https://a.example/x"), shown]);
  expect(traced).not.toMatch(/[\ufdd0-\ufdef\uf8d0-\uf8ef]/);
});
