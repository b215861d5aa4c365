variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    for country, nets in local.by_country : {
      action     = "block"
      expression = "ip.src.country eq \"${country}\" and ip.src in {${join(" ", nets)}}"
    }
  ]
}
locals {
  nets = [
    { country = "US", net = "192.0.2.0/25" },
    { country = "DE", net = "198.51.100.0/24" },
    { country = "US", net = "192.0.2.128/25" },
  ]
  by_country = { for it in local.nets : it.country => it.net... }
}
