variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = try(local.settings.missing.expression, local.settings.found) },
    { action = "block", expression = lookup(local.settings, "none", "not ssl") },
    { action = "block", expression = coalesce("", null, "http.host eq \"c\"") },
    { action = "block", expression = "http.host eq \"${lookup({ a = "b" }, "a")}\"" },
    { action = "block", expression = can(local.settings.missing) ? "ssl" : "not ssl" },
  ]
}
locals {
  settings = { found = "ssl" }
}
