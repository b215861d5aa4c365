// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of Terraform are written like this.
// A change of a file that Terraform reads is checked through the files that use it: named, as by a hook, and staged.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const ruleset = (rules: string, more = "") => `${more}resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = ${rules}
}
`;
const rule = (expression: string) => `[{ action = "block", expression = ${expression} }]`;
const unknown = "unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?";

interface Case {
  readonly files: Readonly<Record<string, string>>;
  /** The file that changes, with `http.hosst` for `http.host`. Several are given by their text. */
  readonly changed: string;
  /** As in `locals.tf:2 unknown-field: Unknown field …`. */
  readonly found?: readonly string[];
}

/** In each, one file is wrong if `http.host` is replaced by `http.hosst` in it. */
const cases: Readonly<Record<string, Case>> = {
  "YAML by yamldecode": {
    files: {
      "infra/main.tf": ruleset('yamldecode(file("${path.module}/rules.yaml")).rules'),
      "infra/rules.yaml": 'rules:\n- action: block\n  expression: http.host eq "a"\n',
    },
    changed: "infra/rules.yaml",
    found: [`infra/rules.yaml:3 ${unknown}`],
  },
  "JSON by jsondecode": {
    files: {
      "main.tf": ruleset('jsondecode(file("rules.json"))'),
      "rules.json": '[\n{ "action": "block", "expression": "http.host eq \\"a\\"" }]\n',
    },
    changed: "rules.json",
    found: [`rules.json:2 ${unknown}`],
  },
  "CSV by csvdecode": {
    files: {
      "main.tf": ruleset(
        '[for it in csvdecode(file("data/hosts.csv")) : { action = "block", expression = "${it.field} eq \\"a\\"" }]',
      ),
      "data/hosts.csv": "field\nhttp.host\n",
    },
    changed: "data/hosts.csv",
    found: [`data/hosts.csv:2 ${unknown}`],
  },
  "a template": {
    files: {
      "main.tf": ruleset(rule('templatefile("admin.tftpl", { path = "/a" })')),
      "admin.tftpl": 'http.host eq "a" and http.request.uri.path eq "${path}"',
    },
    changed: "admin.tftpl",
    found: [`admin.tftpl:1 ${unknown}`],
  },
  "a plain file": {
    files: {
      "main.tf": ruleset(rule('chomp(file("admin.txt"))')),
      "admin.txt": 'http.host eq "a"\n',
    },
    changed: "admin.txt",
    found: [`admin.txt:1 ${unknown}`],
  },
  "a local of another file": {
    files: {
      "main.tf": ruleset(rule("local.admin")),
      "locals.tf": 'locals {\n  admin = "http.host eq \\"a\\""\n}\n',
    },
    changed: "locals.tf",
    found: [`locals.tf:2 ${unknown}`],
  },
  "a default in another file": {
    files: {
      "main.tf": ruleset(rule('"${var.field} eq \\"a\\""')),
      "variables.tf": 'variable "field" {\n  default = "http.host"\n}\n',
    },
    changed: "variables.tf",
    found: [`variables.tf:2 ${unknown} This is with the default of var.field.`],
  },
  "terraform.tfvars": {
    files: {
      "main.tf": ruleset(rule('"${var.field} eq \\"a\\""'), 'variable "field" {}\n'),
      "terraform.tfvars": 'field = "http.host"\n',
    },
    changed: "terraform.tfvars",
    found: [`terraform.tfvars:1 ${unknown}`],
  },
  "variables in JSON": {
    files: {
      "main.tf": ruleset(rule('"${var.field} eq \\"a\\""'), 'variable "field" {}\n'),
      "prod.auto.tfvars.json": '{ "field": "http.host" }\n',
    },
    changed: "prod.auto.tfvars.json",
    found: [`prod.auto.tfvars.json:1 ${unknown}`],
  },
  "a module": {
    files: {
      "infra/main.tf":
        'module "waf" {\n  source = "../modules/waf"\n  path   = "c"\n  host   = "http.host"\n}\n',
      "modules/waf/main.tf": ruleset(
        rule('"${var.host} eq \\"${var.path}\\" or http.host contains \\"b\\""'),
        'variable "host" {}\nvariable "path" {}\n',
      ),
    },
    changed: "modules/waf/main.tf",
    found: [`modules/waf/main.tf:6 ${unknown}`],
  },
  "an output of a module": {
    files: {
      "main.tf": `module "fields" {\n  source = "./fields"\n}\n${ruleset(rule('"${module.fields.host} eq \\"a\\""'))}`,
      "fields/main.tf": 'output "host" {\n  value = "http.host"\n}\n',
    },
    changed: "fields/main.tf",
    found: [`fields/main.tf:2 ${unknown}`],
  },
  "a file that a module in a module reads": {
    files: {
      "main.tf": 'module "outer" {\n  source = "./outer"\n}\n',
      "outer/main.tf": 'module "waf" {\n  source = "../waf"\n}\n',
      "waf/main.tf": ruleset('yamldecode(file("${path.module}/rules.yml"))'),
      "waf/rules.yml": '- action: block\n  expression: http.host eq "a"\n',
    },
    changed: "waf/rules.yml",
    found: [`waf/rules.yml:2 ${unknown}`],
  },
  "one of the files that fileset finds": {
    files: {
      "main.tf": ruleset(
        'flatten([for it in fileset(path.module, "rules/*.yaml") : yamldecode(file("${path.module}/${it}"))])',
      ),
      "rules/a.yaml": "- { action: block, expression: ssl }\n",
      "rules/b.yaml": '- { action: block, expression: http.host eq "a" }\n',
    },
    changed: "rules/b.yaml",
    found: [`rules/b.yaml:1 ${unknown}`],
  },
  "an override file": {
    files: {
      "main.tf": ruleset(rule('"ssl"')),
      "waf_override.tf": ruleset(rule('"http.host eq \\"a\\""')),
    },
    changed: "waf_override.tf",
    found: [`waf_override.tf:4 ${unknown}`],
  },
  "a condition of rules in another file": {
    files: {
      "main.tf": ruleset(
        `local.fields == ["http.host"] ? ${rule('"ssl"')} : ${rule('"http.hosst eq 1"')}`,
      ),
      "locals.tf": 'locals {\n  fields = ["http.host"]\n}\n',
    },
    changed: "locals.tf",
    found: [`main.tf:4 ${unknown}`],
  },
};

class Repository extends Folder {
  constructor(files: Readonly<Record<string, string>>) {
    super(files);
    this.git("init", "--quiet");
    this.git("add", "--all");
    const author = ["-c", "user.email=a@example.com", "-c", "user.name=A"];
    this.git(...author, "commit", "--quiet", "--message", "A");
  }

  git(...args: readonly string[]): void {
    execFileSync("git", args, { cwd: this.path });
  }
}

async function checked(folder: Folder, ...args: readonly string[]) {
  const { out, err, status } = await weir(folder, ["check", "--format", "json", ...args]);
  if (out === "" || status === 2) return { status, found: [out + err] };
  const found = JSON.parse(out).files.flatMap(
    (file: { path: string; diagnostics: readonly Found[] }) =>
      file.diagnostics.map(
        (it) => `${file.path}:${it.range.start.line + 1} ${it.code}: ${it.message}`,
      ),
  );
  return { status, found };
}

interface Found {
  readonly code: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

const bystander = { "other/main.tf": ruleset(rule('"http.hoost eq 1"')) };

test.each(Object.entries(cases))("%s", async (_, { files, changed, found = [] }) => {
  const right = files[changed] ?? "";
  const wrong = right.replace("http.host", "http.hosst");
  using folder = new Repository({ ...files, ...bystander });
  const good = { status: 0, found: [] };
  const bad = { status: 1, found };
  expect(await checked(folder, changed)).toEqual(good);
  folder.write(changed, wrong);
  expect(await checked(folder, changed)).toEqual(bad);
  expect(await checked(folder, "--force-exclude", changed)).toEqual(bad);
  expect(await checked(folder, "--staged")).toEqual(good);
  folder.git("add", "--all");
  folder.write(changed, right);
  expect(await checked(folder, "--staged")).toEqual(bad);
  folder.git("add", "--all");
  folder.write(changed, wrong);
  expect(await checked(folder, "--staged")).toEqual(good);
});

const field = {
  "main.tf": ruleset(
    rule('"${var.field} eq 1"'),
    'variable "field" {\n  default = "http.hosst"\n}\n',
  ),
};

test("a deleted file is checked through the files that used it", async () => {
  using folder = new Repository({ ...field, "terraform.tfvars": 'field = "ip.src.asnum"\n' });
  folder.git("rm", "--quiet", "terraform.tfvars");
  expect(await checked(folder, "--staged")).toEqual({
    status: 1,
    found: [`main.tf:2 ${unknown} This is with the default of var.field.`],
  });
});

test("a file that is not staged is not used", async () => {
  using folder = new Repository({ "main.tf": ruleset(rule("local.admin")) });
  folder.write("locals.tf", 'locals {\n  admin = "http.hosst eq 1"\n}\n');
  folder.write("main.tf", `${folder.read("main.tf")}# changed\n`);
  folder.git("add", "main.tf");
  expect(await checked(folder, "--staged")).toEqual({ status: 0, found: [] });
});

test("--fix changes the named file, not the others that are checked with it", async () => {
  const old = 'ip.geoip.country eq "DE"';
  using folder = new Repository({
    "main.tf": ruleset(`concat(yamldecode(file("rules.yaml")), ${rule(JSON.stringify(old))})`),
    "rules.yaml": `- action: block\n  expression: ${old} and ssl\n`,
  });
  const main = folder.read("main.tf");
  await weir(folder, ["check", "--fix", "rules.yaml"]);
  expect(folder.read("rules.yaml")).toContain("ip.src.country");
  expect(folder.read("main.tf")).toBe(main);
});

test("a file that nothing reads", async () => {
  using folder = new Repository({ ...field, "notes.csv": "a\n" });
  expect(await weir(folder, ["check", "notes.csv"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("Unknown file type."),
  });
  expect(await checked(folder, "--force-exclude", "notes.csv")).toEqual({ status: 0, found: [] });
  folder.write("main.tf", ruleset("yamldecode(file(var.path))"));
  const { status, out } = await weir(folder, ["check", "notes.csv"]);
  expect([status, out]).toEqual([0, "No filter, rule or job found in 'notes.csv'.\n"]);
});

test("a review does not take rules of a downloaded module for new ones", async () => {
  using folder = new Repository({
    ".gitignore": ".terraform/\n",
    "main.tf": `module "waf" {\n  source = "example/waf/cloudflare"\n}\n${ruleset(rule('"ssl"'))}`,
  });
  const modules = { Modules: [{ Key: "waf", Source: "x", Dir: ".terraform/modules/waf" }] };
  folder.write(".terraform/modules/modules.json", JSON.stringify(modules));
  folder.write(".terraform/modules/waf/main.tf", ruleset(rule('"not ssl"')));
  folder.write("main.tf", folder.read("main.tf").replace('"ssl"', '"http.host eq \\"a\\""'));
  const { out } = await weir(folder, ["review", "--base", "HEAD"]);
  expect(out).toContain("1 changed");
  expect(out).not.toContain("added");
  expect(out).toContain("not examined: module.waf");
});
