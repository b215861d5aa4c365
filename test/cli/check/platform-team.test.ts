// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of Terraform are written like this.
// A platform team adopts Weir as docs/terraform.md and docs/ci.md describe: three environments, two downloaded modules, rules in
// YAML, CSV, JSON and templates, and forty existing problems. The hook and CI stop an error in any kind of file.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const ruleset = (name: string, rules: string) => `resource "cloudflare_ruleset" "${name}" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = ${rules}
}
`;
const rule = (expression: string) => `[{ action = "block", expression = ${expression} }]`;
const names = ["prod", "staging", "dev"];

/** Each file in which an error is planted has `http.host`. */
const files: Readonly<Record<string, string>> = {
  ".gitignore": ".terraform/\n",
  "weir.json": JSON.stringify({
    terraform: names.map((name) => ({ root: "infra", varFiles: [`envs/${name}.tfvars`], name })),
  }),
  "infra/variables.tf": 'variable "field" {}\nvariable "office" { type = list(string) }\n',
  "infra/main.tf": [
    ruleset("yaml", 'yamldecode(file("${path.module}/rules/custom.yaml")).rules'),
    ruleset(
      "csv",
      '[for it in csvdecode(file("rules/hosts.csv")) : { action = "block", expression = "${it.field} eq \\"${it.value}\\"" }]',
    ),
    ruleset("json", 'jsondecode(file("rules/more.json"))'),
    ruleset("template", rule('chomp(templatefile("rules/admin.tftpl", { path = "/admin" }))')),
    ruleset("own", rule('"${var.field} eq \\"a\\" and len(http.host) gt 3 and ${local.office}"')),
  ].join(""),
  "infra/locals.tf":
    'locals {\n  office = "(starts_with(http.host, \\"a\\") and not ip.src in {${join(" ", var.office)}})"\n}\n',
  "infra/modules.tf": [
    'module "zone" {\n  source  = "example/zone/cloudflare"\n  version = "1.2.0"\n  rules   = [{ action = "block", expression = "http.host eq \\"d\\"" }]\n}\n',
    'module "logs" {\n  source = "git::https://example.com/logs.git"\n  name   = "all"\n}\n',
    'module "limits" {\n  source = "../modules/limits"\n  path   = "/login"\n}\n',
  ].join(""),
  "modules/limits/main.tf": `variable "path" {}\n${ruleset("limits", rule('"http.host eq \\"e\\" and http.request.uri.path eq \\"${var.path}\\""'))}`,
  "infra/rules/custom.yaml": 'rules:\n- action: block\n  expression: http.host eq "f"\n',
  "infra/rules/hosts.csv": "field,value\nhttp.host,g\n",
  "infra/rules/more.json": '[{ "action": "block", "expression": "http.host eq \\"h\\"" }]\n',
  "infra/rules/admin.tftpl": 'http.host eq "i" and starts_with(http.request.uri.path, "${path}")\n',
  "infra/rules/octo.yaml":
    'waf_custom_rules:\n- ref: a\n  action: block\n  expression: http.host eq "j"\n',
  "docs/runbook.md": `# Runbook\n\n\`\`\`hcl\n${ruleset("r", rule('"http.host eq \\"k\\""'))}\`\`\`\n`,
  "live/terragrunt.hcl":
    'inputs = {\n  rules = [{ action = "block", expression = "http.host eq \\"l\\"" }]\n}\n',
  ...Object.fromEntries(
    names.map((it) => [
      `infra/envs/${it}.tfvars`,
      `field  = "http.host"\noffice = ["192.0.2.${it.length}"]\n`,
    ]),
  ),
  // Forty problems that stay.
  "legacy/main.tf": ruleset(
    "old",
    `[\n${Array.from({ length: 40 }, (_, it) => `  { action = "block", expression = "http.hots eq \\"${it}\\"" },\n`).join("")}]`,
  ),
};

const downloaded: Readonly<Record<string, string>> = {
  "infra/.terraform/modules/modules.json": JSON.stringify({
    Modules: [
      { Key: "", Source: "", Dir: "." },
      {
        Key: "zone",
        Source: "registry/example/zone/cloudflare",
        Version: "1.2.0",
        Dir: ".terraform/modules/zone",
      },
      { Key: "logs", Source: "git::https://example.com/logs.git", Dir: ".terraform/modules/logs" },
    ],
  }),
  "infra/.terraform/modules/zone/main.tf": `variable "rules" {}\n${ruleset("zone", "var.rules")}`,
  "infra/.terraform/modules/logs/main.tf":
    'variable "name" {}\nresource "cloudflare_logpush_job" "logs" {\n  name             = var.name\n  dataset          = "http_requests"\n  enabled          = true\n  destination_conf = "s3://logs/{DATE}?region=eu-central-1"\n}\n',
};

class Repository extends Folder {
  git(...args: readonly string[]): void {
    const author = ["-c", "user.email=a@example.com", "-c", "user.name=A"];
    execFileSync("git", [...author, ...args], { cwd: this.path, stdio: "ignore" });
  }
}

test("a repository is adopted, and an error in each kind of file is stopped", async () => {
  using folder = new Repository({ ...files, ...downloaded });
  folder.git("init", "--quiet");
  folder.git("add", "--all");
  folder.git("commit", "--quiet", "--message", "A");
  const check = async (...args: readonly string[]) => {
    const { status, out, err } = await weir(folder, ["check", "--format", "json", ...args]);
    const found: readonly {
      readonly path: string;
      readonly diagnostics: readonly { readonly severity: string }[];
    }[] = JSON.parse(out || '{ "files": [] }').files;
    const paths = found
      .filter((it) => it.diagnostics.some(({ severity }) => severity === "error"))
      .map((it) => it.path);
    return { status, paths, err };
  };

  const before = await check();
  expect(before).toMatchObject({ status: 1, paths: ["legacy/main.tf"] });
  const written = await weir(folder, ["check", "--write-baseline", "weir-baseline.json"]);
  expect([written.status, written.err]).toEqual([0, expect.stringMatching(/^Wrote 4\d problems/)]);
  folder.git("add", "--all");
  folder.git("commit", "--quiet", "--message", "Adopt Weir");
  const known = ["--baseline", "weir-baseline.json"];
  expect(await check(...known)).toMatchObject({ status: 0, paths: [] });

  const planted = Object.keys(files).filter((it) => files[it]?.includes("http.host"));
  expect(planted).toHaveLength(14);
  for (const path of planted) {
    const right = files[path] ?? "";
    folder.write(path, right.replace("http.host", "http.hosst"));
    folder.git("add", path);
    const stopped = { status: 1, paths: [path] };
    expect(await check(...known, "--staged"), `the hook: ${path}`).toMatchObject(stopped);
    expect(await check(...known), `CI: ${path}`).toMatchObject(stopped);
    folder.write(path, right);
    folder.git("add", path);
  }
  expect(await check(...known, "--staged")).toMatchObject({ status: 0, paths: [] });
});

test("the hook takes weir.json as it is staged", async () => {
  using folder = new Repository({
    "weir.json": "{}",
    "main.tf": ruleset("a", rule('"http.method eq \\"GET\\""')),
  });
  folder.git("init", "--quiet");
  folder.write("weir.json", '{ "severity": { "unknown-field": "off" } }');
  folder.git("add", "--all");
  folder.write("weir.json", "{}");
  expect((await weir(folder, ["check", "--staged"])).status).toBe(0);
  expect((await weir(folder, ["check"])).status).toBe(1);
  folder.git("add", "--all");
  folder.write("weir.json", '{ "severity": { "unknown-field": "off" } }');
  expect((await weir(folder, ["check", "--staged"])).status).toBe(1);
});
