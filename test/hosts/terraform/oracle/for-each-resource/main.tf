variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  for_each = local.zones
  zone_id  = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "http.host eq \"${each.key}.${each.value.domain}\"" },
  ]
}
locals {
  zones = { a = { domain = "example.com" }, b = { domain = "example.org" } }
}
