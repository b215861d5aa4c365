variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  count   = length(local.hosts)
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "http.host eq \"${element(local.hosts, count.index)}\" and cf.waf.score lt ${count.index + 5}" },
  ]
}
locals {
  hosts = ["a.example", "b.example"]
}
