variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [for name, text in local.all : { action = "block", expression = text }]
}
locals {
  paths = { zeta = "/z", alpha = "/a", mid = "/m" }
  all   = { for name, path in local.paths : upper(name) => "http.request.uri.path eq \"${path}\"" if name != "mid" }
}
