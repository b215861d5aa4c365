variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = local.prod ? "ssl" : "not ssl" },
    { action = "block", expression = !local.prod && length(local.hosts) > 1 || local.count == 3 ? "http.host eq \"${local.hosts[0]}\"" : "true" },
    { action = "block", expression = "cf.waf.score lt ${local.count >= 3 ? 10 + 2 * 5 : 1}" },
  ]
}
locals {
  prod  = "x" == "x"
  hosts = ["a"]
  count = 3
}
