import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const files = {
  "main.tf": `locals {
  admin = "/admin"
  base  = [{ ref = "from-local", expression = "http.request.uri.path eq \\"\${local.admin}\\"", action = "block" }]
}
variable "office" {
  default = "192.0.2.1"
}
resource "cloudflare_ruleset" "waf" {
  zone_id = "z1"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = concat(local.base, [
    { ref = "office", expression = "ip.src eq \${var.office}", action = "log" },
  ])
}
module "limits" {
  source = "./modules/limits"
  zone   = "z1"
  paths  = ["/a", "/b"]
}
`,
  "modules/limits/main.tf": `variable "zone" {}
variable "paths" {}
resource "cloudflare_ruleset" "bots" {
  zone_id = var.zone
  kind    = "zone"
  phase   = "http_request_sbfm"
  dynamic "rules" {
    for_each = var.paths
    content {
      ref        = "block \${rules.value}"
      expression = "http.request.uri.path eq \\"\${rules.value}\\""
      action     = "block"
    }
  }
}
`,
};

async function outcomeOf(request: string) {
  using folder = new Folder(files);
  const { out, err } = await weir(folder, [
    "trace",
    ...["--request", request, "--set", "ip.src=192.0.2.1", "--format", "json"],
  ]);
  expect(err).toBe("");
  return JSON.parse(out);
}

test("locals and variables are followed, and defaults are reported", async () => {
  const { outcome, steps } = await outcomeOf("GET https://example.com/admin");
  expect(outcome).toMatchObject({ kind: "block", by: "from-local" });
  const other = await outcomeOf("GET https://example.com/");
  expect(other.outcome).toMatchObject({ kind: "origin", assuming: ["var.office has its default"] });
  expect(steps.at(1).rules).toMatchObject([
    { ref: "from-local", result: "matched", source: { path: "main.tf" } },
    { ref: "office", result: "not-reached" },
  ]);
});

test("modules are configured by their calls, and not again by themselves", async () => {
  const { outcome, steps } = await outcomeOf("GET https://example.com/b");
  expect(outcome).toMatchObject({ kind: "block", by: "block /b" });
  const bots = steps.filter((it: { phase: string }) => it.phase === "http_request_sbfm");
  expect(bots).toMatchObject([
    {
      ruleset: "module.limits.cloudflare_ruleset.bots",
      rules: [
        { ref: "block /a", result: "not-matched" },
        { ref: "block /b", result: "matched", source: { path: "modules/limits/main.tf" } },
      ],
    },
  ]);
});
