variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "ip.src in {${join(" ", local.offices[*].network)}}" },
    { action = "block", expression = "ip.src in {${join(" ", local.offices.*.network)}}" },
    { action = "block", expression = "http.host eq \"${local.offices[1].names[0]}\"" },
    { action = "block", expression = "http.host in {${join(" ", formatlist("%q", flatten(local.offices[*].names)))}}" },
  ]
}
locals {
  offices = [
    { network = "192.0.2.0/24", names = ["a.example"] },
    { network = "198.51.100.0/24", names = ["b.example", "c.example"] },
  ]
}
