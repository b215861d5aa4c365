import { afterEach, expect, test } from "vitest";
import type { Location } from "vscode-languageserver";
import { folderWith, removeFolders } from "../support/folders.ts";
import { startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const files = {
  "waf.tf": `resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules {
    action     = "block"
    expression = "ip.src in { \${join(" ", local.offices[var.region])} } and not ip.src in $partners"
  }
  rules {
    action      = "block"
    description = "local.offices"
    expression  = <<-EOT
      %{ if local.is_on }http.host eq "\${module.shop.host}"%{ endif }
    EOT
  }
  # local.offices
}
`,
  "names.tf": `variable "zone" {}
variable "region" { default = "eu" }
locals {
  is_on   = true
  offices = { eu = ["192.0.2.1"] }
}
module "shop" { source = "./modules/shop" }
resource "cloudflare_list" "partners" {
  name = "partners"
  kind = "ip"
}
`,
  "modules/shop/main.tf.json": '{ "output": { "host": { "value": "shop.example.com" } } }',
};

/** The texts that a definition selects, for a cursor before a text of the file. */
async function targetsAt(before: string): Promise<readonly string[]> {
  const folder = folderWith(files);
  const client = await startClient({ folders: [folder] });
  const uri = `${folder}/waf.tf`;
  const text = files["waf.tf"];
  await client.open(uri, text, "terraform");
  const lines = text.slice(0, text.indexOf(before)).split("\n");
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const asked = { textDocument: { uri }, position };
  const found = (await client.request<Location[] | null>("textDocument/definition", asked)) ?? [];
  return found.map(({ uri: file, range: { start, end } }) => {
    const name = file.slice(folder.length + 1);
    const line = files[name as keyof typeof files].split("\n")[start.line];
    return `${name}:${start.line + 1} ${line?.slice(start.character, end.character)}`;
  });
}

test.each([
  ["zone\n", ['names.tf:1 variable "zone"']],
  ["offices[", ["names.tf:5 offices"]],
  ["region]", ['names.tf:2 variable "region"']],
  ["partners", ['names.tf:8 resource "cloudflare_list" "partners"']],
  ["is_on", ["names.tf:4 is_on"]],
  ["module.shop", ['names.tf:7 module "shop"']],
  ["host}", ['modules/shop/main.tf.json:1 "host"']],
  ['offices"', []],
  ["offices\n}", []],
  ["http.host", []],
] as const)("the definition of what is before %j", async (before, expected) => {
  expect(await targetsAt(before)).toEqual(expected);
});
