module "office" {
  source = "./office"
  extra  = ["203.0.113.1"]
}

variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "ip.src in {${join(" ", module.office.networks)}}" },
  ]
}
