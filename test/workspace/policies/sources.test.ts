// One convention, in every kind of file that may break it.
import { describe, expect, test } from "vitest";
import { hostOfPath, languageOfPath } from "../../../server/src/languages.ts";
import { Workspace } from "../../../server/src/workspace/workspace.ts";
import { readMarks, trimExample, writeMarks } from "../../support/marks.ts";

const ticket = {
  name: "ticket",
  for: "rule",
  schema: {
    if: { properties: { action: { enum: ["block", "skip"] } }, required: ["action"] },
    ...JSON.parse(
      '{ "then": { "required": ["description"], "properties": { "description": { "pattern": "^[A-Z]+-[0-9]+: " } } } }',
    ),
  },
  message: "Name the ticket.",
};

const abroad = {
  name: "abroad",
  for: "job",
  schema: {
    not: {
      properties: {
        output_options: {
          properties: { field_names: { contains: { enum: ["ClientIP", "Cookies"] } } },
          required: ["field_names"],
        },
      },
      required: ["output_options"],
    },
  },
  message: "No personal data.",
  docs: "https://wiki.example/logs",
};

const errors = {
  name: "errors",
  for: "job",
  schema: {
    required: ["filter"],
    properties: {
      filter: {
        properties: {
          where: {
            properties: { value: { minimum: 400 } },
          },
        },
      },
    },
  },
  message: "Errors only.",
};

const short = {
  name: "short",
  for: "ruleset",
  schema: { properties: { rules: { maxItems: 1 } } },
  message: "One rule.",
};

const skipsNothing = {
  name: "skip",
  for: "rule",
  schema: {
    not: {
      required: ["action_parameters"],
      properties: {
        action_parameters: {
          required: ["phases"],
          properties: { phases: { contains: { const: "http_ratelimit" } } },
        },
      },
    },
  },
  message: "Limits apply to everybody.",
};

const enabled = {
  name: "enabled",
  for: "rule",
  schema: { properties: { enabled: { const: true } } },
  severity: "warning",
};

const phase = {
  name: "phase",
  for: "rule",
  schema: {
    properties: { phase: { const: "http_request_firewall_custom" }, kind: { const: "zone" } },
  },
  message: "Custom rules only.",
};

const zoned = {
  name: "zoned",
  for: "rule",
  schema: { properties: { zone: { not: { const: "shop.example" } } } },
  message: "Not in the shop.",
};

function found(path: string, text: string, policies: readonly object[], settings: object = {}) {
  const config = JSON.stringify({ policies, ...settings });
  const workspace = new Workspace((it) => (it === "/w/weir.json" ? config : undefined));
  expect(workspace.configFor(`/w/${path}`)?.problems).toEqual([]);
  const language = languageOfPath(path) ?? hostOfPath(path);
  const analysis = language?.analyze(text, workspace.contextFor(`/w/${path}`));
  const broken = analysis?.diagnostics().filter((it) => it.code === "policy") ?? [];
  return { broken, notChecked: analysis?.notChecked?.() ?? [] };
}

describe("the part that breaks a policy is marked", () => {
  test.each([
    [
      "a rule in a file",
      "a.cfrule",
      ticket,
      `
# @action block
# @description Blocks admin
               ^^^^^^^^^^^^ error: Policy 'ticket': Name the ticket.
http.host eq "a.example"
`,
    ],
    [
      "a rule in a file without a description",
      "a.cfrule",
      ticket,
      `
# @action skip
^^^^^^^^^^^^^^ error: Policy 'ticket': Name the ticket.
# @skip ruleset=current
http.host eq "a.example"
`,
    ],
    [
      "parameters of a rule in a file",
      "a.cfrule",
      skipsNothing,
      `
# @action skip
# @skip phases=http_ratelimit,http_request_sbfm
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Policy 'skip': Limits apply to everybody.
http.host eq "a.example"
`,
    ],
    [
      "a paused rule in a file",
      "a.cfrule",
      enabled,
      `
# @action block
# @paused true
          ^^^^ warning: Policy 'enabled': Expected true.
http.host eq "a.example"
`,
    ],
    [
      "a job",
      "a.lpjob",
      abroad,
      `
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/?region=us-east-1",
  "output_options": { "field_names": ["RayID", "ClientIP"] }
                                               ^^^^^^^^^^ error: Policy 'abroad': No personal data. See https://wiki.example/logs
}
`,
    ],
    [
      "a job with its filter as an object",
      "a.lpjob",
      errors,
      `
{
  "filter": { "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 200 } }
                                                                                  ^^^ error: Policy 'errors': Errors only.
}
`,
    ],
    [
      "a job with its filter as a string",
      "a.lpjob",
      errors,
      `
{
  "filter": "{\\"where\\":{\\"key\\":\\"EdgeResponseStatus\\",\\"operator\\":\\"geq\\",\\"value\\":200}}"
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Policy 'errors': Errors only.
}
`,
    ],
    [
      "a job without a filter",
      "a.lpjob",
      errors,
      `
{
  "name": "logs",
  ^^^^^^^^^^^^^^ error: Policy 'errors': Errors only.
  "filter": ""
}
`,
    ],
    [
      "a filter",
      "a.lpfilter",
      {
        name: "no-or",
        for: "filter",
        schema: { properties: { where: { not: { required: ["or"] } } } },
      },
      `
{ "where": { "or": [{ "key": "ClientCountry", "operator": "eq", "value": "de" }] } }
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Policy 'no-or': This is not allowed.
`,
    ],
    [
      "rules in Terraform, as blocks",
      "main.tf",
      ticket,
      `
resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  kind  = "zone"
  rules {
    action     = "block"
    ^^^^^^^^^^^^^^^^^^^^ error: Policy 'ticket': Name the ticket.
    expression = "ssl"
  }
  rules {
    action      = "block"
    description = "admin"
                  ^^^^^^^ error: Policy 'ticket': Name the ticket.
    expression  = "not ssl"
  }
  rules {
    action      = "block"
    description = "SEC-12: \${var.team}"
    expression  = "http.host eq \\"a.example\\""
  }
  rules {
    action     = "log"
    expression = "http.host eq \\"b.example\\""
  }
}
`,
    ],
    [
      "parameters in Terraform",
      "main.tf",
      skipsNothing,
      `
resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules = [{
    action            = "skip"
    action_parameters = { phases = ["http_request_sbfm", "http_ratelimit"] }
                                                         ^^^^^^^^^^^^^^^^ error: Policy 'skip': Limits apply to everybody.
    expression        = "ssl"
  }]
}
`,
    ],
    [
      "a ruleset in Terraform",
      "main.tf",
      short,
      `
resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules = [
  ^^^^^^^^^ error: Policy 'short': One rule.
    { action = "block", expression = "ssl" },
    { action = "log", expression = "not ssl" },
  ]
}
`,
    ],
    [
      "a job in Terraform",
      "main.tf",
      abroad,
      `
resource "cloudflare_logpush_job" "us" {
  dataset          = "http_requests"
  destination_conf = "s3://logs/?region=us-east-1"
  output_options = {
    field_names = ["ClientIP"]
                   ^^^^^^^^^^ error: Policy 'abroad': No personal data. See https://wiki.example/logs
  }
}
`,
    ],
    [
      "the filter of a job in Terraform",
      "main.tf",
      errors,
      `
resource "cloudflare_logpush_job" "us" {
  dataset          = "http_requests"
  destination_conf = "s3://logs/?region=us-east-1"
  filter = jsonencode({ where = { key = "EdgeResponseStatus", operator = "geq", value = 200 } })
                                                                                        ^^^ error: Policy 'errors': Errors only.
}
`,
    ],
    [
      "a plan",
      "plan.json",
      ticket,
      `
{ "format_version": "1.2", "terraform_version": "1.9.0", "resource_changes": [
  { "address": "cloudflare_ruleset.waf", "mode": "managed", "type": "cloudflare_ruleset", "name": "waf",
    "provider_name": "registry.terraform.io/cloudflare/cloudflare", "change": { "actions": ["create"], "before": null,
    "after": { "phase": "http_request_firewall_custom", "kind": "zone", "name": "waf", "rules": [
      { "action": "block", "expression": "ssl", "description": null } ] },
        ^^^^^^^^^^^^^^^^^ error: Policy 'ticket': Name the ticket.
    "after_unknown": {}, "before_sensitive": false, "after_sensitive": {} } } ] }
`,
    ],
    [
      "a ruleset of the API",
      "ruleset.json",
      ticket,
      `
{ "kind": "zone", "phase": "http_request_firewall_custom", "rules": [
  { "action": "block", "description": "admin", "expression": "ssl" }
                                      ^^^^^^^ error: Policy 'ticket': Name the ticket.
] }
`,
    ],
    [
      "a job of the API",
      "job.json",
      abroad,
      `
{ "dataset": "http_requests", "destination_conf": "s3://logs/?region=us-east-1",
  "output_options": { "field_names": ["Cookies"] } }
                                      ^^^^^^^^^ error: Policy 'abroad': No personal data. See https://wiki.example/logs
`,
    ],
    [
      "octorules",
      "zone.yaml",
      ticket,
      `
waf_custom_rules:
  - ref: admin
    ^^^^^^^^^^ error: Policy 'ticket': Name the ticket.
    action: block
    expression: ssl
`,
    ],
    [
      "rules of another phase",
      "zone.yaml",
      phase,
      `
rate_limiting_rules:
  - ref: admin
    ^^^^^^^^^^ error: Policy 'phase': Custom rules only.
    action: block
    expression: ssl
`,
    ],
    [
      "fences in Markdown",
      "README.md",
      ticket,
      `
# Rules

\`\`\`cfrule
# @action block
# @description admin
               ^^^^^ error: Policy 'ticket': Name the ticket.
ssl
\`\`\`
`,
    ],
    [
      "several properties",
      "a.lpjob",
      {
        name: "names",
        for: "job",
        schema: {
          properties: { name: { pattern: "^eu-" }, frequency: { const: "low" } },
        },
      },
      `
{
  "name": "logs",
          ^^^^^^ error: Policy 'names': Expected a match of '^eu-'.
  "frequency": "high"
               ^^^^^^ error: Policy 'names': Expected "low".
}
`,
    ],
  ])("%s", (_, path, policy, marked) => {
    const { text } = readMarks(marked);
    expect(writeMarks(text, found(path, text, [policy]).broken)).toBe(trimExample(marked));
  });
});

describe("a policy that depends on a value that is not known is listed", () => {
  test.each([
    ["main.tf", "description = var.text", "var.text (policy 'ticket')"],
    ["main.tf", `description = "\${var.text}"`, `"\${var.text}" (policy 'ticket')`],
    ["main.tf", `description = "SEC-\${var.number}: x"`, `SEC-\${var.number}: x`],
    ["main.tf", `description = "SEC-1: \${var.text}"`, undefined],
    ["main.tf", "description = null", "broken"],
  ])("%s %s", (path, description, expected) => {
    const text = `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules = [{
    action      = "block"
    expression  = "ssl"
    ${description}
  }]
}
`;
    const { broken, notChecked } = found(path, text, [ticket]);
    expect(broken).toHaveLength(expected === "broken" ? 1 : 0);
    const details = notChecked.map((it) => it.detail).join();
    if (expected === "broken" || expected === undefined) expect(details).toBe("");
    else expect(details).toContain(expected);
  });

  test.each([
    ["rules of a module", "main.tf", "rules = var.rules", ticket],
    [
      "a variable of the environment",
      "a.lpjob",
      `\${env:NAME}`,
      { name: "n", for: "job", schema: { properties: { name: { const: "logs" } } } },
    ],
    ["a rule without an action", "a.cfrule", "ssl", ticket],
  ])("%s", (_, path, part, policy) => {
    const texts: Readonly<Record<string, string>> = {
      "main.tf": `resource "cloudflare_ruleset" "waf" {\n  phase = "http_ratelimit"\n  ${part}\n}\n`,
      "a.lpjob": `{ "name": "${part}" }`,
      "a.cfrule": part,
    };
    const { broken, notChecked } = found(path, texts[path] ?? "", [policy]);
    expect(broken).toEqual([]);
    expect(notChecked).not.toEqual([]);
  });
});

describe("settings", () => {
  const rule = "# @action block\nssl\n";
  const lines = (broken: ReturnType<typeof found>["broken"]) => broken.map((it) => it.severity);

  test.each([
    ["off for the code", { severity: { policy: "off" } }, ticket, []],
    ["a severity of the code", { severity: { policy: "info" } }, ticket, ["info"]],
    ["a severity of its own", {}, { ...ticket, severity: "hint" }, ["hint"]],
    ["files that match", {}, { ...ticket, files: "*.cfrule" }, ["error"]],
    ["other files", {}, { ...ticket, files: ["us/**"] }, []],
    [
      "a severity of some files",
      { overrides: [{ files: "a.cfrule", severity: { policy: "off" } }] },
      ticket,
      [],
    ],
  ])("%s", (_, settings, policy, expected) => {
    expect(lines(found("a.cfrule", rule, [policy], settings).broken)).toEqual(expected);
  });

  test.each([
    ["its only profile", { profiles: { p: { zone: "z1" } } }, 1],
    ["several profiles", { profiles: { p: { zone: "z1" }, q: { zone: "z2" } } }, 0],
  ])("the zone of a rule is known by the name of %s", (_, settings, count) => {
    const zones = { z1: "shop.example" };
    expect(found("a.cfrule", rule, [zoned], { zones, ...settings }).broken).toHaveLength(count);
  });

  test("the zone in Terraform", () => {
    const text = `resource "cloudflare_ruleset" "waf" {
  zone_id = "z1"
  phase   = "http_ratelimit"
  rules   = [{ action = "block", expression = "ssl" }]
}
`;
    expect(found("main.tf", text, [zoned], { zones: { z1: "shop.example" } }).broken).toHaveLength(
      1,
    );
  });

  test.each([
    ["a.cfrule", "# weir-ignore policy\n# @action block\nssl\n"],
    [
      "a.lpjob",
      '// weir-ignore-file policy\n{ "output_options": { "field_names": ["ClientIP"] } }',
    ],
    [
      "zone.yaml",
      "waf_custom_rules:\n  # weir-ignore policy\n  - ref: a\n    action: block\n    expression: ssl\n",
    ],
  ])("a comment in %s suppresses it", (path, text) => {
    expect(found(path, text, [ticket, abroad]).broken).toEqual([]);
    const without = text.replace(/weir-ignore[\w-]*/, "");
    expect(found(path, without, [ticket, abroad]).broken).toHaveLength(1);
  });
});
