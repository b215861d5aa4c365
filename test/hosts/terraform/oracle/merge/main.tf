variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [merge(local.base, { expression = "ssl" }), merge(local.base, local.other, { expression = "${local.other.host} and ssl" })]
}
locals {
  base  = { action = "block", expression = "true" }
  other = { action = "log", host = "http.host eq \"a\"" }
}
