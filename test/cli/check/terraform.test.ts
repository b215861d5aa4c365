// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of Terraform are written like this.
// Values that a Terraform file takes from other files: where problems are shown, and their stated dependencies.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

interface Checked {
  readonly files: readonly {
    readonly path: string;
    readonly diagnostics: readonly {
      readonly code: string;
      readonly message: string;
      readonly range: { readonly start: { readonly line: number; readonly character: number } };
    }[];
  }[];
  readonly notChecked: readonly { readonly path: string; readonly detail: string }[];
}

const ruleset = (rules: string, name = "waf") => `resource "cloudflare_ruleset" "${name}" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = ${rules}
}
`;
const blocking = (...expressions: readonly string[]) =>
  ruleset(`[${expressions.map((it) => `{ action = "block", expression = ${it} }`).join(", ")}]`);

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** As in `locals.tf:2 unknown-field: Unknown field …`. */
  readonly found: readonly string[];
  readonly notChecked?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "a local of another file": {
    files: {
      "main.tf": blocking("local.admin"),
      "locals.tf": 'locals {\n  admin = "http.hosst eq \\"a\\""\n}\n',
    },
    args: ["main.tf"],
    found: ["locals.tf:2 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a reference in JSON syntax": {
    files: {
      "main.tf.json": JSON.stringify(
        {
          locals: { office: ["192.0.2.1", "192.0.2.300"] },
          resource: {
            cloudflare_ruleset: {
              waf: {
                for_each: ["a"],
                kind: "zone",
                phase: "http_request_firewall_custom",
                rules: [
                  { action: "block", expression: "${local.admin}" },
                  { action: "block", expression: 'ip.src in {${join(" ", local.office)}}' },
                  { action: "${local.block}", expression: "${var.later}" },
                ],
                dynamic: {
                  rules: {
                    for_each: ["ip.srcc"],
                    content: { action: "log", expression: "${rules.value} eq 192.0.2.1" },
                  },
                },
              },
            },
          },
        },
        undefined,
        1,
      ),
      "locals.tf": 'locals {\n  admin = "http.hosst eq \\"a\\""\n  block = "block"\n}\n',
    },
    args: ["main.tf.json"],
    found: [
      "main.tf.json:5 bad-address: Invalid address, network or range '192.0.2.300'.",
      "main.tf.json:33 unknown-field: Unknown field 'ip.srcc'. Did you mean 'ip.src'?",
      "locals.tf:2 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?",
    ],
    notChecked: ['main.tf.json "${var.later}"'],
  },
  "a part of a text": {
    files: {
      "main.tf": blocking('"${local.admin} and ssl"'),
      "locals.tf": 'locals {\n  admin = "http.hosst eq \\"a\\""\n}\n',
    },
    found: ["locals.tf:2 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a line of a .tfvars file": {
    files: {
      "main.tf": `variable "office" {}\n${blocking('"ip.src in {${join(" ", var.office)}}"')}`,
      "terraform.tfvars": 'office = [\n  "192.0.2.1",\n  "192.0.2.300",\n]\n',
    },
    found: ["terraform.tfvars:3 bad-address: Invalid address, network or range '192.0.2.300'."],
  },
  "a rule of a YAML file": {
    files: {
      "main.tf": ruleset('yamldecode(file("rules.yaml"))'),
      "rules.yaml": '- action: block\n  expression: http.hosst eq "a"\n',
    },
    found: ["rules.yaml:2 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a message for files has no directive in Terraform": {
    files: {
      "main.tf": `resource "cloudflare_ruleset" "a" {\n  phase = "http_request_transform"\n  rules = [{\n    action            = "rewrite"\n    expression        = "to_string(ip.src.asnum) eq \\"1\\""\n    action_parameters = { uri = { path = { expression = "http.host eq \\"a\\"" } } }\n  }]\n}\n`,
    },
    found: [
      "main.tf:5 value-only: 'to_string' is only available in value expressions.",
      "main.tf:6 value-expression: A value expression is a single field or call.",
    ],
  },
  "rules of a YAML file that are never reached": {
    files: {
      "main.tf": `# one\n# two\n${ruleset('concat(yamldecode(file("rules.yaml")), [{ action = "block", expression = "http.request.uri.path eq \\"/a/c\\"" }])')}`,
      "rules.yaml":
        '# rules\n- action: block\n  expression: starts_with(http.request.uri.path, "/a")\n- action: block\n  expression: http.request.uri.path eq "/a/b"\n',
    },
    found: [
      "main.tf:6 unreachable-rule: Never reached: the rule on line 3 of 'rules.yaml' matches everything this rule matches, and its action 'block' ends the evaluation.",
      "rules.yaml:5 unreachable-rule: Never reached: the rule on line 3 matches everything this rule matches, and its action 'block' ends the evaluation.",
    ],
  },
  "the default of a variable": {
    files: {
      "main.tf": `variable "office" {\n  default = "192.0.2.300"\n}\n${blocking('"ip.src eq ${var.office} and http.hosst eq \\"a\\""')}`,
    },
    found: [
      "main.tf:2 value-type: 'ip.src' is an IP address, but '192.0.2.300' is not an address. Use an address, such as 192.0.2.1. This is with the default of var.office.",
      "main.tf:7 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?",
    ],
  },
  "an empty default says nothing": {
    files: {
      "main.tf": `variable "office" {\n  default = ""\n}\nvariable "more" {\n  default = []\n}\n${blocking('"ip.src in {${var.office}}"', '"ip.src in {${join(" ", var.more)}}"', "var.office")}`,
    },
    found: [],
    notChecked: ["main.tf var.office"],
  },
  "what a default sets around expressions": {
    files: {
      "main.tf": `variable "phase" {\n  default = "http_request_firewall_custom"\n}\nvariable "on" {\n  default = true\n}\n${ruleset('[\n    { action = "block", expression = "ssl", enabled = var.on },\n    { action = "redirect", expression = "ssl and http.host eq \\"a\\"" },\n    { action = var.on ? "block" : "blokc", expression = "http.response.code eq 404" },\n  ]').replace('"http_request_firewall_custom"', "var.phase")}`,
    },
    found: [
      "main.tf:12 phase-action: Phase 'http_request_firewall_custom' has no action 'redirect'. Move the rule to phase 'http_request_dynamic_redirect' or 'http_request_redirect'. This is with the default of var.phase.",
      "main.tf:12 unreachable-rule: Never reached: the rule on line 11 matches everything this rule matches, and its action 'block' ends the evaluation. This is with the default of var.on.",
      "main.tf:13 unknown-action: Unknown action 'blokc'. Did you mean 'block'?",
      "main.tf:13 phase-availability: 'http.response.code' is not available in 'http_request_firewall_custom', which runs before the response. This is with the default of var.phase.",
    ],
  },
  "a default that a file overrides": {
    files: {
      "main.tf": `variable "office" {\n  default = "192.0.2.300"\n}\n${blocking('"ip.src eq ${var.office}"')}`,
      "a.auto.tfvars": 'office = "192.0.2.1"\n',
    },
    found: [],
  },
  "what is sensitive, and what is not known": {
    files: {
      "main.tf": `variable "a" {\n  sensitive = true\n  default   = "http.hosst"\n}\nvariable "b" {}\n${blocking('"${var.a} eq 1"', "sensitive(local.c)", '"${var.b} eq 1"', "var.b", "data.x.y.z")}locals {\n  c = "http.hosst"\n}\n`,
    },
    found: [],
    notChecked: ["main.tf sensitive(local.c)", "main.tf var.b", "main.tf data.x.y.z"],
  },
  "values of a file that Git ignores are not shown": {
    files: {
      ".gitignore": "secret.auto.tfvars\n",
      "main.tf": `variable "office" {}\n${blocking('"ip.src eq ${var.office}"')}`,
      "secret.auto.tfvars": 'office = "192.0.2.300"\n',
    },
    found: [
      "main.tf:5 value-type: 'ip.src' is an IP address, but 'var.office' is not an address. Use an address, such as 192.0.2.1.",
    ],
  },
  "rules of concat, for and dynamic are in order": {
    files: {
      "main.tf": `locals {\n  first = [{ action = "block", expression = "starts_with(http.request.uri.path, \\"/a\\")" }]\n}\n${ruleset('concat(local.first, [for it in ["/a/b"] : { action = "block", expression = "http.request.uri.path eq \\"${it}\\"" }])')}`,
    },
    found: [
      "main.tf:7 unreachable-rule: Never reached: the rule on line 2 matches everything this rule matches, and its action 'block' ends the evaluation.",
    ],
  },
  "a module that is called twice": {
    files: {
      "main.tf": `module "a" {\n  source = "./waf"\n  host   = "http.host"\n}\nmodule "b" {\n  source = "./waf"\n  host   = "http.host eq"\n}\n`,
      "waf/main.tf": `variable "host" {\n  default = "bad"\n}\n${blocking('"${var.host} eq \\"a\\""', '"ip.srcc eq 192.0.2.1"')}`,
    },
    found: [
      "waf/main.tf:7 unknown-operator: Expected one operator, found 'eq' and 'eq'. Remove one. This is with the arguments of module.b.",
      "waf/main.tf:7 unknown-field: Unknown field 'ip.srcc'. Did you mean 'ip.src'?",
    ],
  },
  "an argument of a module": {
    files: {
      "main.tf": `module "a" {\n  source     = "./waf"\n  expression = "http.hosst eq 1"\n}\n`,
      "waf/main.tf": `variable "expression" {}\n${blocking("var.expression")}`,
    },
    found: ["main.tf:3 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a module is read from the root module, and not again from the one between": {
    files: {
      "main.tf": `module "a" {\n  source = "./outer"\n  host   = "http.hosst"\n}\n`,
      "outer/main.tf": `variable "host" {\n  default = "http.hoost"\n}\nmodule "b" {\n  source = "../inner"\n  host   = var.host\n}\n`,
      "inner/main.tf": `variable "host" {}\nmodule "c" {\n  source = "../waf"\n  host   = var.host\n}\n`,
      "waf/main.tf": `variable "host" {}\n${blocking('"${var.host} eq \\"a\\""')}`,
    },
    found: ["main.tf:3 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a module that only a comment calls is read from itself": {
    files: {
      "main.tf": `# module "a" {\n#   source = "./outer"\n# }\n`,
      "outer/main.tf": `module "b" {\n  source = "../waf"\n  host   = "http.hosst"\n}\n`,
      "waf/main.tf": `variable "host" {}\n${blocking('"${var.host} eq \\"a\\""')}`,
    },
    found: ["outer/main.tf:3 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a module whose caller is excluded is read from itself": {
    files: {
      "weir.json": `{ "exclude": ["main.tf"] }`,
      "main.tf": `module "a" {\n  source = "./outer"\n}\n`,
      "outer/main.tf": `module "b" {\n  source = "../waf"\n  host   = "http.hosst"\n}\n`,
      "waf/main.tf": `variable "host" {}\n${blocking('"${var.host} eq \\"a\\""')}`,
    },
    found: ["outer/main.tf:3 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?"],
  },
  "a module from elsewhere is named": {
    files: {
      "main.tf": `module "a" {\n  source = "example/waf/cloudflare"\n  rules  = []\n}\n${blocking('"ssl"')}`,
    },
    found: [],
    notChecked: ["main.tf module.a is not in this workspace"],
  },
  "modules that Terraform downloaded are shown at their calls": {
    files: {
      ".gitignore": ".terraform/\n",
      "main.tf": `module "waf" {\n  source = "example/waf/cloudflare"\n  host   = "http.hosst"\n}\nmodule "git" {\n  source = "git::https://example.com/rules.git"\n}\n`,
      ".terraform/modules/modules.json": JSON.stringify({
        Modules: [
          { Key: "", Source: "", Dir: "." },
          {
            Key: "waf",
            Source: "example/waf/cloudflare",
            Version: "1.0.0",
            Dir: ".terraform/modules/waf",
          },
          {
            Key: "waf.inner",
            Source: "example/inner/cloudflare",
            Dir: ".terraform/modules/waf.inner",
          },
          {
            Key: "git",
            Source: "git::https://example.com/rules.git",
            Dir: ".terraform/modules/git",
          },
        ],
      }),
      ".terraform/modules/waf/main.tf": `variable "host" {}\nmodule "inner" {\n  source = "example/inner/cloudflare"\n  host = var.host\n}\n`,
      ".terraform/modules/waf.inner/main.tf": `variable "host" {}\n${blocking('"${var.host} eq \\"a\\""')}`,
      ".terraform/modules/git/main.tf": blocking('"ip.srcc eq 192.0.2.1"'),
    },
    found: [
      "main.tf:3 unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?",
      "main.tf:5 unknown-field: Unknown field 'ip.srcc'. Did you mean 'ip.src'?",
    ],
    notChecked: [],
  },
  "cycles and bombs": {
    files: {
      "main.tf": `${blocking("local.a", "local.x0", '"${local.x0} and ssl"', 'join("", [for i in range(1000000000) : "a"])')}locals {\n  a = local.b\n  b = "\${local.a}"\n${Array.from({ length: 40 }, (_, i) => `  x${i} = "\${local.x${i + 1}}\${local.x${i + 1}}"`).join("\n")}\n  x40 = "http.hosst "\n}\nmodule "self" {\n  source = "./self"\n}\n`,
      "self/main.tf": `module "one" {\n  source = "./"\n}\nmodule "two" {\n  source = "./."\n}\n${blocking('"ssl"')}`,
    },
    found: [],
  },
};

test("what is not checked has a reason", async () => {
  using folder = new Folder({
    "main.tf": `${blocking("var.later", "data.terraform_remote_state.edge.outputs.rule", "timestamp()", "trimspace(var.later)")}variable "later" {}\nmodule "a" {\n  source = "example/waf/cloudflare"\n}\n`,
  });
  const { out } = await weir(folder, ["check", "--format", "json"]);
  const found = JSON.parse(out).notChecked;
  expect(found.map((it: { reason: string; detail: string }) => [it.reason, it.detail])).toEqual([
    ["unknown-value", "var.later"],
    ["other-root", "data.terraform_remote_state.edge.outputs.rule"],
    ["unknown-function", "timestamp()"],
    ["unknown-value", "trimspace(var.later)"],
    ["module-not-here", "module.a is not in this workspace"],
  ]);
});

async function checked(folder: Folder, args: readonly string[] = []) {
  const { out } = await weir(folder, ["check", "--format", "json", ...args]);
  const { files: reports, notChecked }: Checked = JSON.parse(out);
  return {
    found: reports.flatMap(({ path, diagnostics }) =>
      diagnostics.map((it) => `${path}:${it.range.start.line + 1} ${it.code}: ${it.message}`),
    ),
    notChecked: notChecked.map((it) => `${it.path} ${it.detail}`),
  };
}

test.each(Object.entries(cases))("%s", async (_, it) => {
  using folder = new Folder(it.files);
  const { found, notChecked } = await checked(folder, it.args);
  expect(found).toEqual(it.found);
  if (it.notChecked) expect(notChecked).toEqual(it.notChecked);
});

test("--fix changes a text where it is written", async () => {
  const local = (field: string) => `locals {\n  admin = "${field} eq \\"DE\\""\n}\n`;
  const files = { "main.tf": blocking("local.admin"), "locals.tf": local("ip.geoip.country") };
  for (const args of [["main.tf"], ["."]]) {
    using folder = new Folder(files);
    const { out, status } = await weir(folder, ["check", "--fix", "--format", "json", ...args]);
    expect(folder.read("locals.tf")).toBe(local("ip.src.country"));
    const { files: reports } = JSON.parse(out);
    const fixed = { path: "locals.tf", language: "terraform", diagnostics: [], fixed: true };
    expect(reports).toContainEqual(expect.objectContaining(fixed));
    expect(reports.find((it: { path: string }) => it.path === "main.tf")).not.toHaveProperty(
      "fixed",
    );
    expect(status).toBe(0);
  }
});

test("--fix --diff shows the same, and changes nothing", async () => {
  const twice = (fields: string) => `locals {\n  a = "${fields}"\n}\n${blocking(`"${fields}"`)}`;
  const files = {
    "main.tf": blocking("local.a"),
    "locals.tf": twice('ip.geoip.country eq \\"DE\\"'),
  };
  using folder = new Folder(files);
  const { out, err } = await weir(folder, ["check", "--fix", "--diff"]);
  expect(err).toBe("1 file would change.\n");
  expect(folder.read("locals.tf")).toBe(files["locals.tf"]);
  const after = twice('ip.src.country eq \\"DE\\"');
  const added = out.split("\n").filter((it) => /^\+[^+]/.test(it));
  expect(added.map((it) => it.slice(1))).toEqual(
    after.split("\n").filter((it) => !files["locals.tf"].split("\n").includes(it)),
  );
  await weir(folder, ["check", "--fix"]);
  expect(folder.read("locals.tf")).toBe(after);
});

test("files outside the workspace are not read, also through links", async () => {
  using outside = new Folder({
    "rules.yaml": '- action: block\n  expression: http.hosst eq "a"\n',
  });
  using folder = new Folder({
    "main.tf": [
      ruleset(`yamldecode(file("${outside.path}/rules.yaml"))`, "a"),
      ruleset('yamldecode(file("../rules.yaml"))', "b"),
      ruleset('yamldecode(file("linked/rules.yaml"))', "c"),
      ruleset('yamldecode(file("rules.yaml"))', "d"),
    ].join(""),
  });
  mkdirSync(join(folder.path, ".git"));
  symlinkSync(outside.path, join(folder.path, "linked"));
  symlinkSync(join(outside.path, "rules.yaml"), join(folder.path, "rules.yaml"));
  const { found, notChecked } = await checked(folder);
  expect(found).toEqual([]);
  expect(notChecked.length).toBe(4);
});

test("rules around unknown ones are compared", async () => {
  const rule = (ref: string, expression: string) =>
    `{ ref = "${ref}", action = "block", expression = "${expression}" }`;
  const wide = rule("wide", 'starts_with(http.request.uri.path, \\"/a\\")');
  const narrow = rule("narrow", 'http.request.uri.path eq \\"/a/b\\"');
  using folder = new Folder({
    "main.tf": `variable "more" {\n  default = []\n}\n${ruleset(`concat([${wide}], var.more, [${narrow}])`)}`,
  });
  const { found, notChecked } = await checked(folder);
  expect(found).toEqual([expect.stringMatching(/^main\.tf:7 unreachable-rule: .*'wide'/)]);
  expect(notChecked).toEqual(["main.tf var.more"]);
});
