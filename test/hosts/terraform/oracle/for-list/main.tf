variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    for i, host in local.hosts : {
      action     = "block"
      expression = "http.host eq \"${host}\" and cf.waf.score lt ${(i + 1) * 10}"
    } if !startswith(host, "www.")
  ]
}
locals {
  hosts = ["a.example", "www.a.example", "b.example"]
}
